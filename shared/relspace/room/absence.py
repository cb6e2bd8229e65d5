"""What a player misses of a game while they are away: begun when they go, told when they are back."""

from dataclasses import replace
from typing import Final

from relspace.room.state import ABSENCE_KEPT, Absence, RoomState, Seat
from relspace.rules.events import Event, Launched, Resigned
from relspace.rules.moves import Move

READ_MS: Final = 10_000
"""Who was back for so long has read what they were told; nobody says so."""


def gone(state: RoomState, seat: Seat, now: int, *, on_purpose: bool) -> Seat:
    """A seat of a room, from now on without its player.

    Somebody who drops again before they have read what they missed goes on missing it.
    """
    if state.phase != "playing" or state.game is None:
        return seat
    known = seat.absence
    if known is not None and known.until is not None and (on_purpose or now - known.told >= READ_MS):
        known = None
    known = known or Absence(state.game.position.ply)
    return replace(seat, absence=replace(known, until=None, told=0))


def back(state: RoomState, seat: Seat, now: int) -> Seat:
    """A seat whose player has come back; nothing is told to one who missed nothing."""
    absence = seat.absence
    if absence is None or absence.until is not None or state.game is None:
        return seat
    ply = state.game.position.ply
    return replace(seat, absence=replace(absence, until=ply, told=now) if ply > absence.since else None)


def noted(
    seats: tuple[Seat, ...], mover: int, move: Move, events: tuple[Event, ...], *, auto: bool
) -> tuple[Seat, ...]:
    """The seats after a ply that those who are away have missed.

    Args:
        seats: the seats before it.
        mover: who moved, from 1.
        move: the move.
        events: what came of it.
        auto: whether the autopilot made it.
    """
    if all(seat.absence is None or seat.absence.until is not None for seat in seats):
        return seats
    launched = tuple(event.pod for event in events if isinstance(event, Launched))
    left = (mover,) if any(isinstance(event, Resigned) for event in events) else ()
    return tuple(
        _missed(seat, launched, left, str(move) if auto and number == mover else "")
        for number, seat in enumerate(seats, 1)
    )


def _missed(seat: Seat, launched: tuple[int, ...], left: tuple[int, ...], played: str) -> Seat:
    absence = seat.absence
    if absence is None or absence.until is not None or not (launched or left or played):
        return seat
    own = (played,) if played else ()
    after = replace(
        absence,
        played=(*absence.played, *own)[-ABSENCE_KEPT:],
        auto=absence.auto + len(own),
        launched=(*absence.launched, *launched)[-ABSENCE_KEPT:],
        left=(*absence.left, *left),
    )
    return replace(seat, absence=after)
