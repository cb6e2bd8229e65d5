"""How the twelve cards of a stash lie on one another (docs/rules.md 2): a table for each layout.

Spaces are numbered 0 to 11, row A first, each row from left to right; extra spaces (row X) follow from 12 on.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

LayoutName: TypeAlias = Literal["grid", "pyramid"]

ROWS: Final = "ABC"
"""The rows from top to bottom; row C is dealt face-down."""

EXTRA: Final = "X"
"""The row of gifts for which no space was empty."""

STASH_SIZE: Final = 12
"""Cards dealt to each seat."""

MOST_EXTRA: Final = 99
"""The last extra space that has a name; three Alberts cannot fill more than three."""

EXTRA_NAMES: Final = tuple(f"{EXTRA}{i}" for i in range(1, MOST_EXTRA + 1))
"""The names of the extra spaces, from left to right."""


class Layout(NamedTuple):
    """The geometry of a stash."""

    name: LayoutName
    sizes: tuple[int, int, int]
    """Spaces in rows A, B and C."""
    names: tuple[str, ...]
    """The name of each space: `A1` … ."""
    rows: tuple[range, range, range]
    """The numbers of the spaces of rows A, B and C."""
    covered_by: tuple[tuple[int, ...], ...]
    """For each space, the spaces that cover it while they hold a card."""
    refill: tuple[range, range, range]
    """The rows in the order in which jams and gifts fill them: C, B, A."""
    numbers: Mapping[str, int]
    """The number of each space by its name, extra ones included."""


def _layout(name: LayoutName, sizes: tuple[int, int, int], covers: dict[str, tuple[str, ...]]) -> Layout:
    """Builds the table from `covers`: for each space, the names of those that cover it."""
    a, b, c = sizes
    rows = (range(a), range(a, a + b), range(a + b, a + b + c))
    names = tuple(f"{row}{i}" for row, size in zip(ROWS, sizes, strict=True) for i in range(1, size + 1))
    covered_by = tuple(tuple(names.index(other) for other in covers.get(space, ())) for space in names)
    numbers = MappingProxyType({space: number for number, space in enumerate(names + EXTRA_NAMES)})
    return Layout(name, sizes, names, rows, covered_by, (rows[2], rows[1], rows[0]), numbers)


GRID: Final = _layout(
    "grid",
    (4, 4, 4),
    {f"B{i}": (f"A{i}",) for i in range(1, 5)} | {f"C{i}": (f"A{i}", f"B{i}") for i in range(1, 5)},
)
"""Three rows of four: a card is covered while any card lies higher in its column."""

PYRAMID: Final = _layout(
    "pyramid",
    (3, 4, 5),
    {f"B{i}": tuple(f"A{j}" for j in (i - 1, i) if 1 <= j <= 3) for i in range(1, 5)}
    | {f"C{i}": tuple(f"B{j}" for j in (i - 1, i) if 1 <= j <= 4) for i in range(1, 6)},
)
"""Rows of 3, 4 and 5: a card covers the two below it."""

LAYOUTS: Final[dict[LayoutName, Layout]] = {"grid": GRID, "pyramid": PYRAMID}
"""The layout of each name that the options know."""
