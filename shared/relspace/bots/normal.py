"""The normal bot: the best move that one look at its view finds."""

from relspace.bots.policy import pick
from relspace.rules.moves import Move
from relspace.rules.view import View


def choose(view: View, seat: int, seed: bytes) -> Move:  # noqa: ARG001 - the view says all: it is that seat's turn
    """The move of the highest value, by the weights of `relspace.bots.policy`."""
    return pick(view)
