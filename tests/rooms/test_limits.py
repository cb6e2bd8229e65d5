"""How many rooms there may be: in all, and of one host."""

import asyncio

import pytest

from relspace.errors import Refused
from relspace.room.commands import GiveHost
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Join, Leave
from relspace_server.rooms.hub import Hub
from relspace_server.store.memory import MemoryStore

from .people import RIGEL, VEGA, Guest, World, refused, started

EACH = 3


@pytest.fixture
async def hub() -> Hub:
    return await started(MemoryStore(), World(rooms_each=EACH), max_rooms=5)


async def test_one_account_may_have_so_many_rooms_open_and_others_are_not_kept_from_theirs(hub: Hub) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    codes = [(await vega.visit.send(Create())).room for _ in range(EACH)]
    assert await refused(vega.visit.send(Create())) == "too-many-of-yours"
    again = Guest.enters(hub, VEGA, "another terminal")
    assert await refused(again.visit.send(Create())) == "too-many-of-yours"
    await rigel.visit.send(Create())
    await vega.visit.send(Leave(codes[-1]))
    await vega.visit.send(Create())
    await hub.close()


async def test_a_room_given_away_is_its_new_hosts(hub: Hub) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    codes = [(await vega.visit.send(Create("", RoomOptions(seats=3)))).room for _ in range(EACH)]
    await rigel.visit.send(Join(codes[-1]))
    await vega.visit.send(GiveHost(codes[-1], 2))
    await vega.visit.send(Create())
    await hub.close()


async def test_many_at_one_moment_are_counted(hub: Hub) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    asked = [guest.visit.send(Create()) for guest in (vega, rigel) for _ in range(10)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    codes = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert len(hub.rooms) == 5
    assert len(codes) == 15
    assert set(codes) == {"too-many-rooms", "too-many-of-yours"}
    await hub.close()
