"""A good move from what a seat can see, found in one look: the normal bot's choice, and how playouts go on.

Low numbers are hard to get rid of, so they go first, onto pods that still take them; what a jam would bring back is
counted, Keycards are kept for the cards that load nowhere, and launches are kept for pods that take little.
"""

from operator import itemgetter
from typing import Final

from relspace.bots.worth import BURDEN
from relspace.rules.cards import CARDS, DECK, DOWN, FACES, NUMBERS, Card, Space
from relspace.rules.layout import LAYOUTS
from relspace.rules.legal import Seen, legal_moves
from relspace.rules.loading import LOADING
from relspace.rules.moves import Give, Move, Peek, Play, Use
from relspace.rules.position import Pod
from relspace.rules.stash import AnyStash, card_in, cards_left, free_spaces, refill_order

CHANCE: Final[dict[bool, dict[Card | None, float]]] = {
    strict: {top: sum(CARDS[card].copies for card in loading) / len(DECK) for top, loading in by_top.items()}
    for strict, by_top in LOADING.items()
}
"""How likely a card that nobody knows loads, by `strict` and the pod's top card."""

LAUNCHERS: Final = frozenset(code for code, kind in CARDS.items() if kind.group == "launcher") | {"WORM"}
"""The cards that take a pod away."""

HEIGHT: Final = 0.02
"""What it is worth to play onto a pod that takes little, for each unit of its top number."""

LAUNCH_HEIGHT: Final = 0.05
"""The same for a card that takes the pod away."""

UNKNOWN: Final = 0.25
"""What it is worth that a face-down card loads."""

KEYCARD: Final = -0.3
"""What it is worth to use a Keycard."""

JAM: Final = -1.5
BACK: Final = -0.2
"""What a jam costs, and each card that it brings back."""


def pick(seen: Seen) -> Move:
    """The move of the seat on turn.

    Args:
        seen: that seat's view; or a position, of which nothing is looked at that the seat may not know.
    """
    return max(valued(seen), key=_value)[1]


def valued(seen: Seen) -> list[tuple[float, Move]]:
    """Every legal move of the seat on turn with its value, in burdens; the highest is the best."""
    match seen.phase:
        case "peek":
            return [(_look(seen, move), move) for move in legal_moves(seen)]
        case "give":
            return [(_gift(seen, move), move) for move in legal_moves(seen)]
        case "load":
            return _plays(seen, tuple([pod for pod in seen.pods if pod.id == seen.load_pod]))
        case _:
            return _plays(seen, seen.pods)


_value: Final = itemgetter(0)


def _look(seen: Seen, look: Move) -> float:
    """A card that was not looked at yet is looked at first, and before it one that can be played at once."""
    assert isinstance(look, Peek)
    stash = seen.seats[seen.turn - 1]
    free = look.space in free_spaces(stash, LAYOUTS[seen.options.layout])
    return 0.1 * free - 0.2 * (look.space in stash.peeked)


def _gift(seen: Seen, gift: Move) -> float:
    """The gift goes to whoever is closest to escaping."""
    assert isinstance(gift, Give)
    return -0.1 * cards_left(seen.seats[gift.seat - 1])


def _plays(seen: Seen, pods: tuple[Pod, ...]) -> list[tuple[float, Move]]:
    """Every available card onto each of these pods."""
    stash = seen.seats[seen.turn - 1]
    layout = LAYOUTS[seen.options.layout]
    strict = seen.options.strict
    moves: list[tuple[float, Move]] = []
    for space in free_spaces(stash, layout):
        face = card_in(stash, layout, space)
        if face == "KEY":
            moves.append((KEYCARD, Use(space)))
            continue
        card = _known(stash, space, face)
        back = len(refill_order(stash, layout, space))
        for pod in pods:
            top = pod.cards[-1] if pod.cards else None
            chance = CHANCE[strict][top] if card is None else float(card in LOADING[strict][top])
            value = 0.0
            if chance > 0:
                value = chance * _loading(card, NUMBERS.get(top or "", 0))
            if chance < 1:
                value += (1 - chance) * (JAM + BACK * min(back, len(pod.cards) + 1))
            moves.append((value, Play(space, pod.id)))
    return moves


def _known(stash: AnyStash, space: str, face: Space) -> Card | None:
    """The card in a space, or None for one that its owner does not know."""
    assert face is not None
    return None if face[0] == DOWN and space not in stash.peeked else FACES[face]


def _loading(card: Card | None, height: int) -> float:
    """What it is worth that a card loads onto a pod with this top number, 0 for none."""
    if card is None:
        return UNKNOWN + HEIGHT * height
    return BURDEN[card] + (LAUNCH_HEIGHT if card in LAUNCHERS else HEIGHT) * height
