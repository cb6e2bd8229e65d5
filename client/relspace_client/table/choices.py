"""The viewer's legal moves, sorted by what can be chosen. What is legal is never worked out: the snapshot lists it."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, NamedTuple

from relspace.rules.moves import Give, Peek, Play, Use, parse_move
from relspace.wire.messages import LegalMove

_KEPT: Final[OrderedDict[int, tuple[tuple[LegalMove, ...], "Choices"]]] = OrderedDict()
"""By the identity of a list of moves, which is kept alive beside it."""

_MOST_KEPT: Final = 128


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


def choices(legal: tuple[LegalMove, ...]) -> Choices:
    """What these moves offer; worked out once for each list."""
    kept = _KEPT.get(id(legal))
    if kept is not None and kept[0] is legal:
        return kept[1]
    made = _choices(legal)
    _KEPT[id(legal)] = (legal, made)
    if len(_KEPT) > _MOST_KEPT:
        _KEPT.popitem(last=False)
    return made


def _choices(legal: tuple[LegalMove, ...]) -> Choices:
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
