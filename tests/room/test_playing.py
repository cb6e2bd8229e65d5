"""Games in a room: moves, the clock, autopilot and bots, the end, the rematch."""

import pytest

from relspace.bots.table import add_bot, fire
from relspace.errors import Refused
from relspace.room.commands import (
    Close,
    ComeBack,
    Depart,
    HandOver,
    LoseSession,
    MakeMove,
    PlayForSeat,
    SetReady,
    Sit,
)
from relspace.room.due import GAME_EXPIRES, UNUSED_EXPIRES, Due, Pace, due
from relspace.room.state import AUTOPILOT_AFTER, LOG_KEPT, Player, RoomState
from relspace.rules.legal import legal_moves

from .rooms import LYRA, RIGEL, SEED, START, VEGA, Table

PACE = Pace()


def playing(**options: object) -> Table:
    """A game of Vega and Rigel."""
    table = Table.opened(**options)
    table.ask(RIGEL, Sit("n/rigel"))
    table.ask(VEGA, SetReady(table.code, ready=True))
    table.ask(RIGEL, SetReady(table.code, ready=True))
    assert table.state.phase == "playing"
    return table


def on_turn(state: RoomState) -> Player:
    assert state.game is not None
    return state.game.players[state.game.position.turn - 1]


def waiting(state: RoomState) -> Player:
    return RIGEL if on_turn(state) == VEGA else VEGA


def first_move(state: RoomState) -> MakeMove:
    assert state.game is not None
    return MakeMove(state.code, str(legal_moves(state.game.position)[0]), state.game.position.ply)


def fired(table: Table, what: Due) -> RoomState:
    """The room after the clock has reached what is due."""
    table.now = what.at
    table.state = fire(table.state, what, PACE, table.now, SEED)
    return table.state


def next_due(table: Table) -> Due:
    what = due(table.state, PACE)
    assert what is not None
    return what


def test_a_move_is_recorded_and_logged() -> None:
    table = playing()
    mover = on_turn(table.state)
    move = first_move(table.state)
    table.now += 1_500
    game = table.ask(mover, move).game
    assert game is not None
    assert game.moves == ((table.state.seat_of(mover.id), move.move, 1_500, False),)
    assert game.log[-1].ply == 1


def test_a_move_meant_for_another_ply_is_refused() -> None:
    table = playing()
    stale = first_move(table.state)
    table.ask(on_turn(table.state), stale)
    with pytest.raises(Refused, match="stale-ply"):
        table.ask(on_turn(table.state), stale)


def test_moves_of_others_and_strangers_are_refused() -> None:
    table = playing()
    with pytest.raises(Refused, match="not-your-turn"):
        table.ask(waiting(table.state), first_move(table.state))
    with pytest.raises(Refused, match="not-seated"):
        table.ask(LYRA, first_move(table.state))
    with pytest.raises(Refused, match="bad-move"):
        table.ask(on_turn(table.state), MakeMove(table.code, "A1>", 0))


def test_nobody_joins_a_running_game_but_its_players_always_find_their_seat() -> None:
    table = playing()
    with pytest.raises(Refused, match="game-running"):
        table.ask(LYRA, Sit("n/lyra"))
    table.ask(VEGA, Depart("n/vega"))
    assert table.state.seats[0].player == VEGA
    assert table.state.seats[0].away_since == START
    table.ask(VEGA, Sit("n/vega-2"))
    assert table.state.seats[0].session == "n/vega-2"


def test_a_turn_that_runs_out_is_played_and_after_two_the_autopilot_plays_at_once() -> None:
    table = playing(clock=30)
    seats_timed_out = []
    while not any(seat.autopilot for seat in table.state.seats):
        what = next_due(table)
        assert what.kind == "timeout"
        game = table.state.game
        assert game is not None
        if game.position.phase == "play":
            assert what.at == game.deadline
            seats_timed_out.append(game.position.turn)
        fired(table, what)
    assert seats_timed_out.count(seats_timed_out[-1]) == AUTOPILOT_AFTER
    assert table.state.game is not None
    assert all(made.auto for made in table.state.game.moves)


def test_the_autopilot_gives_the_seat_back() -> None:
    table = playing(clock=30)
    while not any(seat.autopilot for seat in table.state.seats):
        fired(table, next_due(table))
    number = next(number for number, seat in enumerate(table.state.seats, 1) if seat.autopilot)
    player = table.state.seats[number - 1].player
    assert player is not None
    table.ask(player, ComeBack(table.code))
    assert (table.state.seats[number - 1].autopilot, table.state.seats[number - 1].missed) == (False, 0)


def test_what_was_due_happens_once() -> None:
    table = playing(clock=30)
    what = next_due(table)
    fired(table, what)
    with pytest.raises(Refused, match="not-due"):
        fired(table, what)
    with pytest.raises(Refused, match="not-due"):
        table.serve(PlayForSeat(1, 0, "A1>P1", auto=True))


