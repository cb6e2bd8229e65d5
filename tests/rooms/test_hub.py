"""The hub: what people ask for, what everybody is sent, what survives."""

import asyncio
from contextvars import Context
from dataclasses import replace
from functools import partial

import pytest

from relspace.room.commands import Close, MakeMove, RemoveSeat, Say, SetReady
from relspace.room.due import Pace
from relspace.room.options import RoomOptions
from relspace.room.state import Player
from relspace.room.update import SERVER
from relspace.rules.record import read_record
from relspace.rules.replay import verify
from relspace.wire.commands import AddBot, Create, Join, Leave, QuickPlay, Watch
from relspace.wire.messages import Lobby
from relspace_server.charged import PAYER
from relspace_server.rooms.fanout import SLICE, FanOut
from relspace_server.rooms.hub import Hub
from relspace_server.store.memory import MemoryStore

from .people import LYRA, RIGEL, TWO, VEGA, Guest, World, at_play, mover, refused, seated, started


async def test_who_comes_in_sees_the_lobby_first(hub: Hub) -> None:
    vega = Guest.enters(hub, VEGA)
    assert vega.lobby.you == "Vega"
    assert vega.lobby.address == "play.example.net"
    assert [person.name for person in vega.lobby.people] == ["Vega"]


async def test_a_code_in_any_case_leads_into_the_room(hub: Hub) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    await rigel.visit.send(Join(code.lower()))
    assert rigel.snapshot.you == 2
    await vega.until(lambda: vega.snapshot.seats[1].name == "Rigel")


async def test_unknown_full_and_closed_rooms_are_refused(hub: Hub) -> None:
    vega, _, code = await seated(hub)
    lyra = Guest.enters(hub, LYRA)
    assert await refused(lyra.visit.send(Join("NONE1"))) == "no-such-room"
    assert await refused(lyra.visit.send(Join("../../"))) == "no-such-room"
    assert await refused(lyra.visit.send(Join(code))) == "room-full"
    assert await refused(lyra.visit.send(Watch("NONE1"))) == "no-such-room"
    assert await refused(vega.visit.send(SetReady("NONE1", ready=True))) == "no-such-room"
    assert lyra.visit.in_lobby


async def test_a_game_is_played_to_its_end_and_everybody_sees_every_move(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    lyra = Guest.enters(hub, LYRA)
    await lyra.visit.send(Watch(code))
    people = (vega, rigel, lyra)
    while vega.snapshot.phase == "playing":
        on_turn = mover(vega, rigel)
        assert on_turn.snapshot.view is not None
        ply = on_turn.snapshot.view.ply
        await on_turn.visit.send(MakeMove(code, on_turn.snapshot.legal[0].move, ply))
        for one in people:
            await one.until(lambda one=one, ply=ply: one.snapshot.view is not None and one.snapshot.view.ply > ply)  # type: ignore[misc]
    assert {one.snapshot.phase for one in people} == {"over"}
    assert vega.snapshot.result is not None
    revisions = [message.rev for message in vega.got if hasattr(message, "rev")]
    assert revisions == sorted(revisions)


async def test_spectators_see_no_private_stash_and_cannot_play(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    lyra = Guest.enters(hub, LYRA)
    await lyra.visit.send(Watch(code))
    assert lyra.snapshot.you is None
    assert lyra.snapshot.legal == ()
    assert lyra.snapshot.view is not None
    assert not {space for stash in lyra.snapshot.view.seats for space in stash.spaces} - {"?", "~", None}
    move = mover(vega, rigel).snapshot.legal[0].move
    assert await refused(lyra.visit.send(MakeMove(code, move, 0))) == "not-seated"
    await vega.until(lambda: vega.snapshot.watching == 1)


async def test_where_the_host_does_not_want_it_nobody_watches(hub: Hub) -> None:
    vega, lyra = Guest.enters(hub, VEGA), Guest.enters(hub, LYRA)
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=2, watching=False)))).room
    assert await refused(lyra.visit.send(Watch(code))) == "no-watching"


