"""What a lobby shows of very many rooms, and that a change of one costs nobody a look at all of them."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from relspace.room.commands import MakeMove, SetReady
from relspace.room.create import create
from relspace.room.options import RoomOptions
from relspace.room.state import Player, RoomState, Seat
from relspace.room.stored import encode_room
from relspace.rules.legal import legal_moves
from relspace.wire.commands import Create, Join, Leave, Watch
from relspace.wire.messages import Lobby
from relspace_server.rooms import hall
from relspace_server.rooms.board import Board
from relspace_server.rooms.elsewhere import Connected
from relspace_server.rooms.fanout import FanOut
from relspace_server.rooms.hall import FEW
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.lobby import PEOPLE_LISTED, ROOMS_LISTED
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.store.memory import MemoryStore

from .people import LYRA, RIGEL, TWO, VEGA, Guest, World, at_play, eventually, mover, started

MANY = 300
NEVER = 10_000 * 24 * 3_600_000
"""Milliseconds after the beginning, so that none of these rooms expires."""


def hosted(number: int, created: int = 0, **options: object) -> RoomState:
    """A room that somebody has opened who is connected."""
    host = Player(f"SHA256:host{number}", f"Host{number}")
    chosen = replace(RoomOptions(seats=3, clock=0), **options)  # type: ignore[arg-type]
    state = create(host, "elsewhere/1", f"Room {number}", chosen, created, number.to_bytes(32))
    return replace(state, code=f"R{number:04}", touched=NEVER)


def opened(state: RoomState) -> OpenRoom:
    return OpenRoom(state, 1, FanOut(lambda: 0.0), lambda: 0)


def on_board(board: Board, most: int = 100) -> list[str]:
    return [room.code for room in board.first(most)]


def with_seat(state: RoomState, number: int, seat: Seat) -> RoomState:
    return replace(state, seats=(*state.seats[: number - 1], seat, *state.seats[number:]))


# ── the board ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rooms_where_somebody_waits_for_players_come_first_who_has_waited_longest_before_all() -> None:
    board = Board()
    playing = replace(hosted(1, created=1), phase="playing")
    over = replace(hosted(2, created=2), phase="over")
    late, early = hosted(3, created=9), hosted(4, created=8)
    full = replace(hosted(5, created=3), seats=tuple(replace(early.seats[0]) for _ in range(3)))
    nobody = with_seat(hosted(6, created=4), 1, replace(early.seats[0], session="", away_since=5))
    for state in (over, nobody, playing, full, late, early):
        board.put(opened(state))
    assert on_board(board) == [state.code for state in (early, late, nobody, full, playing, over)]
    assert list(board.waiting()) == [early.code, late.code]


def test_a_private_room_is_on_nobody_elses_list() -> None:
    board = Board()
    board.put(opened(hosted(1, public=False)))
    assert on_board(board) == []
    assert board.public == 0
    assert board.seats_of("SHA256:host1") == ("R0001",)


def test_a_room_moves_when_it_changes_and_leaves_no_trace_when_it_is_gone() -> None:
    board = Board()
    first, second = hosted(1, created=1), hosted(2, created=2)
    board.put(opened(first))
    board.put(opened(second))
    assert board.put(opened(replace(first, phase="playing")))
    assert on_board(board) == ["R0002", "R0001"]
    assert not board.put(opened(replace(first, phase="playing", touched=77, ops=("a",))))
    assert board.put(opened(with_seat(second, 1, Seat())))
    assert board.seats_of("SHA256:host2") == ()
    board.drop("R0001")
    board.drop("R0002")
    board.drop("R0002")
    assert on_board(board) == []
    assert board.seats_of("SHA256:host1") == ()
    assert board.players("R0001") == frozenset()


# ── the lobby ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def with_many(world: World) -> Hub:
    """A server with many rooms, and Vega's among the last."""
    store = MemoryStore()
    for number in range(MANY):
        state = hosted(number, created=number)
        await store.bucket("rooms").put(state.code, encode_room(state), 0)
    return await started(store, world, max_rooms=2 * MANY)


async def test_a_lobby_lists_so_many_rooms_and_says_how_many_more_there_are() -> None:
    hub = await with_many(World())
    vega = Guest.enters(hub, VEGA)
    assert len(vega.lobby.rooms) == ROOMS_LISTED
    assert vega.lobby.unlisted == MANY - ROOMS_LISTED
    code = (await vega.visit.send(Create("Orion", TWO))).room
    vega.visit.close()
    back = Guest.enters(hub, VEGA, "back")
    assert back.lobby.rooms[0].code == code
    assert len(back.lobby.rooms) == ROOMS_LISTED
    assert len({room.code for room in back.lobby.rooms}) == ROOMS_LISTED
    assert back.lobby.unlisted == MANY + 1 - ROOMS_LISTED
    await hub.close()


async def test_a_room_that_is_not_listed_can_be_joined_by_its_code() -> None:
    hub = await with_many(World())
    vega = Guest.enters(hub, VEGA)
    code = f"R{MANY - 1:04}"
    assert code not in [room.code for room in vega.lobby.rooms]
    await vega.visit.send(Join(code))
    assert vega.snapshot.room == code
    await hub.close()


