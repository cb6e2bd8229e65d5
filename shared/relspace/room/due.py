"""What the clock will ask of a room, and when: a bot's move, a turn that runs out, a seat or a room that expires."""

from typing import Final, Literal, NamedTuple

from relspace.room.seating import SEAT_WAITS
from relspace.room.state import Game, RoomState
from relspace.rules.fairness import derive

UNUSED_EXPIRES: Final = 10 * 60_000
"""Milliseconds after which a room without a connected person and without a game is closed."""

GAME_EXPIRES: Final = 24 * 3_600_000
"""The same for a room whose game waits for people who are all away, without a clock."""


class Pace(NamedTuple):
    """How long those who need no time to think take, in milliseconds."""

    bot_least: int = 800
    bot_most: int = 2_000
    autopilot: int = 1_000


class Due(NamedTuple):
    """Something that is to be fired."""

    at: int
    """Wall-clock milliseconds."""
    kind: Literal["bot", "timeout", "free-away", "close"]
    op_id: str
    """The same on every node, so that it happens once."""


def due(state: RoomState, pace: Pace) -> Due | None:
    """What is to be fired first, if nothing else happens; None if nothing is."""
    candidates = [_expiry(state)]
    if state.phase == "playing" and state.game is not None:
        candidates.append(_next_move(state, state.game, pace))
    else:
        candidates.append(_next_seat_to_free(state))
    return min((one for one in candidates if one is not None), default=None)


def _next_move(state: RoomState, game: Game, pace: Pace) -> Due | None:
    seat = state.seats[game.position.turn - 1]
    mark = f"{state.game_id}:{game.position.ply}"
    if seat.is_bot:
        spread = max(1, pace.bot_most - pace.bot_least + 1)
        thought = int.from_bytes(derive(game.seed.reveal(), f"pace:{game.position.ply}")[:4]) % spread
        return Due(game.moved + pace.bot_least + thought, "bot", f"bot:{mark}")
    if seat.autopilot:
        return Due(game.moved + pace.autopilot, "timeout", f"timeout:{mark}")
    if game.deadline:
        return Due(max(game.deadline, game.moved), "timeout", f"timeout:{mark}")
    return None


def _next_seat_to_free(state: RoomState) -> Due | None:
    since = min((seat.away_since for seat in state.seats if seat.away_since), default=None)
    return None if since is None else Due(since + SEAT_WAITS, "free-away", f"free:{state.game_id}:{since}")


def _expiry(state: RoomState) -> Due | None:
    """When the room closes, if nobody comes; None while somebody is connected or a clock keeps the game going."""
    if any(seat.session for seat in state.seats if seat.is_person):
        return None
    playing = state.phase == "playing"
    if playing and state.options.clock:
        return None
    away = max((seat.away_since for seat in state.seats), default=0)
    since = max(state.touched, away, state.game.moved if state.game else 0)
    return Due(since + (GAME_EXPIRES if playing else UNUSED_EXPIRES), "close", f"close:{state.game_id}:{since}")