async def test_rooms_by_code_only_are_not_listed(hub: Hub) -> None:
    vega, lyra = Guest.enters(hub, VEGA), Guest.enters(hub, LYRA)
    code = (await vega.visit.send(Create("Orion", RoomOptions(public=False)))).room
    await vega.visit.send(Leave(code))
    hub.hall.tell()
    assert lyra.lobby.rooms == ()


async def test_who_drops_is_shown_away_and_finds_the_seat_again(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    rigel.visit.close()
    await vega.until(lambda: vega.snapshot.seats[1].presence == "away")
    again = Guest.enters(hub, RIGEL, "another terminal")
    assert again.lobby.rooms[0].yours
    await again.visit.send(Join(code))
    assert again.snapshot.you == 2
    assert again.snapshot.legal
    await vega.until(lambda: vega.snapshot.seats[1].presence == "here")


async def test_a_second_terminal_asks_before_it_takes_the_seat_over(hub: Hub) -> None:
    _, rigel, code = await at_play(hub)
    again = Guest.enters(hub, RIGEL, "another terminal")
    assert await refused(again.visit.send(Join(code))) == "seat-in-use"
    await again.visit.send(Join(code, take_over=True))
    assert rigel.notices == ["taken-over"]
    assert rigel.visit.in_lobby
    rigel.visit.close()
    await again.until(lambda: again.snapshot.seats[1].presence == "here")


async def test_a_server_that_starts_again_has_its_games(store: MemoryStore, world: World) -> None:
    hub = await started(store, world)
    vega, rigel, code = await at_play(hub)
    first = mover(vega, rigel)
    await first.visit.send(MakeMove(code, first.snapshot.legal[0].move, 0))
    # Not closed: the process is gone from one moment to the next.
    later = await started(store, replace(world, node="later"))
    back = Guest.enters(later, VEGA)
    await back.visit.send(Join(code))
    assert back.snapshot.view is not None
    assert back.snapshot.view.ply == 1
    await back.until(lambda: [seat.presence for seat in back.snapshot.seats] == ["here", "away"])
    await later.close()
    await hub.close()


async def test_bots_play_by_themselves_and_quick_play_is_a_game_at_once(hub: Hub) -> None:
    vega = Guest.enters(hub, VEGA)
    code = (await vega.visit.send(QuickPlay())).room
    await vega.until(lambda: vega.snapshot.phase == "playing")
    assert [seat.kind for seat in vega.snapshot.seats] == ["person", "bot", "bot", "bot"]
    while vega.snapshot.phase == "playing":
        await vega.until(lambda: vega.snapshot.phase == "over" or not vega.snapshot.ahead)
        if vega.snapshot.phase == "playing":
            assert vega.snapshot.view is not None
            ply = vega.snapshot.view.ply
            await vega.visit.send(MakeMove(code, vega.snapshot.legal[0].move, ply))
            await vega.until(lambda ply=ply: vega.snapshot.view is not None and vega.snapshot.view.ply > ply)  # type: ignore[misc]
    assert vega.snapshot.result is not None
    await vega.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")


async def test_the_host_adds_bots_and_frees_seats(hub: Hub) -> None:
    vega, lyra = Guest.enters(hub, VEGA), Guest.enters(hub, LYRA)
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=4)))).room
    await lyra.visit.send(Join(code))
    await vega.visit.send(AddBot(code))
    assert await refused(lyra.visit.send(AddBot(code))) == "not-host"
    assert await refused(vega.visit.send(AddBot(code, "perfect"))) == "bad-options"
    await vega.visit.send(RemoveSeat(code, 2))
    await lyra.until(lambda: lyra.notices == ["removed"])
    assert lyra.visit.in_lobby
    await vega.until(lambda: vega.snapshot.seats[1].kind == "free")


async def test_the_last_to_leave_closes_the_room_for_those_who_watch(hub: Hub) -> None:
    vega, rigel, code = await seated(hub)
    lyra = Guest.enters(hub, LYRA)
    await lyra.visit.send(Watch(code))
    await vega.visit.send(Leave(code))
    await rigel.visit.send(Leave(code))
    await lyra.until(lambda: lyra.notices == ["room-closed"])
    assert hub.rooms == ()
    assert await refused(lyra.visit.send(Watch(code))) == "no-such-room"


