"""What can be read off a stash (docs/rules.md 2, 5 and 6): available cards, cards left, the spaces that are refilled.

Pure functions over the tables of `relspace.rules.layout`; a stash as one viewer sees it will do as well.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from relspace.rules.cards import DOWN, Space
from relspace.rules.layout import EXTRA_NAMES, LAYOUTS, STASH_SIZE, Layout, LayoutName
from relspace.rules.position import Stash
from relspace.rules.view import StashView

AnyStash: TypeAlias = Stash | StashView
"""A stash, or what a viewer sees of it."""

NO_SPACES: Final[tuple[Space, ...]] = (None,) * STASH_SIZE
"""The spaces of a stash that is gone."""

SHAPES_KEPT: Final = 8_192
"""Shapes of stashes whose free spaces, and whose holes, are kept for the next stash like them: twice 4,096 are all."""

_X_NAMES: Final = tuple(EXTRA_NAMES[:count] for count in range(len(EXTRA_NAMES) + 1))
"""The names of the first so many extra spaces."""


def free_spaces(stash: AnyStash, layout: Layout) -> tuple[str, ...]:
    """The names of the spaces whose card nothing covers, in order: A, B, C, then X."""
    free = _uncovered(layout.name, bytes(map(bool, stash.spaces)))
    extra = stash.extra
    if not extra:
        return free
    if None in extra:
        return free + tuple(name for name, card in zip(EXTRA_NAMES, extra, strict=False) if card)
    return free + _X_NAMES[len(extra)]


@lru_cache(maxsize=SHAPES_KEPT)
def _uncovered(layout: LayoutName, filled: bytes) -> tuple[str, ...]:
    """The spaces that hold a card while none that covers them does; `filled` has a byte for each space, 0 or 1."""
    table = LAYOUTS[layout]
    return tuple(
        name
        for number, name in enumerate(table.names)
        if filled[number] and not any(filled[above] for above in table.covered_by[number])
    )


def is_free(stash: AnyStash, layout: Layout, space: str) -> bool:
    """Whether a space holds a card that nothing covers."""
    return space in free_spaces(stash, layout)


def card_in(stash: AnyStash, layout: Layout, space: str) -> Space:
    """What lies in a space: None for an empty one, and for one that this stash does not have."""
    number = layout.numbers.get(space)
    if number is None:
        return None
    if number < STASH_SIZE:
        return stash.spaces[number]
    number -= STASH_SIZE
    return stash.extra[number] if number < len(stash.extra) else None


def cards_left(stash: AnyStash) -> int:
    """Cards that are still to be got rid of."""
    left = STASH_SIZE - stash.spaces.count(None)
    if stash.extra:
        left += len(stash.extra) - stash.extra.count(None)
    return left


def left_by_row(stash: AnyStash, layout: Layout) -> tuple[int, int, int, int]:
    """Cards left in rows A, B, C and X."""
    a, b, c = (sum(stash.spaces[number] is not None for number in row) for row in layout.rows)
    return a, b, c, sum(card is not None for card in stash.extra)


def face_down_spaces(stash: AnyStash, layout: Layout) -> tuple[str, ...]:
    """The names of the spaces whose card lies face-down, covered or not, looked at or not."""
    return tuple(
        name for name, card in zip(layout.names, stash.spaces, strict=True) if card is not None and card[0] == DOWN
    )


def gift_space(stash: AnyStash, layout: Layout) -> str | None:
    """Where a gift goes: the first empty space of a row that holds a card, or None if there is none."""
    return next(iter(_fillable(stash, layout)), None)


def refill_order(stash: AnyStash, layout: Layout, vacated: str) -> tuple[str, ...]:
    """The spaces that a jam's pile fills, in order.

    Args:
        stash: as it was when the turn started, the card that jams still in it.
        layout: its layout.
        vacated: the space that the card which jams is played from.
    """
    number = layout.numbers[vacated]
    order = _fillable(stash, layout, number)
    return (*order, vacated) if number >= STASH_SIZE else order


def _fillable(stash: AnyStash, layout: Layout, vacated: int = -1) -> tuple[str, ...]:
    """The empty spaces (and the vacated one) of the rows that hold a card: C, then B, then A, from left to right."""
    return _holes(layout.name, bytes(map(bool, stash.spaces)), vacated)


@lru_cache(maxsize=SHAPES_KEPT)
def _holes(layout: LayoutName, filled: bytes, vacated: int) -> tuple[str, ...]:
    table = LAYOUTS[layout]
    return tuple(
        table.names[number]
        for row in table.refill
        if any(filled[held] for held in row)
        for number in row
        if not filled[number] or number == vacated
    )
