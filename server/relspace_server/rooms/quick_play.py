"""Where somebody is seated who wants to play at once: at a table that begins with them, else at one of their own."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from relspace.room.options import LONG_CLOCK
from relspace.room.state import RoomState

LIVELY: Final = 120_000
"""Milliseconds since somebody did something in a room, within which its host is likely to be looking at it."""


def tables(codes: Iterable[str], room: Callable[[str], RoomState | None], player_id: str, now: int) -> Iterator[str]:
    """The rooms to try, best first: those that begin with this player, then those whose host is about to start.

    Args:
        codes: of the rooms that wait for players, who has waited longest first.
        room: a room as it is now, if it is still there.
        player_id: who wants to play.
        now: wall-clock milliseconds.
    """
    states = [state for code in codes if (state := room(code)) is not None and _fits(state, player_id)]
    yield from (state.code for state in states if _free(state) == 1)
    yield from (state.code for state in states if _free(state) > 1 and _starts_soon(state, now))


def _fits(state: RoomState, player_id: str) -> bool:
    """Whether a public room has a free seat, and waits for nothing else: all who sit are there and ready."""
    if state.phase != "gathering" or not state.options.public or state.options.clock >= LONG_CLOCK:
        return False
    people = [seat for seat in state.seats if seat.is_person]
    ready = bool(people) and all(seat.session and seat.ready for seat in people)
    return ready and _free(state) > 0 and state.seat_of(player_id) is None


def _free(state: RoomState) -> int:
    return max(state.options.seats, len(state.seats)) - sum(seat.player is not None for seat in state.seats)


def _starts_soon(state: RoomState, now: int) -> bool:
    """Whether the host, who is ready, has the game to start by a key, and something has happened there just now."""
    return now - state.touched <= LIVELY
