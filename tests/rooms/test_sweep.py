"""The sweep of each minute finds what was left undone, and games of a day a move go on while nobody looks."""

from dataclasses import replace
from typing import NoReturn

import pytest

from relspace.room.commands import MakeMove, SetReady
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Join, Leave
from relspace_server.rooms.hub import Hub
from relspace_server.store.memory import MemoryStore

from .people import RIGEL, VEGA, Guest, World, eventually, mover, started

DAY_MS = 86_400_000


async def correspondence(hub: Hub, opponent: Guest, title: str = "") -> tuple[Guest, str]:
    """A game of a day a move between Vega and somebody else; both have left the table."""
    vega = Guest.enters(hub, VEGA, f"vega {title}")
    code = (await vega.visit.send(Create(title, RoomOptions(seats=2, clock=86_400)))).room
    await opponent.visit.send(Join(code))
    for one in (vega, opponent):
        await one.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")
    return vega, code


async def test_a_game_of_a_day_a_move_goes_on_while_nobody_looks() -> None:
    world = World()
    hub = await started(MemoryStore(), world)
    vega, code = await correspondence(hub, rigel := Guest.enters(hub, RIGEL))
    for one in (vega, rigel):
        await one.visit.send(Leave(code))
        one.visit.close()
    room = hub.room(code)
    world.now += DAY_MS + 10_000
    if room.timer is not None:
        room.timer.cancel()
    await hub._sweep()
    await eventually(lambda: bool(room.state.game and room.state.game.moves))
    assert room.state.game is not None
    assert room.state.game.moves[0].auto
    await hub.close()


async def test_what_is_not_overdue_is_left_alone() -> None:
    hub = await started(MemoryStore(), World())
    _, code = await correspondence(hub, Guest.enters(hub, RIGEL))
    timer = hub.room(code).timer
    await hub._sweep()
    assert hub.room(code).timer is timer
    await hub.close()


async def test_a_seat_that_a_defect_has_left_to_somebody_who_went_shows_away_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub = await started(MemoryStore(), World())
    _, code = await correspondence(hub, rigel := Guest.enters(hub, RIGEL))
    update = hub._updater.update

    async def fails(*_args: object, **_more: object) -> NoReturn:
        raise RuntimeError("a defect that nobody has foreseen")

    monkeypatch.setattr(hub._updater, "update", fails)
    rigel.visit.close()
    await eventually(lambda: not hub.presence._leaving)
    assert hub.room(code).state.seats[1].session
    monkeypatch.setattr(hub._updater, "update", update)
    await hub._sweep()
    await eventually(lambda: not hub.room(code).state.seats[1].session)
    await hub.close()


async def test_the_lobby_lists_the_games_that_wait_for_you_first_and_the_most_urgent_before_all() -> None:
    world = World()
    hub = await started(MemoryStore(), world)
    rigel = Guest.enters(hub, RIGEL)
    codes = []
    for title in ("First", "Second", "Third"):
        _, code = await correspondence(hub, rigel, title)
        codes.append(code)
        world.now += 3_600_000
    stranger = Guest.enters(hub, replace(RIGEL, id="SHA256:lyra", name="Lyra"))
    await stranger.visit.send(Create("Open", RoomOptions(seats=4)))
    waiting = [code for code in codes if _turn(hub, code) == VEGA.id]
    others = [code for code in codes if code not in waiting]
    back = Guest.enters(hub, VEGA, "back")
    listed = [room.code for room in back.lobby.rooms]
    assert listed[: len(waiting)] == waiting
    assert listed[len(waiting) : 3] == others
    assert not back.lobby.rooms[3].yours
    await hub.close()


def _turn(hub: Hub, code: str) -> str:
    game = hub.room(code).state.game
    assert game is not None
    return game.players[game.position.turn - 1].id


async def test_after_a_game_of_a_day_a_move_its_end_is_there_to_be_seen() -> None:
    world = World()
    hub = await started(MemoryStore(), world)
    vega, code = await correspondence(hub, rigel := Guest.enters(hub, RIGEL))
    await rigel.until(lambda: rigel.snapshot.phase == "playing")
    first = mover(vega, rigel)
    other = rigel if first is vega else vega
    other.visit.close()
    await first.visit.send(MakeMove(code, "resign", 0))
    world.now += DAY_MS // 2
    await hub._sweep()
    back = Guest.enters(hub, other.visit.player, "back")
    await back.visit.send(Join(code))
    assert back.snapshot.result is not None
    await hub.close()