def test_the_clock_starts_anew_with_each_turn_but_not_within_one() -> None:
    table = playing(clock=30)
    while table.state.phase == "playing":
        game = table.state.game
        assert game is not None
        turn, phase, deadline = game.position.turn, game.position.phase, game.deadline
        table.now += 1_000
        after = table.ask(on_turn(table.state), first_move(table.state)).game
        assert after is not None
        if after.position.phase == "over":
            assert after.deadline == 0
        elif after.position.phase in ("load", "peek", "give") and after.position.turn == turn:
            assert after.deadline == deadline, phase
        else:
            assert after.deadline == table.now + 30_000


def test_without_a_clock_an_away_seat_can_be_handed_to_the_autopilot_after_a_minute() -> None:
    table = playing(clock=0)
    table.serve(LoseSession("n/rigel"))
    with pytest.raises(Refused, match="not-away"):
        table.ask(VEGA, HandOver(table.code, 2))
    table.now += 60_000
    with pytest.raises(Refused, match="not-away"):
        table.ask(VEGA, HandOver(table.code, 1))
    table.ask(VEGA, HandOver(table.code, 2))
    assert table.state.seats[1].autopilot


def test_a_bot_moves_after_a_moment_and_the_game_comes_to_an_end() -> None:
    table = Table.opened(seats=3)
    table.state = add_bot(table.state, VEGA, "", table.now, SEED)
    table.state = add_bot(table.state, VEGA, "", table.now, SEED)
    table.ask(VEGA, SetReady(table.code, ready=True))
    names = [seat.player.name for seat in table.state.seats if seat.player]
    assert len(set(names)) == 3
    while table.state.phase == "playing":
        if on_turn(table.state) == VEGA:
            table.ask(VEGA, first_move(table.state))
            continue
        what = next_due(table)
        assert what.kind == "bot"
        assert PACE.bot_least <= what.at - table.now <= PACE.bot_most
        fired(table, what)
    game = table.state.game
    assert game is not None
    assert game.reason in ("escaped", "exploded")
    assert len(game.moves) == game.position.ply
    assert len(game.log) == min(LOG_KEPT, game.position.ply)


def test_in_a_rematch_the_first_seat_moves_on_and_the_seed_is_new() -> None:
    table = playing()
    first = table.state.game
    assert first is not None
    table.ask(VEGA, MakeMove(table.code, "resign", 0))
    assert table.state.phase == "over"
    table.ask(VEGA, SetReady(table.code, ready=True))
    assert table.state.phase == "over"
    table.ask(RIGEL, SetReady(table.code, ready=True))
    second = table.state.game
    assert second is not None
    assert (table.state.phase, second.number) == ("playing", 2)
    assert second.first == first.first % 2 + 1


def test_who_leaves_after_a_game_does_not_keep_the_others_from_a_rematch() -> None:
    table = playing(seats=2)
    table.ask(RIGEL, MakeMove(table.code, "resign", 0))
    table.ask(VEGA, SetReady(table.code, ready=True))
    table.ask(RIGEL, Depart("n/rigel"))
    assert table.state.phase == "over"
    table.ask(LYRA, Sit("n/lyra"))
    table.ask(LYRA, SetReady(table.code, ready=True))
    game = table.state.game
    assert game is not None
    assert table.state.phase == "playing"
    assert game.players == (VEGA, LYRA)


def test_a_room_that_nobody_uses_expires() -> None:
    table = Table.opened(seats=3)
    table.serve(LoseSession("n/vega"))
    what = next_due(table)
    assert what.kind == "free-away"
    fired(table, what)
    assert table.state.closed


def test_a_game_without_a_clock_waits_a_day_for_people_who_are_all_away() -> None:
    table = playing(clock=0)
    assert due(table.state, PACE) is None
    table.serve(LoseSession("n/vega"))
    assert next_due(table).kind == "host"
    table.serve(LoseSession("n/rigel"))
    what = next_due(table)
    assert (what.kind, what.at) == ("close", table.now + GAME_EXPIRES)
    fired(table, what)
    assert table.state.closed
    assert table.state.game is not None
    assert table.state.game.reason == "abandoned"


def test_a_finished_room_without_people_expires() -> None:
    table = playing(clock=0)
    table.ask(RIGEL, MakeMove(table.code, "resign", 0))
    table.serve(LoseSession("n/vega"))
    table.ask(VEGA, Sit("n/vega-2"))
    assert next((what for what in [due(table.state, PACE)] if what), None) is None
    table.serve(LoseSession("n/vega-2"))
    table.serve(LoseSession("n/rigel"))
    assert next_due(table).at <= table.now + UNUSED_EXPIRES


def test_closing_abandons_a_running_game() -> None:
    table = playing()
    state = table.serve(Close())
    assert state.closed
    assert state.game is not None
    assert state.game.position.phase == "over"
