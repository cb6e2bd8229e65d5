"""Seats: taking one, leaving it, coming back, bots, the host."""

import pytest

from relspace.errors import Refused
from relspace.room.commands import (
    Depart,
    FreeAway,
    LoseSession,
    RemoveSeat,
    SeatBot,
    SetOptions,
    SetReady,
    Sit,
    Start,
)
from relspace.room.create import TITLES, create
from relspace.room.options import RoomOptions
from relspace.room.seating import SENT_OUT
from relspace.wire.snapshot import snapshot
from relspace.wire.summary import summary

from .rooms import LYRA, MIRA, RIGEL, SEED, START, VEGA, Table


def refused(table: Table, *args: object) -> str:
    before = table.state
    with pytest.raises(Refused) as caught:
        table.ask(*args)  # type: ignore[arg-type]
    assert table.state is before
    return caught.value.code


def test_the_host_sits_first_and_others_take_free_seats() -> None:
    table = Table.opened(seats=3)
    table.ask(RIGEL, Sit("n/rigel"))
    assert [seat.player for seat in table.state.seats] == [VEGA, RIGEL, None]
    assert table.state.host_seat == 1


def test_a_full_room_refuses() -> None:
    table = Table.opened(seats=2)
    table.ask(RIGEL, Sit("n/rigel"))
    assert refused(table, LYRA, Sit("n/lyra")) == "room-full"


def test_coming_back_finds_the_own_seat() -> None:
    table = Table.opened(seats=2)
    table.ask(RIGEL, Sit("n/rigel"))
    table.now += 5
    table.serve(LoseSession("n/rigel"))
    assert table.state.seats[1].away_since == table.now
    table.ask(RIGEL, Sit("n/rigel-2"))
    assert (table.state.seats[1].session, table.state.seats[1].away_since) == ("n/rigel-2", 0)


def test_a_second_live_connection_must_ask_to_take_over() -> None:
    table = Table.opened(seats=2)
    assert refused(table, VEGA, Sit("n/vega-2")) == "seat-in-use"
    table.ask(VEGA, Sit("n/vega-2", instead_of="n/vega"))
    assert table.state.seats[0].session == "n/vega-2"
    table.serve(LoseSession("n/vega"))
    assert table.state.seats[0].session == "n/vega-2"


def test_the_game_starts_when_all_seats_are_taken_and_everybody_is_ready() -> None:
    table = Table.opened(seats=2)
    table.ask(VEGA, SetReady(table.code, ready=True))
    assert table.state.phase == "gathering"
    table.ask(RIGEL, Sit("n/rigel"))
    assert table.state.phase == "gathering"
    table.ask(RIGEL, SetReady(table.code, ready=True))
    assert table.state.phase == "playing"


def test_the_host_may_start_with_two_if_all_are_ready_and_free_seats_go_away() -> None:
    table = Table.opened(seats=4)
    table.ask(VEGA, SetReady(table.code, ready=True))
    assert refused(table, VEGA, Start(table.code)) == "too-few"
    table.ask(RIGEL, Sit("n/rigel"))
    assert refused(table, VEGA, Start(table.code)) == "not-ready"
    table.ask(RIGEL, SetReady(table.code, ready=True))
    assert refused(table, RIGEL, Start(table.code)) == "not-host"
    table.ask(VEGA, Start(table.code))
    assert table.state.phase == "playing"
    assert len(table.state.seats) == 2


def test_bots_are_always_ready_and_only_the_host_seats_them() -> None:
    table = Table.opened(seats=3)
    table.ask(RIGEL, Sit("n/rigel"))
    assert refused(table, RIGEL, SeatBot(MIRA)) == "not-host"
    table.ask(VEGA, SeatBot(MIRA))
    table.ask(VEGA, SetReady(table.code, ready=True))
    table.ask(RIGEL, SetReady(table.code, ready=True))
    assert table.state.phase == "playing"


def test_the_host_removes_others_but_not_themselves() -> None:
    table = Table.opened(seats=3)
    table.ask(VEGA, SeatBot(MIRA))
    table.ask(RIGEL, Sit("n/rigel"))
    table.ask(VEGA, RemoveSeat(table.code, 2))
    table.ask(VEGA, RemoveSeat(table.code, 3))
    assert [seat.player for seat in table.state.seats] == [VEGA, None, None]
    for seat in (0, 1, 2, 4, -1):
        assert refused(table, VEGA, RemoveSeat(table.code, seat)) == "no-such-seat"


def test_when_the_host_leaves_a_connected_person_becomes_host() -> None:
    table = Table.opened(seats=4)
    table.ask(VEGA, SeatBot(MIRA))
    table.ask(RIGEL, Sit("n/rigel"))
    table.ask(LYRA, Sit("n/lyra"))
    table.serve(LoseSession("n/rigel"))
    table.ask(VEGA, Depart("n/vega"))
    assert table.state.host == LYRA.id


