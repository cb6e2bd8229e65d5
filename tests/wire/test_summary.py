"""What the lobby says of a room: to everybody the same, and of their own games more to those who play."""

from relspace.room.commands import MakeMove, SetReady, Sit
from relspace.room.options import RoomOptions
from relspace.room.state import Game, Player
from relspace.wire.messages import Clock, RoomSummary
from relspace.wire.summary import glance, summary

from ..room.rooms import LYRA, RIGEL, VEGA, Table
from ..room.test_playing import first_move, on_turn, playing, waiting

CARDS = 12


def begun(*people: Player) -> Table:
    """A game of these, in a room of the first one."""
    table = Table.opened(seats=len(people))
    for person in people[1:]:
        table.ask(person, Sit(f"n/{person.name}"))
    for person in people:
        table.ask(person, SetReady(table.code, ready=True))
    return table


def game_of(table: Table) -> Game:
    assert table.state.game is not None
    return table.state.game


def test_a_room_before_the_game() -> None:
    table = Table.opened(seats=3)
    table.ask(RIGEL, Sit("n/rigel"))
    options = RoomOptions(seats=3, clock=0)
    seen = RoomSummary(table.code, "Orion", "gathering", options, taken=2, watching=4, named=True)
    assert glance(table.state, LYRA.id, 4) == summary(table.state, LYRA.id, table.now, 4) == seen
    assert glance(table.state, VEGA.id).yours
    assert summary(table.state, RIGEL.id, table.now).yours


def test_whose_turn_it_is() -> None:
    table = playing()
    here, there = (summary(table.state, one.id, table.now) for one in (on_turn(table.state), waiting(table.state)))
    assert here.turn == there.turn == on_turn(table.state).name
    assert (here.your_turn, there.your_turn) == (True, False)
    assert not glance(table.state, on_turn(table.state).id).turn


def test_the_clock_of_the_turn() -> None:
    table = playing(clock=30)

    def clock(now: int) -> Clock | None:
        return summary(table.state, VEGA.id, now).clock

    deadline = game_of(table).deadline
    assert clock(deadline - 12_000) == Clock(12_000, 30_000)
    assert clock(deadline - 40_000) == Clock(30_000, 30_000)
    assert clock(deadline + 1) == Clock(0, 30_000)
    table = playing(clock=0)
    assert clock(table.now) is None


def test_the_cards_left_and_who_has_the_fewest_of_the_others() -> None:
    table = begun(VEGA, RIGEL, LYRA)
    first = on_turn(table.state)
    other = RIGEL if first == VEGA else VEGA
    table.ask(first, first_move(table.state))
    mine, theirs = (summary(table.state, one.id, table.now) for one in (first, other))
    assert (mine.left, mine.rival_left) == (CARDS - 1, CARDS)
    assert (theirs.left, theirs.rival, theirs.rival_left) == (CARDS, first.name, CARDS - 1)


def test_who_has_resigned_plays_there_no_more_and_is_nobodys_rival() -> None:
    table = begun(VEGA, RIGEL, LYRA)
    table.ask(RIGEL, MakeMove(table.code, "resign", game_of(table).position.ply))
    gone, seen = summary(table.state, RIGEL.id, table.now), summary(table.state, VEGA.id, table.now)
    assert (gone.yours, gone.left) == (False, 0)
    assert (seen.yours, seen.rival) == (True, "Lyra")


def test_when_the_game_is_over_nothing_is_said_of_it() -> None:
    table = playing()
    table.ask(VEGA, MakeMove(table.code, "resign", game_of(table).position.ply))
    seen = summary(table.state, VEGA.id, table.now)
    assert seen == glance(table.state, VEGA.id)
    assert (seen.phase, seen.yours, seen.turn, seen.left, seen.rival) == ("over", True, "", 0, "")
