"""Rows of cells: the text and the style number of each.

A wide character (a CJK letter) takes two cells: the first holds it, the second is empty (`""`). A combining mark stays
in the cell of its base. Control and format characters are left out: nothing here can move a cursor.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, TypeAlias, cast
from weakref import ref

from wcwidth import wcwidth

Cells: TypeAlias = str | tuple[str, ...]
"""The text of each cell. A string where each cell holds one character, which is nearly always."""

MAX_MARKS: Final = 4
"""The most combining marks that one cell keeps."""

_SPACES: Final = frozenset("\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}")
"""Unprintable to Python, and harmless."""

_SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Variation selectors: terminals disagree about the width of what they select."""


class Row:
    """One row of cells. Immutable, and interned by `row`: rows that are equal are the same object."""

    __slots__ = ("__weakref__", "cells", "styles")

    cells: Cells
    """The text of each cell."""
    styles: bytes
    """The style number of each cell."""

    def __init__(self, cells: Cells, styles: bytes) -> None:
        self.cells = cells
        self.styles = styles

    @property
    def width(self) -> int:
        """How many cells it has."""
        return len(self.styles)

    @property
    def text(self) -> str:
        """The characters, as they would be printed."""
        return self.cells if isinstance(self.cells, str) else "".join(self.cells)

    def __repr__(self) -> str:
        return f"Row({self.text!r})"


_cells_of: Final = attrgetter("cells")
_styles_of: Final = attrgetter("styles")


class _Ref(ref[Row]):
    """Points to a row that others keep, and knows what it is interned as."""

    __slots__ = ("key",)

    key: tuple[Cells, bytes]


_INTERNED: Final[dict[tuple[Cells, bytes], _Ref]] = {}


def _forget(gone: ref[Row]) -> None:
    assert isinstance(gone, _Ref)
    if _INTERNED.get(gone.key) is gone:
        del _INTERNED[gone.key]


def row(cells: Cells, styles: bytes) -> Row:
    """The row of these cells, of which there is one object at a time."""
    key = (cells, styles)
    known = _INTERNED.get(key)
    found = known() if known is not None else None
    if found is None:
        found = Row(cells, styles)
        pointer = _Ref(found, _forget)
        pointer.key = key
        _INTERNED[key] = pointer
    return found


@lru_cache(maxsize=256)
def blank(width: int, style: int = 0) -> Row:
    """A row of spaces."""
    return row(" " * width, bytes((style,)) * width)


def join(rows: Sequence[Row]) -> Row:
    """The row that shows these rows one after the other."""
    if len(rows) == 1:
        return rows[0]
    styles = b"".join(map(_styles_of, rows))
    cells = list(map(_cells_of, rows))
    if tuple in map(type, cells):
        return row(tuple([cell for part in cells for cell in part]), styles)
    return row("".join(cast("list[str]", cells)), styles)


def cut(shown: Row, start: int, end: int) -> Row:
    """The cells of a row from `start` up to `end`.

    Of a wide character across either, each part has a cell: the two show it again once they stand side by side.
    """
    return row(shown.cells[start:end], shown.styles[start:end])


def segments(shown: Row) -> Iterator[tuple[str, int]]:
    """The row as runs of one style: text and style number."""
    cells, styles = shown.cells, shown.styles
    start = 0
    for end in range(1, len(styles) + 1):
        if end == len(styles) or styles[end] != styles[start]:
            yield "".join(cells[start:end]), styles[start]
            start = end


@lru_cache(maxsize=2048)
def cells_of(text: str) -> Cells:
    """The cells that a text takes."""
    if text.isascii() and text.isprintable():
        return text
    cells: list[str] = []
    for char in text:
        width = _width(char)
        if width > 0:
            cells += (char,) if width == 1 else (char, "")
        elif width == 0 and cells:
            at = -2 if cells[-1] == "" else -1
            if len(cells[at]) <= MAX_MARKS:
                cells[at] += char
    return "".join(cells) if all(len(cell) == 1 for cell in cells) else tuple(cells)


def width_of(text: str) -> int:
    """How many cells a text takes."""
    return len(cells_of(text))


def clip(text: str, width: int, ellipsis: str = "") -> str:
    """The text, cut to at most `width` cells; one that had to be cut ends with `ellipsis`."""
    cells = cells_of(text)
    if len(cells) <= width:
        return "".join(cells)
    keep = max(0, width - len(ellipsis))
    if keep and cells[keep] == "":
        keep -= 1
    return "".join(cells[:keep]) + ellipsis[:width]


def _width(char: str) -> int:
    """Cells that a character takes: 1 or 2; 0 for a mark that joins the cell before; -1 for one that is left out."""
    if char in _SPACES:
        return wcwidth(char)
    if not char.isprintable() or char in _SELECTORS:
        return -1
    return wcwidth(char)
