"""Who loses the connection while a room is asked for: no seat stays with somebody who is not there."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from relspace.room.options import RoomOptions
from relspace.room.state import Player
from relspace.wire.commands import Create, Join
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import Bucket
from relspace_server.store.memory import MemoryStore

from .people import Guest, World, started

VEGA = Player("SHA256:vega", "Vega")
RIGEL = Player("SHA256:rigel", "Rigel")
TWO = RoomOptions(seats=2, clock=0)


class Gate:
    """Keeps what is written to a bucket waiting, as a disk may."""

    def __init__(self, bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
        self._put = bucket.put
        self._open = asyncio.Event()
        self._open.set()
        self.waiting = asyncio.Event()
        monkeypatch.setattr(bucket, "put", self._pass)

    async def _pass(self, key: str, data: bytes, expected: int) -> int:
        self.waiting.set()
        return await asyncio.shield(asyncio.ensure_future(self._written(key, data, expected)))

    async def _written(self, key: str, data: bytes, expected: int) -> int:
        await self._open.wait()
        return await self._put(key, data, expected)

    def shut(self) -> None:
        self._open.clear()
        self.waiting.clear()

    def let_through(self) -> None:
        self._open.set()


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    hub = await started(MemoryStore(), World())
    yield hub
    await hub.close()


@pytest.fixture
def gate(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(hub._bucket, monkeypatch)


async def settled(hub: Hub) -> None:
    """Lets everything happen that is under way."""
    for _ in range(200):
        await asyncio.sleep(0)


@pytest.mark.parametrize("cancelled", [True, False], ids=["cancelled", "finished"])
async def test_a_seat_taken_by_who_is_gone_shows_away(hub: Hub, gate: Gate, cancelled: bool) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    gate.shut()
    joining = asyncio.ensure_future(rigel.visit.send(Join(code)))
    await gate.waiting.wait()
    rigel.visit.close()
    if cancelled:
        joining.cancel()
    gate.let_through()
    await asyncio.gather(joining, return_exceptions=True)
    await settled(hub)
    assert [seat.session for seat in hub.room(code).state.seats if seat.player == RIGEL] == [""]


@pytest.mark.parametrize("cancelled", [True, False], ids=["cancelled", "finished"])
async def test_a_room_opened_by_who_is_gone_has_nobody_in_it(hub: Hub, gate: Gate, cancelled: bool) -> None:
    vega = Guest.enters(hub, VEGA)
    gate.shut()
    opening = asyncio.ensure_future(vega.visit.send(Create("Orion", TWO)))
    await gate.waiting.wait()
    vega.visit.close()
    if cancelled:
        opening.cancel()
    gate.let_through()
    await asyncio.gather(opening, return_exceptions=True)
    await settled(hub)
    (room,) = hub.rooms
    assert not any(seat.session for seat in room.state.seats)
    assert room._viewers == {}


async def test_a_visit_that_never_was_opened_is_forgotten(hub: Hub) -> None:
    visit = hub.visit(VEGA, "s1")
    visit.close()
    visit.open(lambda _: None)
    assert not hub.presence.visits
    assert not hub.presence._sessions