def test_the_last_person_to_leave_closes_the_room() -> None:
    table = Table.opened(seats=3)
    table.ask(VEGA, SeatBot(MIRA))
    table.ask(VEGA, Depart("n/vega"))
    assert table.state.closed
    assert refused(table, RIGEL, Sit("n/rigel")) == "room-closed"


def test_before_a_game_a_seat_waits_a_minute_for_somebody_who_dropped() -> None:
    table = Table.opened(seats=2)
    table.ask(RIGEL, Sit("n/rigel"))
    table.serve(LoseSession("n/rigel"))
    table.now += 59_999
    table.serve(FreeAway())
    assert table.state.seats[1].player == RIGEL
    table.now += 1
    table.serve(FreeAway())
    assert table.state.seats[1].player is None


def test_joining_and_leaving_again_neither_resets_nor_rushes_the_start() -> None:
    table = Table.opened(seats=3)
    table.ask(VEGA, SetReady(table.code, ready=True))
    table.ask(RIGEL, Sit("n/rigel"))
    table.ask(RIGEL, SetReady(table.code, ready=True))
    for _ in range(20):
        table.ask(LYRA, Sit("n/lyra"))
        table.ask(LYRA, Depart("n/lyra"))
    assert table.state.phase == "gathering"
    assert [seat.ready for seat in table.state.seats] == [True, True, False]


def test_new_options_ask_everybody_again_and_never_drop_anybody() -> None:
    table = Table.opened(seats=3)
    table.ask(RIGEL, Sit("n/rigel"))
    table.ask(RIGEL, SetReady(table.code, ready=True))
    assert refused(table, RIGEL, SetOptions(table.code, RoomOptions())) == "not-host"
    table.ask(VEGA, SetOptions(table.code, RoomOptions(seats=5, layout="pyramid")))
    assert len(table.state.seats) == 5
    assert not table.state.seats[1].ready
    table.ask(LYRA, Sit("n/lyra"))
    assert refused(table, VEGA, SetOptions(table.code, RoomOptions(seats=2))) == "bad-options"


@pytest.mark.parametrize("wrong", [{"seats": 1}, {"seats": 11}, {"clock": 7}, {"clock": -1}])
def test_options_that_a_room_cannot_have(wrong: dict[str, int]) -> None:
    with pytest.raises(Refused) as caught:
        Table.opened(**wrong)
    assert caught.value.code == "bad-options"


def test_a_guest_who_drops_cannot_come_back_so_nobody_waits() -> None:
    table = Table.opened(seats=2)
    table.ask(LYRA, Sit("n/lyra"))
    table.serve(LoseSession("n/lyra"))
    assert table.state.seats[1].player is None
    table.ask(LYRA, Sit("n/lyra"))
    table.ask(VEGA, SetReady(table.code, ready=True))
    table.ask(LYRA, SetReady(table.code, ready=True))
    table.ask(LYRA, Depart("n/lyra"))
    assert not table.state.seats[1].autopilot, "still connected, in the lobby"
    table.ask(LYRA, Sit("n/lyra"))
    table.serve(LoseSession("n/lyra"))
    assert table.state.seats[1].autopilot


def test_rooms_without_a_name_of_their_own_get_different_ones() -> None:
    first = create(VEGA, "n/vega", "", RoomOptions(), START, SEED)
    second = create(VEGA, "n/vega", "", RoomOptions(), START, SEED, [first.title])
    assert first.title != second.title
    assert create(VEGA, "n/vega", " Orion ", RoomOptions(), START, SEED).title == "Orion"
    assert create(VEGA, "n/vega", "", RoomOptions(), START, SEED, TITLES).title in TITLES


def test_a_room_knows_whether_somebody_named_it_whatever_the_name_is() -> None:
    for title, named in (("", False), (" \x1b ", False), ("Orion", True), ("Vega's", True)):
        state = create(VEGA, "n/vega", title, RoomOptions(), START, SEED)
        seen = snapshot(state, 1, LYRA.id, START, watching=0)
        assert state.named == seen.named == summary(state, LYRA.id, START).named == named


def test_who_was_sent_away_does_not_sit_down_again_at_once() -> None:
    table = Table.opened(seats=3)
    table.ask(RIGEL, Sit("n/rigel"))
    table.ask(VEGA, RemoveSeat(table.code, 2))
    for session in ("n/rigel", "n/again"):
        assert refused(table, RIGEL, Sit(session)) == "sent-out"
    table.ask(LYRA, Sit("n/lyra"))
    table.now += SENT_OUT
    table.ask(RIGEL, Sit("n/rigel"))
    assert table.state.seat_of(RIGEL.id) == 3
    table.ask(RIGEL, Depart("n/rigel"))
    table.ask(RIGEL, Sit("n/rigel"))
