"""How good a position is for a seat: the others' burden less one's own.

The weights were fitted to who won 4,000 two-seat games between bots (logistic regression), then rounded: one unit of
`worth` is one unit of the logarithm of the odds. Numbers of cards alone say little: low numbers are what keeps
somebody in the station, while a high one or a Keycard is hardly a burden at all.
"""

from math import exp
from typing import Final

from relspace.rules.cards import FACES, NUMBERS, Card
from relspace.rules.layout import LAYOUTS, Layout
from relspace.rules.loading import LOADING
from relspace.rules.position import Position, Stash
from relspace.rules.stash import card_in, free_spaces, refill_order

WON: Final = 50.0
"""The worth of having won."""

BURDEN: Final[dict[Card, float]] = {
    **{code: 0.98 - 0.12 * number for code, number in NUMBERS.items()},
    **dict.fromkeys(("MINI", "ODD", "EVEN"), -0.05),
    **dict.fromkeys(("BRB", "WIN", "ALB"), 0.1),
    "WORM": 0.15,
    "OXY": 0.0,
    "GRAV": 0.0,
    "KEY": -0.4,
}
"""What it costs to hold each card."""

FACE_DOWN: Final = 0.17
"""What it costs that nobody knows a card."""

ROOM: Final = 0.05
"""What each space of a row that still holds a card costs: a jam can fill it."""

STUCK: Final = 0.4
STUCK_EACH: Final = 0.1
"""What it costs that no available card loads, and each card that the cheapest jam then brings back."""


def worth(position: Position, seat: int) -> float:
    """How good a position is for a seat.

    Args:
        position: all of it, as known or guessed.
        seat: the seat; of the others, the one closest to escaping counts as much as all of them on average.
    """
    if position.phase == "over":
        return 0.0 if position.winner is None else WON if position.winner == seat else -WON
    others = [
        burden(position, other) for other, stash in enumerate(position.seats, 1) if other != seat and not stash.out
    ]
    return 0.5 * min(others) + 0.5 * sum(others) / len(others) - burden(position, seat)


def odds(position: Position, seat: int) -> float:
    """The chance that a seat wins, 0 to 1, as far as a look at the position tells."""
    return 1 / (1 + exp(-worth(position, seat)))


def burden(position: Position, seat: int) -> float:
    """What a seat still has to carry."""
    stash = position.seats[seat - 1]
    layout = LAYOUTS[position.options.layout]
    spaces = stash.spaces
    total = 0.0
    for row in layout.rows:
        held = [face for face in spaces[row.start : row.stop] if face is not None]
        if held:
            total += ROOM * len(row) + sum([BURDEN[FACES[face]] for face in held])
    total += sum([FACE_DOWN for face in spaces[layout.rows[2].start :] if face is not None and face[0] == "~"])
    total += sum([BURDEN[face] for face in stash.extra if face is not None])
    return total + stuck(position, stash, layout)


def stuck(position: Position, stash: Stash, layout: Layout) -> float:
    """The cost of a jam that cannot be avoided; 0 if an available card loads."""
    loading = LOADING[position.options.strict]
    takes = frozenset().union(*[loading[pod.cards[-1] if pod.cards else None] for pod in position.pods])
    free = free_spaces(stash, layout)
    for space in free:
        face = card_in(stash, layout, space)
        if face == "KEY" or (face is not None and FACES[face] in takes):
            return 0.0
    if not free:
        return 0.0
    pile = min([len(pod.cards) for pod in position.pods]) + 1
    return STUCK + STUCK_EACH * min(pile, len(refill_order(stash, layout, free[0])))
