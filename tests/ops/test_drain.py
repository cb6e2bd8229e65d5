"""Stopping: what is waited for, and what is frozen."""

import asyncio

import pytest

from relspace.errors import NotNow
from relspace.room.commands import LoseSession, SetReady, Sit
from relspace.room.options import RoomOptions
from relspace.room.update import SERVER
from relspace.wire.commands import QuickPlay
from relspace_server.ops.drain import Drain
from relspace_server.standing import Standing

from ..rooms.people import Guest
from .hosting import Hosting


async def game_of(host: Hosting, *names: str) -> str:
    """A game that these people play, whether they are connected or not."""
    people = [await host.enter(name) for name in names]
    first = people[0].visit
    options = RoomOptions(seats=len(people), clock=0)
    code = await host.hub.open(first.player, first.session, "", options, 0, "")
    for one in people[1:]:
        await host.hub.change(code, Sit(one.visit.session), one.visit.player)
    for one in people:
        await host.hub.change(code, SetReady(code, ready=True), one.visit.player)
    assert host.hub.room(code).state.phase == "playing"
    return code


async def test_without_a_game_the_server_stops_at_once(host: Hosting) -> None:
    Drain(host.house, host.hub).begin(600)
    assert host.house.stopping.is_set()


async def test_a_game_has_its_time(host: Hosting) -> None:
    code = await game_of(host, "Vega", "Rigel")
    drain = Drain(host.house, host.hub, look=0.0)
    drain.begin(600)
    assert drain.running == 1
    assert host.house.standing.draining
    assert not host.house.stopping.is_set()
    await host.ask(f"close {code}")
    async with asyncio.timeout(10):
        await host.house.stopping.wait()


async def test_nobody_waits_for_longer_than_that(host: Hosting) -> None:
    await game_of(host, "Vega", "Rigel")
    drain = Drain(host.house, host.hub, look=0.0)
    drain.begin(0.01)
    async with asyncio.timeout(10):
        await host.house.stopping.wait()
    assert drain.running == 1


async def test_a_game_of_people_who_are_away_is_not_waited_for(host: Hosting) -> None:
    code = await game_of(host, "Vega", "Rigel")
    for seat in host.hub.room(code).state.seats:
        await host.hub.change(code, LoseSession(seat.session), SERVER)
    Drain(host.house, host.hub).begin(600)
    assert host.house.stopping.is_set()


async def test_everybody_is_told_once(host: Hosting) -> None:
    await game_of(host, "Vega", "Rigel")
    guest = Guest.enters(host.hub, (await host.enter("Lyra")).visit.player, "lyra2")
    drain = Drain(host.house, host.hub)
    drain.begin(600)
    drain.begin(300)
    async with asyncio.timeout(10):
        await guest.until(lambda: guest.notices == ["draining"])
    drain.close()
    assert not host.house.stopping.is_set()


async def test_a_frozen_server_is_asked_nothing(host: Hosting) -> None:
    vega = await host.enter("Vega")
    await host.desk.freeze()
    with pytest.raises(NotNow, match="draining"):
        await vega.visit.send(QuickPlay())
    assert host.hub.rooms == ()


async def test_what_was_asked_before_the_freeze_is_stored(host: Hosting) -> None:
    vega = await host.enter("Vega")
    asked = asyncio.ensure_future(vega.visit.send(QuickPlay()))
    await asyncio.sleep(0)
    await host.hub.freeze()
    (room,) = host.hub.rooms
    assert room.state.phase == "playing"
    assert (await asked).room == room.state.code


async def test_frozen_seats_are_still_marked_away(host: Hosting) -> None:
    code = await game_of(host, "Vega", "Rigel")
    await host.hub.freeze()
    before = host.hub.room(code).state
    assert all(seat.session for seat in before.seats)
    await host.hub.close()
    after = host.hub.room(code).state
    assert not any(seat.session for seat in after.seats)
    assert after.phase == "playing"


async def test_what_is_under_way_is_waited_for() -> None:
    standing = Standing()
    assert await standing.quiet(0)
    with standing.command():
        assert not await standing.quiet(0.01)
        waiting = asyncio.ensure_future(standing.quiet(10))
        with standing.update():
            pass
        await asyncio.sleep(0)
        assert not waiting.done()
        standing.frozen = True
        with pytest.raises(NotNow), standing.command():
            pass
    assert await waiting
