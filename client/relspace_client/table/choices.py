"""The viewer's legal moves, sorted by what can be chosen. What is legal is never worked out: the snapshot lists it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from relspace.codec.once import once
from relspace.rules.moves import Give, Peek, Play, Use, parse_move
from relspace.wire.messages import LegalMove

_MOST_KEPT: Final = 64
"""Lists of moves of which is kept what they offer."""


class Choices(NamedTuple):
    """What a list of legal moves offers."""

    spaces: tuple[str, ...]
    """Every space that can be chosen."""
    onto: Mapping[str, Mapping[int, LegalMove]]
    """By the space, then by the pod: the move that plays the card in that space onto that pod."""
    uses: Mapping[str, LegalMove]
    """By the space: the move that uses a Keycard."""
    peeks: Mapping[str, LegalMove]
    """By the space: the move that looks at its card."""
    gives: Mapping[int, LegalMove]
    """By the seat: the move that gives it a card."""


def _choices(legal: tuple[LegalMove, ...]) -> Choices:
    """What these moves offer."""
    onto: dict[str, dict[int, LegalMove]] = {}
    uses: dict[str, LegalMove] = {}
    peeks: dict[str, LegalMove] = {}
    gives: dict[int, LegalMove] = {}
    spaces: dict[str, None] = {}
    for legal_move in legal:
        move = parse_move(legal_move.move)
        if isinstance(move, Play):
            onto.setdefault(move.space, {})[move.pod] = legal_move
        elif isinstance(move, Use):
            uses[move.space] = legal_move
        elif isinstance(move, Peek):
            peeks[move.space] = legal_move
        elif isinstance(move, Give):
            gives[move.seat] = legal_move
        if isinstance(move, (Play, Use, Peek)):
            spaces[move.space] = None
    return Choices(tuple(spaces), onto, uses, peeks, gives)


choices: Final = once(_choices, _MOST_KEPT)
"""What some legal moves offer; worked out once for each list."""
