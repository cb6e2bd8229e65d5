"""Which room makes way for a new one, where there are as many as there may be: one in which nobody is."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from relspace.errors import NotNow
from relspace.room.clock import DESERTED, is_guests, waits_for
from relspace.room.commands import Close
from relspace.room.options import LONG_CLOCK
from relspace.room.state import RoomState
from relspace.room.update import SERVER, update
from relspace_server.rooms.open_room import OpenRoom

GAME_KEPT: Final = 3_600_000
"""Milliseconds that a game is kept for those who could come back to it, however many rooms are asked for; and one of a
day a move, once it is over, for those who want to see its end."""

FINISHED: Final = 0
NOT_BEGUN: Final = 1
OF_ONE: Final = 2
"""A game of one person, against bots."""
OF_SEVERAL: Final = 3


class Claim(NamedTuple):
    """How little a room has to stay: the smallest goes first."""

    rank: int
    since: int
    """Wall-clock milliseconds since when nobody is there."""


def claim_of(state: RoomState, now: int) -> Claim | None:
    """The claim of a room that may make way; None if it may not.

    None does while somebody who plays there is connected, or was within the last minute. A game is kept for an hour;
    so is the end of one of a day a move. Such a game of several is kept for good, unless the autopilot has all their
    seats.

    Args:
        state: the room.
        now: wall-clock milliseconds.
    """
    if any(seat.session for seat in state.seats if seat.is_person):
        return None
    since = max((state.touched, *(seat.away_since for seat in state.seats)))
    long = state.options.clock >= LONG_CLOCK
    match state.phase:
        case "playing":
            kept, rank = _of_game(state, long=long)
        case "over":
            seen = long and any(seat.is_person and not is_guests(seat) for seat in state.seats)
            kept, rank = GAME_KEPT if seen else DESERTED, FINISHED
        case _:
            kept, rank = DESERTED, NOT_BEGUN
    return Claim(rank, since) if kept is not None and now - since >= kept else None


def _of_game(state: RoomState, *, long: bool) -> tuple[int | None, int]:
    """How many milliseconds a game is kept that nobody is at, None for good, and its rank."""
    waits = waits_for(state)
    rank = OF_SEVERAL if len(waits) > 1 else OF_ONE
    if not waits:
        return DESERTED, rank
    if long and rank == OF_SEVERAL and not all(seat.autopilot for seat in waits):
        return None, rank
    return GAME_KEPT, rank


def first_to_go(rooms: Iterable[OpenRoom], now: int) -> OpenRoom | None:
    """The room that makes way before all others: nobody plays there or looks on, for the longest time.

    Finished games come first, then games that have not begun, those of one person, those of several.

    Args:
        rooms: those that are considered.
        now: wall-clock milliseconds.
    """
    claims = [
        (claim, room.state.code, room)
        for room in rooms
        if not room.occupied and (claim := claim_of(room.state, now)) is not None
    ]
    return min(claims, key=lambda one: one[:2])[2] if claims else None


def made_way(state: RoomState, now: int, entropy: bytes) -> RoomState:
    """The room, closed.

    Raises:
        NotNow: `not-due`: somebody has come meanwhile.
    """
    if claim_of(state, now) is None:
        raise NotNow("not-due")
    return update(state, Close(), SERVER, now, entropy)
