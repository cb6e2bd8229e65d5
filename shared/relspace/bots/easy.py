"""The easy bot, also the autopilot of those who are away: any move at random, but no jam that it can see coming."""

from relspace.rules.fairness import below
from relspace.rules.forecast import forecasts
from relspace.rules.legal import legal_moves
from relspace.rules.moves import Move
from relspace.rules.view import View


def choose(view: View, seat: int, seed: bytes) -> Move:
    """A random legal move; a jam that can be seen coming only where there is nothing else."""
    moves = legal_moves(view)
    safe = [move for move, what in zip(moves, forecasts(view, seat, moves), strict=True) if what.verdict != "jams"]
    choices = safe or moves
    return choices[below(len(choices), "easy", seed)]
