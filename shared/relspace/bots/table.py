"""Bots at the table: seating them, and making the moves that the clock asks for.

Both are pure functions of the room's state, so that every node would do the same, and a retry does it again.
"""

from typing import Final, NamedTuple

from relspace.bots.levels import DEFAULT_LEVEL, LEVELS, choose
from relspace.bots.names import NAMES
from relspace.errors import Illegal, NotNow
from relspace.room.commands import Close, EndVote, FreeAway, PassHost, PlayForSeat, SeatBot
from relspace.room.due import Due, Pace, due
from relspace.room.state import Player, RoomState
from relspace.room.update import SERVER, update
from relspace.rules.fairness import derive
from relspace.rules.moves import Move
from relspace.rules.view import View, view

AUTOPILOT_LEVEL: Final = "easy"
"""How the autopilot plays for somebody who is away."""


def add_bot(state: RoomState, actor: Player, level: str, now: int, entropy: bytes) -> RoomState:
    """Gives a free seat to a bot with a name that nobody at the table has.

    Args:
        state: the room.
        actor: who asks.
        level: one of the bots' levels, or empty for the default.
        now: wall-clock milliseconds.
        entropy: 32 bytes; they choose the name.

    Raises:
        Refused: as seating refuses; `bad-options` for an unknown level.
    """
    if level and level not in LEVELS:
        raise Illegal("bad-options", field="level", value=level)
    taken = {seat.player.name for seat in state.seats if seat.player}
    free = [name for name in NAMES if name not in taken]
    name = free[entropy[0] % len(free)]
    bot = Player(f"bot:{name}", name, "bot", level or DEFAULT_LEVEL)
    return update(state, SeatBot(bot), actor, now, entropy)


class Question(NamedTuple):
    """What somebody who chooses a move is told."""

    view: View
    seat: int
    level: str
    seed: bytes
    """32 bytes that tell nothing about the deal."""


def question(state: RoomState, *, auto: bool) -> Question:
    """The question that the seat on turn has to answer.

    Args:
        state: a room with a game that runs.
        auto: whether the autopilot answers for somebody who is away.
    """
    game = state.game
    assert game is not None
    position = game.position
    player = state.seats[position.turn - 1].player
    level = AUTOPILOT_LEVEL if auto or player is None else player.level
    seed = derive(game.seed.reveal(), f"bot:{position.ply}")
    return Question(view(position, position.turn, state.options.stashes), position.turn, level, seed)


def fire(state: RoomState, what: Due, pace: Pace, now: int, entropy: bytes, move: Move | None = None) -> RoomState:
    """The state after what the clock asked for has happened.

    Args:
        state: the room.
        what: what was due when the clock was set.
        pace: how long those who need no time to think take.
        now: wall-clock milliseconds.
        entropy: 32 bytes, for a game that starts because of it.
        move: the move of the seat on turn, if it was chosen elsewhere.

    Raises:
        NotNow: `not-due`, if it has happened already, or something else came first.
    """
    current = due(state, pace)
    if current is None or current.op_id != what.op_id:
        raise NotNow("not-due")
    match what.kind:
        case "bot" | "timeout":
            auto = what.kind == "timeout"
            return _play(state, now, entropy, move or choose(*question(state, auto=auto)), auto=auto)
        case "free-away":
            return update(state, FreeAway(), SERVER, now, entropy)
        case "vote":
            return update(state, EndVote(), SERVER, now, entropy)
        case "host":
            return update(state, PassHost(), SERVER, now, entropy)
        case "close":
            return update(state, Close(), SERVER, now, entropy)


def _play(state: RoomState, now: int, entropy: bytes, move: Move, *, auto: bool) -> RoomState:
    assert state.game is not None
    command = PlayForSeat(state.game.number, state.game.position.ply, str(move), auto)
    return update(state, command, SERVER, now, entropy)
