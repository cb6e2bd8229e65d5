"""A room as the store keeps it: the same after a round trip, small enough, and with its secret kept."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace.errors import Unreadable
from relspace.room.commands import MakeMove, Say, SeatBot, SetReady
from relspace.room.create import CODE_LENGTH, CODE_LETTERS, room_code
from relspace.room.secret import Secret
from relspace.room.state import (
    ABSENCE_KEPT,
    MUTES_KEPT,
    OPERATIONS_KEPT,
    TALK_KEPT,
    Absence,
    Player,
    RoomState,
    Vote,
)
from relspace.room.stored import MAX_BYTES, decode_room, encode_room
from relspace.room.talking import LINE_BYTES, LINE_COLUMNS
from relspace.room.update import with_operation
from relspace.rules.legal import legal_moves

from .rooms import VEGA, Table


def crowded(layout: str) -> Table:
    """A room of ten with a full ring of talk and of operations, in a game played to its end by first moves."""
    table = Table.opened(seats=10, layout=layout, stashes="open")
    for number in range(2, 11):
        table.ask(VEGA, SeatBot(Player(f"bot:{number}", "すばるすばるすばる", "bot", "normal")))
    for _ in range(TALK_KEPT):
        table.ask(VEGA, Say(table.code, "あ" * LINE_COLUMNS))
    for number in range(OPERATIONS_KEPT):
        table.state = with_operation(table.state, f"timeout:{table.state.game_id}:{number:04}")
    table.ask(VEGA, SetReady(table.code, ready=True))
    return table


def burdened(state: RoomState) -> RoomState:
    """The room with everything in it that may be there besides, each as large as it can be."""
    player = f"SHA256:{'x' * 43}"
    absence = Absence(9_999, 9_999, ("peek C99",) * ABSENCE_KEPT, 9_999, (9_999,) * ABSENCE_KEPT, tuple(range(1, 11)))
    seats = tuple(
        replace(
            seat,
            session=f"{'n' * 8}/{'s' * 16}",
            away_since=2**52,
            missed=9,
            autopilot=True,
            ready=True,
            absence=absence,
        )
        for seat in state.seats
    )
    vote = Vote(10, 2**52, 2**52, tuple(range(1, 6)), tuple(range(6, 10)))
    talk = tuple(replace(line, speaker=player) for line in state.talk)
    return replace(state, seats=seats, vote=vote, muted=(player,) * MUTES_KEPT, talk=talk)


@pytest.mark.parametrize("layout", ["grid", "pyramid"])
def test_the_largest_room_fits_and_comes_back_the_same_at_every_ply(layout: str) -> None:
    table = crowded(layout)
    largest = 0
    while table.state.phase == "playing":
        game = table.state.game
        assert game is not None
        player = game.players[game.position.turn - 1]
        moves = legal_moves(game.position)
        table.now += 86_400_000
        table.ask(player, MakeMove(table.code, str(moves[game.position.ply % len(moves)]), game.position.ply))
        state = burdened(table.state)
        stored = encode_room(state)
        largest = max(largest, len(stored))
        assert decode_room(stored) == state
    assert 10_000 < largest <= MAX_BYTES
    assert len(table.state.talk[-1].text.encode()) <= LINE_BYTES


def test_the_seed_is_in_no_printout() -> None:
    table = crowded("grid")
    assert table.state.game is not None
    seed = table.state.game.seed
    assert seed.reveal().hex() not in repr(table.state)
    assert repr(seed.reveal()) not in repr(table.state)
    assert repr(Secret(b"x")) == "Secret(…)"


def test_a_newer_form_is_refused() -> None:
    stored = encode_room(Table.opened().state)
    newer = stored[:1] + b"\x02" + stored[2:]
    with pytest.raises(Unreadable, match="bad-version"):
        decode_room(newer)


@given(st.binary(max_size=400))
def test_bytes_that_are_no_room_are_refused(noise: bytes) -> None:
    with pytest.raises(Unreadable):
        decode_room(noise)


@given(st.binary(min_size=8, max_size=32))
def test_codes_are_speakable(entropy: bytes) -> None:
    code = room_code(entropy)
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)
