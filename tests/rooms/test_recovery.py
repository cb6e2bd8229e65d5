"""What an earlier process left behind is seen to while people come in."""

from dataclasses import replace
from itertools import pairwise

import pytest

from relspace.room.commands import MakeMove, SetReady
from relspace.room.due import Pace
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Join, Leave
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.recovery import APART
from relspace_server.store.memory import MemoryStore

from .people import LYRA, RIGEL, TWO, VEGA, Guest, World, eventually, started


async def playing(hub: Hub, clock: int) -> str:
    """A game of Vega and Rigel."""
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("", RoomOptions(seats=2, clock=clock)))).room
    await rigel.visit.send(Join(code))
    for one in (vega, rigel):
        await one.visit.send(SetReady(code, ready=True))
    return code


async def recovered(hub: Hub) -> None:
    await eventually(lambda: not any(room.held for room in hub.rooms))


async def test_people_who_were_connected_show_away_and_their_turn_begins_anew() -> None:
    store, world = MemoryStore(), World()
    before = await started(store, world)
    code = await playing(before, 30)
    world = replace(world, node="later", now=world.now + 500_000)
    later = await started(store, world)
    await recovered(later)
    state = later.room(code).state
    assert [seat.session for seat in state.seats] == ["", ""]
    assert state.game is not None
    assert state.game.deadline == world.now + 30_000
    assert state.game.moves == (), "nobody timed out because the server was gone"
    await later.close()


async def test_who_comes_back_before_their_room_was_seen_to_finds_the_seat() -> None:
    store, world = MemoryStore(), World()
    before = await started(store, world)
    codes = [await playing(before, clock) for clock in (0, 30)]
    later = await started(store, replace(world, node="later"))
    back = Guest.enters(later, VEGA, "back")
    for code in codes:
        await back.visit.send(Join(code))
        assert back.snapshot.you == 1
    assert back.snapshot.legal
    await recovered(later)
    assert later.room(codes[-1]).state.seats[0].session == back.visit.session
    await later.close()


async def test_rooms_in_which_something_is_overdue_have_their_turn_one_after_another() -> None:
    store, world = MemoryStore(), World()
    before = await started(store, world, Pace(60_000, 60_000, 60_000))
    for number in range(12):
        vega = Guest.enters(before, VEGA, f"vega {number}")
        done = await vega.visit.send(Create("", RoomOptions(seats=10, clock=0), 9))
        await vega.visit.send(SetReady(done.room, ready=True))
    later = await started(store, replace(world, node="later", now=world.now + 500_000), Pace(60_000, 60_000, 60_000))
    await recovered(later)
    timers = [room.timer.when() for room in later.rooms if room.timer is not None]
    apart = sorted(timers)
    assert len(timers) > 6
    assert all(second - first > APART / 2 for first, second in pairwise(apart[:4]))
    await later.close()


async def test_guests_do_not_come_back_so_their_seats_are_free() -> None:
    store, world = MemoryStore(), World()
    before = await started(store, world)
    vega, lyra = Guest.enters(before, VEGA), Guest.enters(before, LYRA)
    code = (await vega.visit.send(Create("", RoomOptions(seats=3)))).room
    await lyra.visit.send(Join(code))
    later = await started(store, replace(world, node="later"))
    await recovered(later)
    assert [seat.player for seat in later.room(code).state.seats] == [VEGA, None, None]
    await later.close()


@pytest.mark.parametrize("in_lobby", [False, True])
async def test_nobody_waits_after_a_restart_for_a_guest_who_played(in_lobby: bool) -> None:
    store, world = MemoryStore(), World()
    before = await started(store, world)
    vega, lyra = Guest.enters(before, VEGA), Guest.enters(before, LYRA)
    code = (await vega.visit.send(Create("", TWO))).room
    await lyra.visit.send(Join(code))
    for one in (vega, lyra):
        await one.visit.send(SetReady(code, ready=True))
    if in_lobby:
        await lyra.visit.send(Leave(code))
        assert not before.room(code).state.seats[1].autopilot
    later = await started(store, replace(world, node="later"))
    await recovered(later)
    vega_again, lyra_again = later.room(code).state.seats
    assert (vega_again.autopilot, lyra_again.autopilot) == (False, True)
    await later.close()


async def test_nothing_is_fired_before_a_room_was_seen_to() -> None:
    store, world = MemoryStore(), World()
    before = await started(store, world)
    code = await playing(before, 15)
    later = Hub(store, replace(world, node="later", now=world.now + 60_000).around())
    await later.load()
    room = later.room(code)
    later.firing.sweep(later.rooms)
    assert room.timer is None
    later.begin()
    later.firing.sweep(later.rooms)
    assert room.timer is None
    await recovered(later)
    assert room.timer is not None
    assert room.state.game is not None
    assert room.state.game.moves == ()
    await later.close()


async def test_a_game_goes_on_after_it_was_recovered() -> None:
    store, world = MemoryStore(), World()
    before = await started(store, world)
    code = await playing(before, 30)
    later = await started(store, replace(world, node="later"))
    await recovered(later)
    people = [Guest.enters(later, one, f"{one.name} back") for one in (VEGA, RIGEL)]
    for one in people:
        await one.visit.send(Join(code))
    on_turn = next(one for one in people if not one.snapshot.ahead)
    await on_turn.visit.send(MakeMove(code, on_turn.snapshot.legal[0].move, 0))
    await people[0].until(lambda: people[0].snapshot.view is not None and people[0].snapshot.view.ply == 1)
    await later.close()
