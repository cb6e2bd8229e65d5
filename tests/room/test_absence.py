"""What happened while one was away: begun when a player goes, told when they are back, until their next move."""

from dataclasses import replace

from relspace.room.absence import READ_MS
from relspace.room.commands import Depart, LoseSession, MakeMove, SetReady, Sit
from relspace.room.state import ABSENCE_KEPT
from relspace.rules.events import Launched
from relspace.wire.codec import decode_message
from relspace.wire.frames import Frames
from relspace.wire.messages import Missed, Snapshot
from relspace.wire.snapshot import snapshot

from .rooms import LYRA, RIGEL, VEGA, Table
from .test_playing import fired, first_move, next_due, on_turn, playing
from .test_voting import playing as many_playing


def missed(table: Table) -> Missed | None:
    return snapshot(table.state, 1, RIGEL.id, table.now, 0).away


def rigel_drops(table: Table) -> None:
    table.serve(LoseSession("n/rigel"))


def rigel_returns(table: Table) -> None:
    table.ask(RIGEL, Sit("n/rigel-2"))


def goes_on(table: Table, plies: int) -> None:
    """Vega plays, and the clock plays for Rigel."""
    for _ in range(plies):
        if table.state.phase != "playing":
            return
        if on_turn(table.state) == VEGA:
            table.ask(VEGA, first_move(table.state))
        else:
            what = next_due(table)
            while what.kind != "timeout":
                fired(table, what)
                what = next_due(table)
            fired(table, what)


def test_who_comes_back_is_told_how_many_moves_were_made_and_which_by_the_autopilot() -> None:
    table = playing(clock=30)
    goes_on(table, 2)
    assert table.state.game is not None
    before = table.state.game.position.ply
    rigel_drops(table)
    goes_on(table, 6)
    own = [made.move for made in table.state.game.moves[before:] if made.seat == 2]
    assert own
    assert missed(table) is None, "nobody looks"
    rigel_returns(table)
    told = missed(table)
    assert told is not None
    assert told.plies == 6
    assert (told.auto, told.played) == (len(own), tuple(own))
    assert snapshot(table.state, 1, VEGA.id, table.now, 0).away is None
    sent = decode_message(Frames(table.state, 1, table.now, 0).of(RIGEL.id).encoded)
    assert isinstance(sent, Snapshot)
    assert sent.away == told


def test_it_is_told_until_the_next_move_of_ones_own() -> None:
    table = playing(clock=30)
    rigel_drops(table)
    goes_on(table, 3)
    rigel_returns(table)
    while on_turn(table.state) == VEGA:
        table.ask(VEGA, first_move(table.state))
    told = missed(table)
    assert told is not None
    assert told.plies == 3, "what was seen since does not count"
    table.ask(RIGEL, first_move(table.state))
    assert missed(table) is None


def test_who_missed_nothing_is_told_nothing() -> None:
    table = playing(clock=30)
    rigel_drops(table)
    rigel_returns(table)
    assert missed(table) is None


def test_who_drops_again_before_moving_goes_on_missing() -> None:
    table = playing(clock=30)
    rigel_drops(table)
    goes_on(table, 2)
    rigel_returns(table)
    table.serve(LoseSession("n/rigel-2"))
    goes_on(table, 2)
    table.ask(RIGEL, Sit("n/rigel-3"))
    told = missed(table)
    assert told is not None
    assert told.plies == 4


def test_who_was_back_long_enough_to_read_it_is_told_only_what_came_after() -> None:
    table = playing(clock=30)
    rigel_drops(table)
    goes_on(table, 2)
    rigel_returns(table)
    table.now += READ_MS
    table.serve(LoseSession("n/rigel-2"))
    goes_on(table, 1)
    table.ask(RIGEL, Sit("n/rigel-3"))
    told = missed(table)
    assert told is not None
    assert told.plies == 1


def test_who_leaves_the_table_on_purpose_has_read_it() -> None:
    table = playing(clock=30)
    rigel_drops(table)
    goes_on(table, 2)
    rigel_returns(table)
    table.ask(RIGEL, Depart("n/rigel-2"))
    table.ask(RIGEL, Sit("n/rigel-3"))
    assert missed(table) is None


def test_pods_that_left_and_players_who_gave_up_are_told() -> None:
    table = many_playing(4, clock=30)
    rigel_drops(table)
    table.ask(LYRA, MakeMove(table.code, "resign", 0))
    launched = []
    while not launched and table.state.phase == "playing":
        mover = on_turn(table.state)
        if mover == RIGEL:
            what = next_due(table)
            fired(table, what)
        else:
            table.ask(mover, first_move(table.state))
        assert table.state.game is not None
        launched = [event.pod for event in table.state.game.log[-1].events if isinstance(event, Launched)]
    rigel_returns(table)
    told = missed(table)
    assert told is not None
    assert told.left == (3,)
    assert told.launched == tuple(launched)


def test_a_long_absence_is_told_by_its_end() -> None:
    table = many_playing(2, clock=30)
    rigel_drops(table)
    goes_on(table, 400)
    seat = table.state.seats[1]
    assert seat.absence is not None
    assert seat.absence.auto > ABSENCE_KEPT
    assert len(seat.absence.played) == ABSENCE_KEPT
    assert len(seat.absence.launched) <= ABSENCE_KEPT


def test_a_new_game_begins_with_nothing_missed() -> None:
    table = playing(clock=30)
    rigel_drops(table)
    goes_on(table, 2)
    rigel_returns(table)
    table.ask(VEGA, MakeMove(table.code, "resign", 0))
    assert missed(table) is not None, "it is told beside the end"
    assert table.state.game is not None
    table.state = replace(table.state, game=replace(table.state.game, outcome=None))
    for one in (VEGA, RIGEL):
        table.ask(one, SetReady(table.code, ready=True))
    assert table.state.phase == "playing"
    assert missed(table) is None
