"""Play now: at once with people who are about to begin, else at once against bots; never a wait that nobody ends."""

import pytest

from relspace.room.commands import SetReady
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Join, Leave, QuickPlay
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.quick_play import LIVELY

from .people import LYRA, RIGEL, VEGA, Guest, World


async def opened(hub: Hub, options: RoomOptions, *, bots: int = 0, ready: bool = True) -> str:
    """The code of Vega's room."""
    vega = Guest.enters(hub, VEGA)
    code = (await vega.visit.send(Create("Orion", options, bots))).room
    if ready:
        await vega.visit.send(SetReady(code, ready=True))
    return code


async def plays_bots(guest: Guest) -> None:
    """Fails unless somebody who wants to play at once has a game of their own."""
    await guest.visit.send(QuickPlay())
    await guest.until(lambda: guest.snapshot.phase == "playing")
    assert [seat.kind for seat in guest.snapshot.seats[1:]] == ["bot"] * 3


async def test_who_makes_the_table_full_plays_there_at_once(hub: Hub, world: World) -> None:
    code = await opened(hub, RoomOptions(seats=3), bots=1)
    world.now += 10 * LIVELY
    rigel = Guest.enters(hub, RIGEL)
    assert (await rigel.visit.send(QuickPlay())).room == code
    await rigel.until(lambda: rigel.snapshot.phase == "playing")


async def test_a_host_who_is_ready_and_was_there_just_now_is_company(hub: Hub) -> None:
    code = await opened(hub, RoomOptions(seats=4))
    rigel = Guest.enters(hub, RIGEL)
    assert (await rigel.visit.send(QuickPlay())).room == code
    assert rigel.snapshot.seats[1].ready


async def test_a_table_that_begins_at_once_comes_before_one_that_waits_for_its_host(hub: Hub) -> None:
    await opened(hub, RoomOptions(seats=4))
    rigel = Guest.enters(hub, RIGEL)
    two = (await rigel.visit.send(Create("Lyra", RoomOptions(seats=2)))).room
    await rigel.visit.send(SetReady(two, ready=True))
    lyra = Guest.enters(hub, LYRA)
    assert (await lyra.visit.send(QuickPlay())).room == two


@pytest.mark.parametrize(
    ("options", "ready"),
    [(RoomOptions(seats=3), False), (RoomOptions(seats=2, clock=86_400), True), (RoomOptions(public=False), True)],
    ids=["its host is not ready", "a day a move", "by code only"],
)
async def test_a_table_where_nothing_begins_keeps_nobody(hub: Hub, options: RoomOptions, ready: bool) -> None:
    await opened(hub, options, ready=ready)
    await plays_bots(Guest.enters(hub, RIGEL))


async def test_a_host_who_does_nothing_for_long_keeps_nobody(hub: Hub, world: World) -> None:
    await opened(hub, RoomOptions(seats=4))
    world.now += LIVELY + 1
    await plays_bots(Guest.enters(hub, RIGEL))


async def test_a_table_with_somebody_who_is_not_ready_keeps_nobody(hub: Hub) -> None:
    code = await opened(hub, RoomOptions(seats=3))
    lyra = Guest.enters(hub, LYRA)
    await lyra.visit.send(Join(code))
    await plays_bots(Guest.enters(hub, RIGEL))


async def test_who_has_left_a_table_is_not_led_back_to_it(hub: Hub) -> None:
    code = await opened(hub, RoomOptions(seats=4))
    rigel = Guest.enters(hub, RIGEL)
    assert (await rigel.visit.send(QuickPlay())).room == code
    await rigel.visit.send(Leave(code))
    await plays_bots(rigel)


async def test_ones_own_table_is_none_that_begins_with_oneself(hub: Hub) -> None:
    silent = Guest.enters(hub, VEGA, "another terminal", answers=lambda: False)
    code = (await silent.visit.send(Create("Orion", RoomOptions(seats=2)))).room
    await silent.visit.send(SetReady(code, ready=True))
    await plays_bots(Guest.enters(hub, VEGA))