async def test_everybody_in_a_room_that_closes_comes_to_the_lobby_and_others_come_in(hub: Hub) -> None:
    vega = Guest.enters(hub, VEGA)
    code = (await vega.visit.send(Create())).room
    watching = [Guest.enters(hub, Player(f"SHA256:{name}", name)) for name in ("Lyra", "Mira", "Deneb")]
    for one in watching:
        await one.visit.send(Watch(code))
    await vega.visit.send(Leave(code))
    for one in watching:
        await one.until(lambda one=one: one.notices == ["room-closed"])  # type: ignore[misc]
        assert one.visit.in_lobby
        assert {person.where for person in one.lobby.people} == {"lobby"}
    assert hub.rooms == ()
    assert len(Guest.enters(hub, RIGEL).lobby.people) == 5


async def test_a_room_that_a_host_closes_leaves_nobody_behind(hub: Hub) -> None:
    vega, rigel, code = await seated(hub)
    await hub.change(code, Close(), SERVER)
    for one in (vega, rigel):
        await one.until(lambda one=one: one.notices == ["room-closed"])  # type: ignore[misc]
        assert one.visit.in_lobby
    assert await refused(vega.visit.send(Join(code))) == "no-such-room"
    assert Guest.enters(hub, LYRA).visit.in_lobby


async def test_talk_reaches_the_room_and_the_lobby_apart(hub: Hub) -> None:
    vega, rigel, code = await seated(hub)
    lyra = Guest.enters(hub, LYRA)
    await vega.visit.send(Say(code, "one more\x1b[2J and we go"))
    await rigel.until(lambda: bool(rigel.talk.lines))
    assert rigel.talk.lines[-1].text == "one more[2J and we go"
    await lyra.visit.send(Say("", "anyone for a quick four?"))
    assert lyra.talk.lines[-1].name == "Lyra"
    assert rigel.talk.room == code
    assert await refused(lyra.visit.send(Say("", "\x07\u200b"))) == "nothing-to-say"
    assert await refused(lyra.visit.send(Say(code, "hello"))) == "not-seated"


async def test_more_than_five_lines_in_ten_seconds_are_too_fast(hub: Hub, world: World) -> None:
    lyra = Guest.enters(hub, LYRA)
    for number in range(5):
        await lyra.visit.send(Say("", f"line {number}"))
    assert await refused(lyra.visit.send(Say("", "line 5"))) == "too-fast"
    world.now += 10_000
    await lyra.visit.send(Say("", "line 5"))


async def test_there_is_an_end_to_rooms(store: MemoryStore, world: World) -> None:
    hub = await started(store, world, max_rooms=1)
    vega = Guest.enters(hub, VEGA)
    await vega.visit.send(Create())
    assert await refused(vega.visit.send(Create())) == "too-many-rooms"
    await hub.close()


async def test_a_turn_that_runs_out_is_played(store: MemoryStore, world: World) -> None:
    hub = await started(store, world)
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=2, clock=15)))).room
    await rigel.visit.send(Join(code))
    await vega.visit.send(SetReady(code, ready=True))
    await rigel.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.clock is not None)
    assert vega.snapshot.clock is not None
    assert vega.snapshot.clock.left == 15_000
    room = hub.room(code)
    world.now += 15_000
    hub.firing.schedule(room)
    await vega.until(lambda: bool(vega.snapshot.log))
    assert vega.snapshot.log[-1].auto
    await hub.close()


async def test_bots_take_their_time(store: MemoryStore, world: World) -> None:
    hub = await started(store, world, Pace())
    vega = Guest.enters(hub, VEGA)
    code = (await vega.visit.send(QuickPlay())).room
    timer = hub.room(code).timer
    state = hub.room(code).state
    assert state.game is not None
    bots_turn = state.seats[state.game.position.turn - 1].is_bot
    assert (timer is not None) == bots_turn
    await hub.close()


