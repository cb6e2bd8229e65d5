"""The clock: games that stand still since nobody is there, time that is given back, games of a day a move."""

from dataclasses import replace

import pytest

from relspace.bots.table import fire
from relspace.room.clock import DESERTED, RECOVERY
from relspace.room.commands import (
    CallVote,
    Depart,
    GiveTimeBack,
    LoseSession,
    MakeMove,
    Recover,
    SeatBot,
    SetReady,
    Sit,
)
from relspace.room.due import GAME_EXPIRES, Pace, due
from relspace.room.seating import END_WAITS, SEAT_WAITS
from relspace.room.state import PlayerKind

from .rooms import LYRA, MIRA, RIGEL, SEED, VEGA, Table
from .test_playing import PACE, fired, next_due, on_turn, playing
from .test_voting import playing as many_playing

DAY = 86_400

SLOW = Pace(5_000, 5_000, 5_000)


def deadline(table: Table) -> int:
    assert table.state.game is not None
    return table.state.game.deadline


def everybody_drops(table: Table) -> None:
    table.serve(LoseSession("n/vega"))
    table.serve(LoseSession("n/rigel"))


def test_a_game_whose_people_are_all_away_stands_still_after_a_minute() -> None:
    table = playing(clock=30)
    everybody_drops(table)
    left = table.now
    while next_due(table).kind == "timeout":
        fired(table, next_due(table))
    assert table.state.game is not None
    assert table.state.game.position.ply > 0
    assert table.state.game.moved <= left + DESERTED
    assert next_due(table).kind == "close"
    assert next_due(table).at >= left + GAME_EXPIRES


def test_while_one_is_here_it_goes_on() -> None:
    table = playing(clock=30)
    table.serve(LoseSession("n/rigel"))
    table.now += 10 * DESERTED
    assert next_due(table).kind in ("timeout", "host")


def test_who_comes_back_finds_a_whole_turn_and_bots_go_on() -> None:
    table = playing(clock=30)
    everybody_drops(table)
    while next_due(table).kind == "timeout":
        fired(table, next_due(table))
    table.now += 10 * DESERTED
    table.ask(VEGA, Sit("n/vega-2"))
    assert deadline(table) == table.now + 30_000
    assert next_due(table).kind in ("timeout", "host")


def test_who_drops_for_a_moment_gets_no_new_turn() -> None:
    table = playing(clock=30)
    before = deadline(table)
    everybody_drops(table)
    table.now += 10_000
    table.ask(VEGA, Sit("n/vega-2"))
    assert deadline(table) == before


def test_a_game_of_a_day_a_move_goes_on_while_nobody_looks_to_its_end() -> None:
    table = playing(clock=DAY)
    everybody_drops(table)
    first = next_due(table)
    assert (first.kind, first.at) == ("timeout", table.now + 1000 * DAY)
    while table.state.phase == "playing":
        fired(table, next_due(table))
    ended = table.now
    assert [seat.player for seat in table.state.seats] == [VEGA, RIGEL]
    what = next_due(table)
    assert what.at == ended + END_WAITS, "people come to see how it ended"
    fired(table, what)
    assert table.state.closed


def test_after_other_games_a_seat_waits_a_minute_from_the_end() -> None:
    table = many_playing(3)
    table.serve(LoseSession("n/rigel"))
    table.now += 10 * SEAT_WAITS
    table.ask(RIGEL, MakeMove(table.code, "resign", 0))
    table.ask(VEGA, MakeMove(table.code, "resign", 0))
    assert table.state.phase == "over"
    assert (next_due(table).kind, next_due(table).at) == ("free-away", table.now + SEAT_WAITS)


def test_guests_who_are_all_gone_leave_a_room_that_soon_closes() -> None:
    table = Table.opened(seats=2, clock=30)
    table.ask(LYRA, Sit("n/lyra"))
    table.ask(VEGA, SetReady(table.code, ready=True))
    table.ask(LYRA, SetReady(table.code, ready=True))
    host = replace(table.state.seats[0], player=replace(VEGA, kind="guest"))
    table.state = replace(table.state, seats=(host, *table.state.seats[1:]))
    table.serve(LoseSession("n/vega"))
    table.serve(LoseSession("n/lyra"))
    left = table.now
    while not table.state.closed:
        fired(table, next_due(table))
    assert table.now <= left + 2 * DESERTED


def test_time_is_given_back_but_never_more_than_a_turn() -> None:
    table = playing(clock=30)
    before = deadline(table)
    table.now += 20_000
    table.serve(GiveTimeBack(12_000))
    assert deadline(table) == before + 12_000
    table.serve(GiveTimeBack(500_000))
    assert deadline(table) == table.now + 30_000
    table.serve(GiveTimeBack(-5_000))
    assert deadline(table) == table.now + 30_000


@pytest.mark.parametrize("clock", [0, 30])
def test_giving_nothing_back_changes_nothing(clock: int) -> None:
    table = playing(clock=clock)
    before = table.state
    assert table.serve(GiveTimeBack(0)) is before


def test_votes_and_seats_that_wait_get_time_back_too() -> None:
    table = many_playing(4)
    table.ask(VEGA, CallVote(table.code, 4))
    assert table.state.vote is not None
    ends = table.state.vote.ends
    table.serve(LoseSession("n/rigel"))
    left = table.now
    table.now += 30_000
    table.serve(GiveTimeBack(25_000))
    assert table.state.vote.ends == ends + 25_000
    assert table.state.seats[1].away_since == left + 25_000


