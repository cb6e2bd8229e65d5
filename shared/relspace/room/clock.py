"""The clock of a room: when a turn runs out, when a game stands still, and time that is given back.

Deadlines are wall-clock milliseconds in the state, so that every process sees the same.
"""

from dataclasses import replace
from typing import Final

from relspace.room.commands import GiveTimeBack
from relspace.room.options import LONG_CLOCK
from relspace.room.state import RoomState, Seat

DESERTED: Final = 60_000
"""Milliseconds that a game goes on by itself when all its people are away."""

RECOVERY: Final = 60_000
"""Milliseconds that a turn has at least after the process that served the room has gone."""


def turn_ms(state: RoomState) -> int:
    """Milliseconds that a whole turn has; 0 without a clock."""
    return 1000 * state.options.clock


def deadline_of(state: RoomState) -> int:
    """When the turn runs out; 0 where no clock runs."""
    return state.game.deadline if state.phase == "playing" and state.game is not None else 0


def next_deadline(state: RoomState, now: int) -> int:
    """When a turn that begins now runs out; 0 without a clock."""
    return now + turn_ms(state) if state.options.clock else 0


def waits_for(state: RoomState) -> tuple[Seat, ...]:
    """The seats of a game whose players could come back to it, and play on.

    Not those of people who have resigned, nor of guests who are gone, for whom the autopilot plays: they do not come
    back as the same people. A guest in the lobby may.
    """
    return tuple(
        seat
        for number, seat in enumerate(state.seats, 1)
        if seat.is_person and not state.is_out(number) and not (is_guests(seat) and seat.autopilot)
    )


def is_guests(seat: Seat) -> bool:
    """Whether a guest has the seat."""
    return seat.player is not None and seat.player.kind == "guest"


def still_from(state: RoomState) -> int | None:
    """When a running game comes to a stop, since nobody has been there for `DESERTED`; None while somebody is.

    From then on neither bots nor the autopilot move, and no turn runs out, until somebody is back. A game of a day a
    move stops only if nobody can come back to it: there people are away most of the time.
    """
    if state.options.clock >= LONG_CLOCK and waits_for(state):
        return None
    away = [seat.away_since for seat in state.seats if seat.is_person]
    return max(away) + DESERTED if away and all(away) else None


def awakened(state: RoomState, now: int) -> RoomState:
    """The state when somebody comes back: in a game that stood still the turn begins anew."""
    still = still_from(state)
    game = state.game
    if state.phase != "playing" or game is None or not game.deadline or still is None or now < still:
        return state
    return replace(state, game=replace(game, deadline=next_deadline(state, now)))


def recovered(state: RoomState, now: int) -> RoomState:
    """The state after the process that served the room has gone: the turn has `RECOVERY`, or a whole turn if less."""
    game = state.game
    if state.phase != "playing" or game is None or not game.deadline:
        return state
    deadline = max(game.deadline, now + min(turn_ms(state), RECOVERY))
    return state if deadline == game.deadline else replace(state, game=replace(game, deadline=deadline))


def give_time_back(state: RoomState, command: GiveTimeBack, now: int) -> RoomState:
    """The state with time added in which nobody could do anything: to the turn, to a vote, to seats that wait.

    A turn never gets more than a whole turn from now.
    """
    ms, game, vote = max(0, command.ms), state.game, state.vote
    if state.phase == "playing" and game is not None and game.deadline:
        deadline = max(game.deadline, min(game.deadline + ms, now + turn_ms(state)))
        state = state if deadline == game.deadline else replace(state, game=replace(game, deadline=deadline))
    if vote is not None and ms:
        state = replace(state, vote=replace(vote, ends=vote.ends + ms))
    if ms and any(seat.away_since for seat in state.seats):
        seats = tuple(
            replace(seat, away_since=min(now, seat.away_since + ms)) if seat.away_since else seat
            for seat in state.seats
        )
        state = replace(state, seats=seats)
    return state
