"""The host: giving the room to somebody else, keeping somebody quiet, and what passes on by itself."""

import pytest

from relspace.errors import Refused
from relspace.room.commands import Depart, GiveHost, LoseSession, MuteSeat, PassHost, RemoveSeat, Say, SeatBot, Sit
from relspace.room.hosting import HOST_WAITS
from relspace.room.state import MUTES_KEPT, Player
from relspace.wire.snapshot import snapshot

from .rooms import LYRA, MIRA, RIGEL, VEGA, Table
from .test_playing import fired, next_due, playing
from .test_seating import refused


def gathered() -> Table:
    """Vega's room, with Rigel, a bot and Lyra."""
    table = Table.opened(seats=4)
    table.ask(RIGEL, Sit("n/rigel"))
    table.ask(VEGA, SeatBot(MIRA))
    table.ask(LYRA, Sit("n/lyra"))
    return table


def test_the_host_gives_the_room_to_somebody_who_is_here() -> None:
    table = gathered()
    assert refused(table, RIGEL, GiveHost(table.code, 2)) == "not-host"
    table.ask(VEGA, GiveHost(table.code, 2))
    assert table.state.host == RIGEL.id
    assert refused(table, VEGA, RemoveSeat(table.code, 3)) == "not-host"
    table.ask(RIGEL, RemoveSeat(table.code, 3))


def test_bots_free_seats_and_people_who_are_away_do_not_become_host() -> None:
    table = gathered()
    table.serve(LoseSession("n/rigel"))
    for seat in (0, 1, 2, 3, 5):
        assert refused(table, VEGA, GiveHost(table.code, seat)) == "no-such-seat"


def test_in_a_game_the_room_is_handed_over_too() -> None:
    table = playing()
    table.ask(VEGA, GiveHost(table.code, 2))
    assert table.state.host == RIGEL.id


def test_a_host_who_is_away_for_a_minute_is_replaced_by_somebody_who_is_here() -> None:
    table = playing(clock=0)
    table.serve(LoseSession("n/vega"))
    what = next_due(table)
    assert (what.kind, what.at) == ("host", table.now + HOST_WAITS)
    with pytest.raises(Refused, match="not-due"):
        table.serve(PassHost())
    fired(table, what)
    assert table.state.host == RIGEL.id
    table.ask(VEGA, Sit("n/vega-2"))
    assert table.state.host == RIGEL.id


def test_a_host_who_comes_back_in_time_stays_host() -> None:
    table = playing(clock=0)
    table.serve(LoseSession("n/vega"))
    table.now += HOST_WAITS - 1
    table.ask(VEGA, Sit("n/vega-2"))
    with pytest.raises(Refused, match="not-due"):
        table.serve(PassHost())


def test_in_a_game_of_a_day_a_move_the_host_may_be_away() -> None:
    table = playing(clock=86_400)
    table.serve(LoseSession("n/vega"))
    assert next_due(table).kind == "timeout"


def test_who_is_muted_is_not_heard_even_after_coming_back() -> None:
    table = gathered()
    assert refused(table, RIGEL, MuteSeat(table.code, 4)) == "not-host"
    table.ask(VEGA, MuteSeat(table.code, 2))
    assert refused(table, RIGEL, Say(table.code, "hello")) == "muted"
    assert snapshot(table.state, 1, LYRA.id, table.now, 0).seats[1].muted
    table.ask(LYRA, Say(table.code, "hello"))
    table.ask(RIGEL, Depart("n/rigel"))
    table.ask(RIGEL, Sit("n/rigel-2"))
    assert refused(table, RIGEL, Say(table.code, "hello")) == "muted"
    table.ask(VEGA, MuteSeat(table.code, 2, on=False))
    table.ask(RIGEL, Say(table.code, "thanks"))
    assert [line.text for line in table.state.talk] == ["hello", "thanks"]


def test_only_other_people_can_be_muted() -> None:
    table = gathered()
    for seat in (0, 1, 3, 5):
        assert refused(table, VEGA, MuteSeat(table.code, seat)) == "no-such-seat"


def test_the_room_remembers_no_more_mutes_than_it_must() -> None:
    table = Table.opened(seats=2)
    for number in range(MUTES_KEPT + 5):
        guest = Player(f"guest:{number}", f"G{number}", "guest")
        table.ask(guest, Sit(f"n/{number}"))
        table.ask(VEGA, MuteSeat(table.code, 2))
        table.ask(guest, Depart(f"n/{number}"))
    assert len(table.state.muted) == MUTES_KEPT
