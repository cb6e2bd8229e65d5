"""What the clock will ask of a room, and when: bots' moves, turns that run out, votes, seats and rooms that expire."""

from typing import Final, Literal, NamedTuple

from relspace.room.clock import DESERTED, still_from, waits_for
from relspace.room.hosting import passes_at
from relspace.room.manners import thinking_span
from relspace.room.options import LONG_CLOCK
from relspace.room.seating import END_WAITS, waits_until
from relspace.room.state import Game, RoomState
from relspace.rules.fairness import derive

UNUSED_EXPIRES: Final = 10 * 60_000
"""Milliseconds after which a room without a connected person and without a game is closed."""

GAME_EXPIRES: Final = 24 * 3_600_000
"""The same for a room whose game waits for people who are all away, and could come back."""


class Pace(NamedTuple):
    """How long those who need no time to think take, in milliseconds."""

    bot_least: int = 800
    bot_most: int = 2_000
    autopilot: int = 1_000


class Due(NamedTuple):
    """Something that is to be fired."""

    at: int
    """Wall-clock milliseconds."""
    kind: Literal["bot", "timeout", "free-away", "close", "vote", "host"]
    op_id: str
    """The same on every node, so that it happens once."""


def due(state: RoomState, pace: Pace) -> Due | None:
    """What is to be fired first, if nothing else happens; None if nothing is."""
    candidates = [_expiry(state), _next_host(state), _end_of_vote(state)]
    if state.phase == "playing" and state.game is not None:
        candidates.append(_unless_still(state, _next_move(state, state.game, pace)))
    else:
        candidates.append(_next_seat_to_free(state))
    return min((one for one in candidates if one is not None), default=None)


def _next_move(state: RoomState, game: Game, pace: Pace) -> Due | None:
    seat = state.seats[game.position.turn - 1]
    mark = f"{state.game_id}:{game.position.ply}"
    if seat.is_bot:
        least, most = thinking_span(seat.player.name if seat.player else "", pace.bot_least, pace.bot_most)
        spread = most - least + 1
        thought = int.from_bytes(derive(game.seed.reveal(), f"pace:{game.position.ply}")[:4]) % spread
        return Due(game.moved + least + thought, "bot", f"bot:{mark}")
    if seat.autopilot:
        return Due(game.moved + pace.autopilot, "timeout", f"timeout:{mark}")
    if game.deadline:
        return Due(max(game.deadline, game.moved), "timeout", f"timeout:{mark}")
    return None


def _unless_still(state: RoomState, move: Due | None) -> Due | None:
    """A move, unless the game stands still by then: nobody is there."""
    still = still_from(state)
    return move if move is None or still is None or move.at <= still else None


def _next_seat_to_free(state: RoomState) -> Due | None:
    at = min((waits_until(state, seat) for seat in state.seats if seat.away_since), default=None)
    return None if at is None else Due(at, "free-away", f"free:{state.game_id}:{at}")


def _next_host(state: RoomState) -> Due | None:
    at = passes_at(state)
    return None if at is None else Due(at, "host", f"host:{state.game_id}:{at}")


def _end_of_vote(state: RoomState) -> Due | None:
    vote = state.vote
    return None if vote is None else Due(vote.ends, "vote", f"vote:{state.game_id}:{vote.opened}")


def _expiry(state: RoomState) -> Due | None:
    """When the room closes, if nobody comes.

    None while somebody is connected, or can come back to a game of a day a move.
    A game that nobody can come back to is broken off as soon as it stands still: bots do not play it out.
    """
    if any(seat.session for seat in state.seats if seat.is_person):
        return None
    playing = state.phase == "playing"
    waited_for = playing and bool(waits_for(state))
    if waited_for and state.options.clock >= LONG_CLOCK:
        return None
    since = max((state.touched, *(seat.away_since for seat in state.seats)))
    if playing and not waited_for:
        return Due(since + DESERTED, "close", f"close:{state.game_id}:{since}")
    since = max(since, state.game.moved if state.game else 0)
    return Due(since + _kept_for(state), "close", f"close:{state.game_id}:{since}")


def _kept_for(state: RoomState) -> int:
    """Milliseconds that a room without a connected person is kept, if somebody could come back to it."""
    if state.phase == "playing":
        return GAME_EXPIRES
    return END_WAITS if state.phase == "over" and state.options.clock >= LONG_CLOCK else UNUSED_EXPIRES
