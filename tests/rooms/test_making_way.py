"""Where there are as many rooms as there may be, one in which nobody is makes way for a new one."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from relspace.errors import NotNow
from relspace.room.clock import DESERTED
from relspace.room.commands import GiveHost, MakeMove, SetReady
from relspace.room.create import create
from relspace.room.due import Pace
from relspace.room.options import LONG_CLOCK, RoomOptions
from relspace.room.playing import begin
from relspace.room.state import Player, RoomState, Seat
from relspace.wire.commands import Create, Join, QuickPlay, Watch
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.making_way import GAME_KEPT, claim_of, first_to_go
from relspace_server.store.memory import MemoryStore

from .people import LYRA, RIGEL, TWO, VEGA, Guest, World, at_play, eventually, refused, started
from .test_many_rooms import opened

MOST = 3
NOW = 1_800_000_000_000
BOT = Player("bot:Mira", "Mira", "bot", "easy")
SEED = bytes(range(32))


@pytest.fixture
async def hub(store: MemoryStore, world: World) -> AsyncIterator[Hub]:
    hub = await started(store, world, max_rooms=MOST)
    yield hub
    await hub.close()


def room(code: str, *seats: Seat, clock: int = 0) -> RoomState:
    """A room that was opened a day ago and in which these sit."""
    then = NOW - 86_400_000
    state = create(VEGA, "", code, RoomOptions(seats=len(seats), clock=clock), then, SEED)
    return replace(state, code=code, seats=seats)


def away(player: Player, ms: int, **fields: object) -> Seat:
    """The seat of somebody who went so long ago."""
    return replace(Seat(player, away_since=NOW - ms), **fields)  # type: ignore[arg-type]


def game(code: str, *seats: Seat, clock: int = 0) -> RoomState:
    """The same, in a game."""
    state = begin(room(code, *seats, clock=clock), NOW - 86_400_000, SEED)
    return replace(state, seats=seats)


HOUR = GAME_KEPT

MAY_GO = {
    "finished": replace(game("A", away(VEGA, DESERTED), Seat(BOT)), phase="over"),
    "not begun": room("B", away(VEGA, DESERTED), Seat()),
    "of one": game("C", away(VEGA, HOUR), Seat(BOT)),
    "of several": game("D", away(VEGA, HOUR), away(RIGEL, 2 * HOUR)),
    "of a guest": game("E", away(LYRA, DESERTED, autopilot=True), Seat(BOT)),
    "of a day a move, of one": game("G", away(VEGA, HOUR), Seat(BOT), clock=LONG_CLOCK),
    "of a day a move, finished": replace(game("H", away(VEGA, HOUR), Seat(BOT), clock=LONG_CLOCK), phase="over"),
    "of a day a move, finished by guests": replace(
        game("I", away(LYRA, DESERTED), Seat(BOT), clock=LONG_CLOCK), phase="over"
    ),
    "of a day a move, all by the autopilot": game(
        "F", away(VEGA, HOUR, autopilot=True), away(RIGEL, HOUR, autopilot=True), clock=LONG_CLOCK
    ),
}

MAY_NOT_GO = {
    "somebody is there": room("A", Seat(VEGA, "node/vega"), away(RIGEL, 10 * HOUR)),
    "a seat waits": room("B", away(VEGA, DESERTED - 1), Seat()),
    "somebody may come back": game("C", away(VEGA, HOUR - 1), Seat(BOT)),
    "one of several may come back": game("D", away(VEGA, HOUR - 1), away(RIGEL, 10 * HOUR)),
    "of a day a move, of one": game("E", away(VEGA, HOUR - 1), Seat(BOT), clock=LONG_CLOCK),
    "of a day a move, of several": game("G", away(VEGA, 20 * HOUR), away(RIGEL, 20 * HOUR), clock=LONG_CLOCK),
    "of a day a move, its end still to be seen": replace(
        game("H", away(VEGA, HOUR - 1), Seat(BOT), clock=LONG_CLOCK), phase="over"
    ),
    "of a day a move, not all by the autopilot": game(
        "F", away(VEGA, 20 * HOUR, autopilot=True), away(RIGEL, 20 * HOUR), clock=LONG_CLOCK
    ),
}


@pytest.mark.parametrize("which", MAY_GO)
def test_what_nobody_is_at_may_go(which: str) -> None:
    assert claim_of(MAY_GO[which], NOW) is not None


@pytest.mark.parametrize("which", MAY_NOT_GO)
def test_what_somebody_may_come_back_to_stays(which: str) -> None:
    assert claim_of(MAY_NOT_GO[which], NOW) is None


def test_finished_ones_go_first_and_of_these_who_was_left_longest() -> None:
    finished = replace(game("A", away(VEGA, 2 * DESERTED), Seat(BOT)), phase="over")
    states = [
        game("E", away(VEGA, 9 * HOUR), away(RIGEL, 9 * HOUR)),
        game("D", away(VEGA, 3 * HOUR), Seat(BOT)),
        room("C", away(VEGA, 2 * DESERTED), Seat()),
        replace(finished, code="B", seats=(away(VEGA, DESERTED), Seat(BOT))),
        finished,
        room("F", Seat(VEGA, "node/vega"), Seat()),
    ]
    rooms = [opened(state) for state in states]
    order = []
    while (gone := first_to_go(rooms, NOW)) is not None:
        order.append(gone.state.code)
        rooms.remove(gone)
    assert order == ["A", "B", "C", "D", "E"]


async def left_game(hub: Hub, name: str) -> str:
    """The code of a game against bots whose person has gone."""
    guest = Guest.enters(hub, Player(f"SHA256:{name}", name))
    code = (await guest.visit.send(QuickPlay())).room
    guest.visit.close()
    await eventually(lambda: not hub.room(code).state.seats[0].session)
    return code


async def test_a_full_server_closes_the_game_that_was_left_longest(hub: Hub, world: World) -> None:
    first = await left_game(hub, "Altair")
    world.now += 1_000
    codes = [await left_game(hub, name) for name in ("Mizar", "Deneb")]
    vega = Guest.enters(hub, VEGA)
    assert await refused(vega.visit.send(Create())) == "too-many-rooms", "they may come back"
    world.now += GAME_KEPT
    new = (await vega.visit.send(Create())).room
    assert {one.state.code for one in hub.rooms} == {*codes, new}
    assert first not in hub.hall.board._cards


@pytest.mark.parametrize("wrong", [Create(options=RoomOptions(seats=99)), Create(bots=1, level="brilliant")])
async def test_no_room_makes_way_for_one_that_is_refused(hub: Hub, world: World, wrong: Create) -> None:
    codes = [await left_game(hub, name) for name in ("Altair", "Mizar", "Deneb")]
    world.now += GAME_KEPT
    assert await refused(Guest.enters(hub, VEGA).visit.send(wrong)) == "bad-options"
    assert [one.state.code for one in hub.rooms] == codes


async def test_what_somebody_watches_stays(hub: Hub, world: World) -> None:
    watched = await left_game(hub, "Altair")
    rigel = Guest.enters(hub, RIGEL)
    await rigel.visit.send(Watch(watched))
    world.now += 1_000
    other = await left_game(hub, "Mizar")
    await left_game(hub, "Deneb")
    world.now += GAME_KEPT
    await Guest.enters(hub, VEGA).visit.send(Create())
    assert watched in [one.state.code for one in hub.rooms]
    assert other not in [one.state.code for one in hub.rooms]


async def test_rooms_with_people_in_them_never_go(hub: Hub, world: World) -> None:
    vega, _, code = await at_play(hub)
    for name in ("Altair", "Mizar"):
        await Guest.enters(hub, Player(f"SHA256:{name}", name)).visit.send(Create())
    world.now += 100 * GAME_KEPT
    assert await refused(Guest.enters(hub, LYRA).visit.send(Create())) == "too-many-rooms"
    assert vega.snapshot.room == code


async def test_many_who_ask_at_one_moment_each_get_a_room_of_their_own(hub: Hub, world: World) -> None:
    for name in ("Altair", "Mizar", "Deneb"):
        await left_game(hub, name)
    world.now += GAME_KEPT
    guests = [Guest.enters(hub, Player(f"SHA256:{number}", f"Vega{number}")) for number in range(MOST + 2)]
    answers = await asyncio.gather(*(one.visit.send(Create()) for one in guests), return_exceptions=True)
    assert len(hub.rooms) == MOST
    assert sum(isinstance(answer, NotNow) and answer.code == "too-many-rooms" for answer in answers) == 2


async def test_somebody_who_is_back_at_that_moment_keeps_the_game(
    hub: Hub, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await left_game(hub, "Altair")
    world.now += 1_000
    other = await left_game(hub, "Mizar")
    await left_game(hub, "Deneb")
    world.now += GAME_KEPT
    altair = Guest.enters(hub, Player("SHA256:Altair", "Altair"))
    apply = hub._opening._admission._apply

    async def late(code: str, change: object, op_id: str = "") -> RoomState:
        await altair.visit.send(Join(code))
        monkeypatch.setattr(hub._opening._admission, "_apply", apply)
        return await apply(code, change, op_id)  # type: ignore[arg-type]

    monkeypatch.setattr(hub._opening._admission, "_apply", late)
    await Guest.enters(hub, VEGA).visit.send(Create())
    assert altair.snapshot.room == code
    assert other not in [one.state.code for one in hub.rooms]


# ── of one address ───────────────────────────────────────────────────────────────────────────────────────────────────

EACH = 2


@pytest.fixture
async def few() -> AsyncIterator[Hub]:
    """A server that lets two rooms be opened from one address."""
    world = World()
    hub = Hub(MemoryStore(), replace(world.around(), max_rooms_per_address=EACH))
    await hub.start()
    yield hub
    await hub.close()


def enters(hub: Hub, player: Player, network: str) -> Guest:
    guest = Guest(hub.visit(player, player.name, network=network))
    guest.visit.open(guest.receive)
    return guest


async def test_one_address_may_have_so_many_rooms_open_whoever_their_host_is(few: Hub) -> None:
    vega, rigel = enters(few, VEGA, "192.0.2.1"), enters(few, RIGEL, "192.0.2.1")
    lyra = enters(few, LYRA, "192.0.2.2")
    code = (await vega.visit.send(Create("", TWO))).room
    await lyra.visit.send(Join(code))
    await vega.visit.send(GiveHost(code, 2))
    await rigel.visit.send(Create())
    mira = enters(few, Player("SHA256:mira", "Mira"), "192.0.2.1")
    assert await refused(mira.visit.send(Create())) == "too-many-of-address"
    assert await refused(mira.visit.send(QuickPlay())) == "too-many-of-address"
    await enters(few, Player("SHA256:deneb", "Deneb"), "192.0.2.2").visit.send(Create())


async def test_a_room_that_has_closed_counts_no_more(few: Hub) -> None:
    vega = enters(few, VEGA, "192.0.2.1")
    for _ in range(3 * EACH):
        code = (await vega.visit.send(Create())).room
        vega.visit.close()
        await eventually(lambda code=code: not few.room(code).state.seats[0].session)  # type: ignore[misc]
        await few.apply(code, lambda state: replace(state, closed=True))
        vega = enters(few, VEGA, "192.0.2.1")
    assert len(few._opening._admission._networks) <= 1


async def test_where_no_address_is_known_none_is_counted(few: Hub) -> None:
    for number in range(EACH + 1):
        await enters(few, Player(f"SHA256:{number}", f"Vega{number}"), "").visit.send(Create())


async def test_games_that_were_left_make_way_for_others_of_the_same_address_alone() -> None:
    world = World()
    hub = Hub(MemoryStore(), replace(world.around(), max_rooms_per_address=EACH))
    await hub.start()
    codes = []
    for name, network in (("Altair", "192.0.2.2"), ("Mizar", "192.0.2.1"), ("Deneb", "192.0.2.1")):
        guest = enters(hub, Player(f"SHA256:{name}", name), network)
        codes.append((await guest.visit.send(QuickPlay())).room)
        guest.visit.close()
        await eventually(lambda: not hub.room(codes[-1]).state.seats[0].session)
        world.now += 1_000
    world.now += GAME_KEPT
    new = (await enters(hub, VEGA, "192.0.2.1").visit.send(Create())).room
    assert [one.state.code for one in hub.rooms] == [codes[0], codes[2], new]
    await hub.close()


async def test_many_of_one_address_at_one_moment_are_counted(few: Hub) -> None:
    guests = [enters(few, Player(f"SHA256:{number}", f"Vega{number}"), "192.0.2.1") for number in range(8)]
    answers = await asyncio.gather(*(one.visit.send(Create()) for one in guests), return_exceptions=True)
    assert len(few.rooms) == EACH
    assert sum(isinstance(answer, NotNow) and answer.code == "too-many-of-address" for answer in answers) == 6


# ── games that nobody is at ──────────────────────────────────────────────────────────────────────────────────────────


async def test_a_game_whose_people_have_all_gone_is_not_played_on_while_somebody_looks_on(
    store: MemoryStore, world: World
) -> None:
    hub = await started(store, world, Pace(30_000, 30_000, 30_000))
    vega, lyra = Guest.enters(hub, VEGA), Guest.enters(hub, LYRA)
    code = (await vega.visit.send(QuickPlay())).room
    await lyra.visit.send(Watch(code))
    vega.visit.close()
    await eventually(lambda: not hub.room(code).state.seats[0].session)
    moves = []
    for _ in range(4):
        world.now += DESERTED + 1
        await hub._sweep()
        for _ in range(50):
            await asyncio.sleep(0)
        state = hub.room(code).state
        assert state.game is not None
        moves.append(len(state.game.moves))
    assert moves[0] <= 1, "one that was due within the minute"
    assert moves == moves[:1] * 4
    await hub.close()


async def test_who_resigned_and_has_gone_leaves_no_game_among_bots(store: MemoryStore, world: World) -> None:
    hub = await started(store, world, Pace(100_000, 100_000, 100_000))
    vega = Guest.enters(hub, VEGA)
    code = (await vega.visit.send(Create("", RoomOptions(seats=4, clock=LONG_CLOCK), 3))).room
    await vega.visit.send(SetReady(code, ready=True))
    await vega.visit.send(MakeMove(code, "resign", 0))
    vega.visit.close()
    room = hub.room(code)
    await eventually(lambda: not room.state.seats[0].session)
    world.now += DESERTED
    hub.firing.schedule(room)
    await eventually(lambda: not hub.rooms)
    await hub.close()
