"""Where each space of a stash lies, in halves of a card: for the arrow keys and for drawing."""

from functools import cache
from typing import Final, NamedTuple

from relspace.rules.layout import EXTRA, LAYOUTS, ROWS, LayoutName


class Spot(NamedTuple):
    """Where a card lies."""

    x: int
    """Halves of a card's pitch from the left edge of the stash."""
    row: int
    """0 for row A, 1 for B, 2 for C; in row X the number of the card, from 0."""


EXTRA_X: Final = 10
"""Where row X stands: it is a column of its own at the right."""


@cache
def spot(layout: LayoutName, space: str) -> Spot:
    """The spot of a space."""
    row, number = space[0], int(space[1:]) - 1
    if row == EXTRA:
        return Spot(EXTRA_X, number)
    inset = max(LAYOUTS[layout].sizes) - LAYOUTS[layout].sizes[ROWS.index(row)]
    return Spot(2 * number + inset, ROWS.index(row))


def beside(layout: LayoutName, spaces: tuple[str, ...], chosen: str | None, key: str) -> str | None:
    """The space that an arrow key leads to.

    Args:
        layout: how the stash lies.
        spaces: those that can be chosen.
        chosen: the one that is chosen, if any.
        key: `left` and `right` go through all of them and round; `up` and `down` go to the nearest one there.
    """
    if not spaces:
        return None
    order = sorted(spaces, key=lambda space: spot(layout, space))
    if chosen not in order:
        return order[-1] if key == "left" else order[0]
    if key in ("left", "right"):
        return order[(order.index(chosen) + (1 if key == "right" else -1)) % len(order)]
    here = spot(layout, chosen)
    there = [space for space in order if _is_beyond(spot(layout, space), here, key)]
    return min(there, key=lambda space: _distance(spot(layout, space), here), default=chosen)


def _is_beyond(there: Spot, here: Spot, key: str) -> bool:
    return there.row < here.row if key == "up" else there.row > here.row


def _distance(there: Spot, here: Spot) -> tuple[int, int]:
    return abs(there.x - here.x), abs(there.row - here.row)
