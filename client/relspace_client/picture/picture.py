"""A picture: what one viewer's terminal is to show.

It consists of a `Sheet`, which is the same for many viewers and shared by them, and of a few private rows that are
laid over it. Both keep to the slots of a `Grid`, so that what changed in the shared part is worked out and encoded once
for all, and a viewer's own rows stay few.
"""

from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from relspace_client.look.palette import Palette
from relspace_client.picture.canvas import Area, hit
from relspace_client.picture.encode import Place, encode_one
from relspace_client.picture.row import Row, blank, cut, join

NO_SLOTS: Final[frozenset[int]] = frozenset()


class Slot(NamedTuple):
    """A place for a row, or for a part of one."""

    x: int
    y: int
    width: int
    recurs: bool = True
    """Whether the same change of it is met again: by others, on other lines, or after a few turns."""


class Grid:
    """How a terminal is divided into slots, which do not overlap. What no slot covers is always empty."""

    __slots__ = ("height", "lines", "places", "slots", "width")

    def __init__(self, width: int, height: int, slots: Sequence[Slot]) -> None:
        """Makes a grid of `width` × `height` cells."""
        self.width: Final = width
        self.height: Final = height
        self.slots: Final = tuple(slots)
        self.places: Final[tuple[Place, ...]] = tuple(
            (slot.x, slot.y, slot.x + slot.width == width, slot.recurs) for slot in self.slots
        )
        """The slots as their rows are encoded."""
        self.lines: Final = tuple(
            tuple(sorted((i for i, slot in enumerate(slots) if slot.y == y), key=lambda i: slots[i].x))
            for y in range(height)
        )
        """For each line of the terminal its slots, by number, from left to right."""


class Sheet:
    """Rows that many viewers share, one for each slot of a grid."""

    def __init__(
        self, grid: Grid, rows: Sequence[Row], areas: Sequence[Area] = (), *, key: Hashable | None = None
    ) -> None:
        """Makes a sheet.

        Args:
            grid: where the rows go.
            rows: one for each slot, as wide as the slot.
            areas: what can be clicked.
            key: names this sheet's content among all sheets with this grid, such as a revision number; the bytes that
                lead from one sheet to the next are kept under it. None if they are not worth keeping.
        """
        self.grid: Final = grid
        self.key: Final = key
        self._rows = tuple(rows)
        self._areas = tuple(areas)
        self._steps: dict[tuple[Palette, Hashable, frozenset[int]], _Step] = {}

    def row(self, number: int) -> Row:
        """The row of a slot."""
        return self._rows[number]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, by slot."""
        return tuple(map(self.row, range(len(self.grid.slots))))

    @property
    def areas(self) -> tuple[Area, ...]:
        """What can be clicked."""
        return self._areas

    def encoded_from(
        self, old: "Sheet", without: AbstractSet[int], palette: Palette, covered: frozenset[int] = NO_SLOTS
    ) -> bytes:
        """The bytes that turn `old`, on the same grid, into this sheet.

        Args:
            old: the sheet that is shown.
            without: slots to leave alone.
            palette: the colours.
            covered: slots of `without` that are not even looked at.
        """
        step = self._steps.get((palette, old.key, covered))
        if step is None:
            places = self.grid.places
            step = _Step(
                [
                    (number, encode_one(places[number], before, after, palette))
                    for number, before, after in self.changes_from(old, covered)
                ]
            )
            if old.key is not None:
                self._steps[palette, old.key, covered] = step
        return step.encoded(without)

    def changes_from(self, old: "Sheet", covered: AbstractSet[int]) -> list[tuple[int, Row, Row]]:
        """The slots whose rows differ from those of `old`, but for the covered ones: number, row before, row now."""
        numbers = (number for number in range(len(self.grid.slots)) if number not in covered)
        changes = ((number, old.row(number), self.row(number)) for number in numbers)
        return [change for change in changes if change[1] is not change[2]]


class _Step:
    """What leads from one sheet to another in one palette."""

    def __init__(self, changes: list[tuple[int, bytes]]) -> None:
        """Knows the changed slots, and what to send for each."""
        self._changes = changes
        self._slots = frozenset(slot for slot, _ in changes)
        self._whole = b"".join([made for _, made in changes])

    def encoded(self, without: AbstractSet[int]) -> bytes:
        """All of it, but for some slots."""
        if self._slots.isdisjoint(without):
            return self._whole
        return b"".join([made for slot, made in self._changes if slot not in without])


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A sheet, and the private rows of one viewer."""

    sheet: Sheet
    private: Mapping[int, Row] = field(default_factory=dict)
    """Rows by the number of the slot where they lie over the sheet's."""
    own_areas: tuple[Area, ...] | None = None
    """What the viewer can click, in place of the sheet's areas; None for those."""
    covered: frozenset[int] = NO_SLOTS
    """Private slots that lie over the sheet for every viewer of this kind: there the sheet need not be drawn."""

    @property
    def width(self) -> int:
        """Cells across."""
        return self.sheet.grid.width

    @property
    def height(self) -> int:
        """Lines."""
        return self.sheet.grid.height

    @property
    def areas(self) -> tuple[Area, ...]:
        """Everything that can be clicked; a later area lies on top."""
        return self.sheet.areas if self.own_areas is None else self.own_areas

    def hit(self, x: int, y: int) -> str | None:
        """The action of the area at a cell, or None."""
        return hit(self.areas, x, y)

    def slot(self, number: int) -> Row:
        """The row in a slot."""
        return self.private.get(number) or self.sheet.row(number)

    def row(self, y: int) -> Row:
        """A whole line of the terminal."""
        grid = self.sheet.grid
        parts: list[Row] = []
        x = 0
        for number in grid.lines[y]:
            slot = grid.slots[number]
            if slot.x > x:
                parts.append(blank(slot.x - x))
            parts.append(self.slot(number))
            x = slot.x + slot.width
        if x < grid.width:
            parts.append(blank(grid.width - x))
        return join(tuple(parts))

    def part(self, x: int, y: int, width: int) -> Row:
        """A part of a line of the terminal."""
        return cut(self.row(y), x, x + width)

    def over(self, x: int, y: int, rows: Sequence[Row]) -> "Picture":
        """The picture with rows in place of what stands on line `y` and below, from column `x` on.

        They must begin and end where slots do.
        """
        private = dict(self.private)
        for line, shown in enumerate(rows, y):
            for number in self.sheet.grid.lines[line]:
                start, _, width, _ = self.sheet.grid.slots[number]
                if x <= start and start + width <= x + shown.width:
                    private[number] = cut(shown, start - x, start - x + width)
        return replace(self, private=private)

    def rows(self) -> tuple[Row, ...]:
        """All lines, from the top."""
        return tuple(self.row(y) for y in range(self.height))

    def text(self) -> str:
        """The picture as plain text, without spaces at the ends of lines."""
        return "\n".join(shown.text.rstrip() for shown in self.rows())


@lru_cache(maxsize=64)
def plain_grid(width: int, height: int) -> Grid:
    """A grid of whole lines."""
    return Grid(width, height, [Slot(0, y, width) for y in range(height)])


def page(rows: Sequence[Row], areas: Sequence[Area] = ()) -> Picture:
    """A picture of whole lines that nobody shares, all of the same width."""
    return Picture(Sheet(plain_grid(rows[0].width, len(rows)), rows, areas))


@lru_cache(maxsize=16)
def empty_sheet(grid: Grid) -> Sheet:
    """What a grid looks like on a terminal that has just been cleared."""
    return Sheet(grid, [blank(slot.width) for slot in grid.slots], key="empty")