async def test_a_busy_fanout_lets_others_in_between() -> None:
    now, told = 0.0, list[int]()
    fanout = FanOut(lambda: now)

    def tell(number: int, takes: float) -> None:
        nonlocal now
        now += takes
        told.append(number)

    fanout.add(partial(tell, number, SLICE / 3) for number in range(9))
    assert told == [0, 1, 2]
    await asyncio.sleep(0)
    assert told == [*range(6)]
    fanout.add([partial(tell, 9, 2 * SLICE), partial(tell, 10, 0)])
    await asyncio.sleep(0)
    assert told == [*range(9)]
    await asyncio.sleep(0)
    assert told == [*range(10)]
    await asyncio.sleep(0)
    assert told == [*range(11)]


async def test_what_is_told_later_is_paid_by_whoever_did_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    paid: dict[str, list[float]] = {"Vega": [], "Rigel": []}
    monkeypatch.setattr("relspace_server.rooms.fanout.thread_time", lambda: now)
    fanout = FanOut(lambda: now)

    def tell(takes: float) -> None:
        nonlocal now
        now += takes

    context = Context()
    context.run(PAYER.set, paid["Vega"].append)
    context.run(fanout.add, [partial(tell, 1.0), partial(tell, 2.0)])
    assert paid["Vega"] == [], "what is told at once is a part of what Vega's task has done"
    context.run(PAYER.set, paid["Rigel"].append)
    context.run(fanout.add, [partial(tell, 4.0)])
    fanout.add([partial(tell, 8.0)])
    for _ in range(4):
        await asyncio.sleep(0)
    assert now == 15.0
    assert paid == {"Vega": [2.0], "Rigel": [4.0]}


async def test_a_viewer_who_cannot_be_told_keeps_nobody_else_waiting(caplog: pytest.LogCaptureFixture) -> None:
    told, fanout = list[str](), FanOut(lambda: 0.0)

    def defect() -> None:
        raise RuntimeError("no snapshot of this room can be made")

    fanout.add([defect, partial(told.append, "Rigel")])
    fanout.add([partial(told.append, "Lyra")])
    assert told == ["Rigel", "Lyra"]
    assert "could not be told" in caplog.text
    assert "no snapshot of this room" in caplog.text


async def test_the_record_of_a_finished_game_is_kept_and_can_be_verified(store: MemoryStore, world: World) -> None:
    hub = await started(store, world)
    vega, rigel, code = await at_play(hub)
    game_id = vega.snapshot.game
    running = await hub.lookups.record(game_id, LYRA.id)
    assert "seed" not in running
    while vega.snapshot.phase == "playing":
        on_turn = mover(vega, rigel)
        assert on_turn.snapshot.view is not None
        await on_turn.visit.send(MakeMove(code, on_turn.snapshot.legal[0].move, on_turn.snapshot.view.ply))
    await vega.visit.send(Leave(code))
    await rigel.visit.send(Leave(code))
    assert hub.rooms == ()
    await hub.close()
    kept = await hub.lookups.record(game_id, LYRA.id)
    record = read_record(kept.splitlines())
    verify(record)
    assert record.game.seats == ("Vega", "Rigel")
    assert record.end is not None
    assert record.end.ply == len(record.moves)


@pytest.mark.parametrize("wrong", ["", "K7QX2-1-1", "../../etc/passwd", "x" * 1000, "\x1b[2J"])
async def test_an_id_that_no_game_has(hub: Hub, wrong: str) -> None:
    assert await refused(hub.lookups.record(wrong, VEGA.id)) == "no-such-record"


async def test_a_lobby_in_which_nothing_changed_is_not_sent_again(hub: Hub) -> None:
    vega = Guest.enters(hub, VEGA)
    hub.hall.tell()
    hub.hall.tell()
    lobbies = [message for message in vega.got if isinstance(message, Lobby)]
    assert len(lobbies) == 1
    rigel = Guest.enters(hub, RIGEL)
    hub.hall.tell()
    assert [person.name for person in vega.lobby.people] == ["Vega", "Rigel"]
    rigel.visit.close()
    hub.hall.tell()
    assert [person.name for person in vega.lobby.people] == ["Vega"]


async def test_who_drops_while_sitting_down_leaves_no_ghost(hub: Hub) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    sitting = asyncio.create_task(rigel.visit.send(Join(code)))
    await asyncio.sleep(0)
    rigel.visit.close()
    await sitting
    await vega.until(lambda: vega.snapshot.seats[1].presence == "away")
    assert vega.snapshot.watching == 0