def test_after_a_process_is_gone_its_seats_are_away_and_the_turn_begins_anew() -> None:
    table = playing(clock=30)
    table.now += 500_000
    state = table.serve(Recover(("other",)))
    assert [seat.session for seat in state.seats] == ["", ""]
    assert [seat.away_since for seat in state.seats] == [table.now, table.now]
    assert deadline(table) == table.now + 30_000


def test_connections_of_processes_that_live_are_left_alone() -> None:
    table = playing(clock=30)
    before = table.state
    assert table.serve(Recover(("n",))) is before


def test_a_turn_of_a_day_does_not_begin_anew_whenever_the_server_restarts() -> None:
    table = playing(clock=DAY)
    before = deadline(table)
    table.now = before - 5_000
    table.serve(Recover(("other",)))
    assert deadline(table) == table.now + RECOVERY
    table.now -= 10 * RECOVERY
    table.serve(Recover(("other",)))
    assert deadline(table) == table.now + 11 * RECOVERY


def test_a_guest_whose_process_is_gone_frees_the_seat() -> None:
    table = Table.opened(seats=3)
    table.ask(LYRA, Sit("n/lyra"))
    table.ask(RIGEL, Sit("n/rigel"))
    table.serve(Recover(("other",)))
    assert [seat.player for seat in table.state.seats] == [VEGA, None, RIGEL]


def test_who_is_away_before_the_game_must_say_again_that_they_are_ready() -> None:
    table = Table.opened(seats=3)
    table.ask(RIGEL, Sit("n/rigel"))
    table.ask(RIGEL, SetReady(table.code, ready=True))
    table.serve(LoseSession("n/rigel"))
    table.ask(LYRA, Sit("n/lyra"))
    table.ask(VEGA, SetReady(table.code, ready=True))
    table.ask(LYRA, SetReady(table.code, ready=True))
    assert table.state.phase == "gathering", "nobody is dealt cards who is not there"
    table.ask(RIGEL, Sit("n/rigel-2"))
    table.ask(RIGEL, SetReady(table.code, ready=True))
    assert table.state.phase == "playing"


def test_nothing_is_due_while_everybody_thinks() -> None:
    assert due(playing(clock=0).state, PACE) is None


def test_somebody_else_who_resigns_gives_nobody_more_time() -> None:
    table = many_playing(3, clock=30)
    table.now += 29_000
    before = deadline(table)
    other = next(player for player in (VEGA, RIGEL, LYRA) if player != on_turn(table.state))
    table.ask(other, MakeMove(table.code, "resign", 0))
    assert deadline(table) == before


def against_bots(clock: int, kind: PlayerKind = "person") -> Table:
    """A game of one person against two bots."""
    table = Table.opened(seats=3, clock=clock)
    host = replace(table.state.seats[0], player=replace(VEGA, kind=kind))
    table.state = replace(table.state, seats=(host, *table.state.seats[1:]))
    table.ask(VEGA, SeatBot(MIRA))
    table.ask(VEGA, SeatBot(replace(MIRA, id="bot:Deneb", name="Deneb")))
    table.ask(VEGA, SetReady(table.code, ready=True))
    assert table.state.phase == "playing"
    return table


def played_until_closed(table: Table) -> None:
    """Lets slow bots play, who would not come to the end of a game within a minute."""
    while not table.state.closed:
        what = due(table.state, SLOW)
        assert what is not None
        table.now = what.at
        table.state = fire(table.state, what, SLOW, table.now, SEED)


@pytest.mark.parametrize("clock", [0, 30, DAY])
def test_bots_do_not_play_on_among_themselves_once_everybody_has_left_for_good(clock: int) -> None:
    table = against_bots(clock)
    table.ask(VEGA, MakeMove(table.code, "resign", 0))
    assert next_due(table).kind == "bot", "as long as somebody looks on, the game goes on"
    table.serve(LoseSession("n/vega"))
    left = table.now
    played_until_closed(table)
    assert table.now == left + DESERTED
    assert table.state.game is not None
    assert table.state.game.reason == "abandoned"


@pytest.mark.parametrize("clock", [0, 30, DAY])
def test_nor_after_a_guest_who_cannot_come_back(clock: int) -> None:
    table = against_bots(clock, "guest")
    table.serve(LoseSession("n/vega"))
    left = table.now
    played_until_closed(table)
    assert table.now == left + DESERTED


def test_a_game_of_a_day_a_move_against_bots_waits_for_its_person() -> None:
    table = against_bots(DAY)
    table.serve(LoseSession("n/vega"))
    while next_due(table).kind == "bot":
        fired(table, next_due(table))
    assert (next_due(table).kind, next_due(table).at) == ("timeout", deadline(table))


def test_nor_is_it_broken_off_while_a_guest_is_in_the_lobby() -> None:
    table = against_bots(DAY, "guest")
    table.ask(VEGA, Depart("n/vega"))
    while next_due(table).kind == "bot":
        fired(table, next_due(table))
    assert next_due(table).kind == "timeout"


@pytest.mark.parametrize("clock", [0, 30])
def test_a_short_game_waits_for_a_guest_in_the_lobby_until_they_are_gone(clock: int) -> None:
    table = against_bots(clock, "guest")
    table.ask(VEGA, Depart("n/vega"))
    left = table.now
    while (what := next_due(table)).kind != "close":
        fired(table, what)
    assert what.at >= left + GAME_EXPIRES
    guest = table.state.seats[0].player
    assert guest is not None
    table.serve(LoseSession("n/vega", guest.id))
    assert table.state.seats[0].autopilot
    played_until_closed(table)
    assert table.now <= left + 2 * DESERTED