async def test_a_move_is_no_reason_to_tell_the_lobby_but_for_those_who_sit_there(hub: Hub, world: World) -> None:
    vega, rigel, code = await at_play(hub)
    stranger, second = Guest.enters(hub, LYRA), Guest.enters(hub, VEGA, "second")
    hub.hall.tell()
    asked: list[str] = []
    for guest in (stranger, second):
        guest.visit.tell_lobby = lambda _listing, guest=guest: asked.append(guest.visit.player.name)  # type: ignore[method-assign, misc]
    one = mover(vega, rigel)
    await one.visit.send(_any_move(hub, code))
    hub.hall.tell()
    assert asked == ["Vega"]


def _any_move(hub: Hub, code: str) -> MakeMove:
    game = hub.room(code).state.game
    assert game is not None
    return MakeMove(code, str(legal_moves(game.position)[0]), game.position.ply)


async def test_the_lobby_shows_who_looks_on_and_that_a_game_has_begun(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    lyra = Guest.enters(hub, LYRA)
    await lyra.visit.send(Watch(code))
    mira = Guest.enters(hub, Player("SHA256:mira", "Mira"))
    assert [(room.phase, room.watching) for room in mira.lobby.rooms] == [("playing", 1)]
    await lyra.visit.send(Leave(code))
    await mira.until(lambda: mira.lobby.rooms[0].watching == 0)
    assert {person.name: person.where for person in mira.lobby.people} == {
        "Mira": "lobby",
        "Lyra": "lobby",
        "Vega": "game",
        "Rigel": "game",
    }
    vega.visit.close()
    rigel.visit.close()


async def test_of_very_many_people_a_lobby_shows_the_first_by_name(hub: Hub) -> None:
    for number in range(2 * PEOPLE_LISTED):
        Guest.enters(hub, Player(f"SHA256:{number}", f"Vega{number:03}"))
    last = Guest.enters(hub, RIGEL)
    assert [person.name for person in last.lobby.people] == [
        "Rigel",
        *(f"Vega{number:03}" for number in range(PEOPLE_LISTED - 1)),
    ]


async def test_very_many_people_are_not_looked_through_for_each_who_comes(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "EACH_CONNECTED", 1.0)  # hours: however slow this machine is, nobody is looked for again
    looks = 0

    def elsewhere() -> list[Connected]:
        nonlocal looks
        looks += 1
        return [Connected(f"SHA256:{number}", f"Mira{number}") for number in range(10 * FEW)]

    hub.hall.elsewhere = elsewhere
    vega = Guest.enters(hub, VEGA)
    before = looks
    for number in range(5):
        Guest.enters(hub, Player(f"SHA256:rigel{number}", f"Rigel{number}"))
    assert looks == before
    hub.hall.tell()
    assert hub.hall._timer is not None
    assert hub.hall._timer.when() >= hub.hall._people_from > asyncio.get_running_loop().time()
    hub.hall._people_from = 0.0
    hub.hall.tell()
    assert looks == before + 1
    assert len(vega.lobby.people) == PEOPLE_LISTED


async def test_a_full_lobby_is_told_less_often(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "EACH", 10.0)  # a tenth of it is long, however slow this machine is
    guests = [Guest.enters(hub, Player(f"SHA256:{number}", f"Vega{number}")) for number in range(100)]
    hub.hall.tell()
    hub.hall.changed()
    timer = hub.hall._timer
    assert timer is not None
    left = timer.when() - asyncio.get_running_loop().time()
    assert left > 0.9 * hall.EACH * len(guests)


async def test_a_seat_is_marked_away_when_its_connection_goes_in_whichever_room_it_is(hub: Hub) -> None:
    vega = Guest.enters(hub, VEGA)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    vega.visit.close()
    await eventually(lambda: not hub.room(code).state.seats[0].session)


# ── the clocks ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_reading_the_rooms_at_the_start_is_no_loss_that_is_given_back(world: World) -> None:
    store = MemoryStore()
    first = await started(store, world)
    _, _, code = await at_play(first)
    await first.close()
    hub = Hub(store, world.around())
    await hub.load()
    world.stands_still(30_000)
    hub.begin()
    assert hub.clocks.lost.total >= 28_000
    assert hub.rooms[0].state.code == code
    assert hub.rooms[0].lost == hub.clocks.lost.total
    await hub.close()


async def test_rooms_that_are_owed_nothing_are_not_looked_through_each_second(hub: Hub, world: World) -> None:
    await at_play(hub)
    looked: list[str] = []

    def rooms() -> Iterator[OpenRoom]:
        for room in hub.rooms:
            looked.append(room.state.code)
            yield room

    hub.clocks.time._rooms = rooms
    await hub.clocks.time.pulse()
    assert looked == []
    world.stands_still(3_000)
    await hub.clocks.time.pulse()
    await hub.clocks.time.pulse()
    assert len(looked) == 1


async def test_a_sweep_through_many_rooms_lets_others_come_in_between() -> None:
    hub = await with_many(World())
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(others())
    await hub._sweep()
    task.cancel()
    assert turns >= MANY // 200
    await hub.close()


async def test_those_in_the_lobby_get_one_telling_for_many_changes(hub: Hub) -> None:
    vega = Guest.enters(hub, VEGA)
    hub.hall.tell()
    before = sum(isinstance(message, Lobby) for message in vega.got)
    rigel = Guest.enters(hub, RIGEL)
    code = (await rigel.visit.send(Create("Orion", TWO))).room
    await rigel.visit.send(SetReady(code, ready=True))
    hub.hall.tell()
    hub.hall.tell()
    assert sum(isinstance(message, Lobby) for message in vega.got) == before + 1
