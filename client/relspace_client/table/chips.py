"""Where the players of the ring stand: each has a chip, of two lines, with slots of its own."""

from functools import lru_cache
from typing import Final, NamedTuple

CHIP: Final = 19
"""Columns that a player needs to have each card shown."""

WIDEST_CHIP: Final = 29

SHORTEST: Final = 8
"""Columns that a player needs to have cards shown as digits."""

CHIP_LINES: Final = 2

_BARS_FROM: Final = 80
"""Columns of a terminal on which each card is shown."""


class Chips(NamedTuple):
    """How the players stand in the ring."""

    x: int
    """The first one's column in the pane."""
    pitch: int
    """Columns that each has."""
    bars: bool
    """Whether each card is shown, rather than a digit for each row of a stash."""


@lru_cache(maxsize=256)
def chips(width: int, height: int, players: int) -> Chips | None:
    """How so many players stand in a pane; None where each has but a name and a number, in as many lines as there are.

    Args:
        width: the pane's, in columns.
        height: the pane's, in lines.
        players: at least one.
    """
    if height < CHIP_LINES:
        return None
    room = width - 2
    if room // players >= CHIP and width >= _BARS_FROM:
        return Chips(1, min(WIDEST_CHIP, room // players), bars=True)
    if width // players >= SHORTEST:
        return Chips(0, min(CHIP, width // players), bars=False)
    return None
