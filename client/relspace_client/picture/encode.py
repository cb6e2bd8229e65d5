"""Changed cells as bytes for a terminal: cursor moves, styles, text, and erasing where that is shorter."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from relspace_client.look.palette import UNSTYLED, Palette
from relspace_client.look.styles import STYLES
from relspace_client.picture.diff import Span, spans
from relspace_client.picture.row import Row

RESET: Final = "\x1b[m"

_ERASE: Final = "\x1b[K"

_WORTH_ERASING: Final = 4
"""Spaces at the end of a line that cost more than erasing them."""

_STEADY: Final = re.compile("[ -~─│╭╮╰╯━┃┏┓┗┛░▒▓█▌←↑→↓↔►≥≤·•×…“”áéíóúüñÁÉÍÓÚÜÑ¿¡]*")
"""What is one cell wide in every terminal that the box glyphs are used on."""

_ONE_STYLE: Final = re.compile(b"|".join(re.escape(bytes((style,))) + b"+" for style in range(len(STYLES))), re.DOTALL)
"""A run of cells with one style number. To look back at what was found, as `(.)\\1*` does, takes thrice as long."""

Place: TypeAlias = tuple[int, int, bool, bool]
"""Column and line of a row's first cell on the terminal, whether it reaches to the terminal's right edge, and whether
the bytes of a change are worth keeping."""


class Change(NamedTuple):
    """A row, or a part of one, that is to be shown in place of another."""

    x: int
    """The column of its first cell on the terminal."""
    y: int
    old: Row | None
    """What is shown there now; None if that is not known."""
    new: Row
    edge: bool
    """Whether it reaches to the right edge of the terminal."""


def encode(changes: Iterable[Change], palette: Palette) -> bytes:
    """The bytes that bring these changes about. They begin and end with no style set."""
    pen = _Pen(palette)
    for change in changes:
        runs = spans(change.old, change.new)
        if runs:
            pen.write(change, runs)
    return pen.finish()


def encode_one(place: Place, old: Row | None, new: Row, palette: Palette) -> bytes:
    """The same for one change.

    Made once for all viewers whose terminals show the same there, and for all lines of the terminal: a log that scrolls
    shows the same rows one line higher.
    """
    x, y, edge, recurs = place
    start, made = (_kept if recurs else _encoded)(x, old, new, edge, palette)
    return b"\x1b[%d;%dH%b" % (y + 1, x + start + 1, made) if made else b""


def _encoded(x: int, old: Row | None, new: Row, edge: bool, palette: Palette) -> tuple[int, bytes]:
    """The first cell that changes, and the bytes to be sent when the cursor stands on it."""
    runs = spans(old, new)
    if not runs:
        return 0, b""
    start = runs[0][0]
    pen = _Pen(palette, x + start, 0)
    pen.write(Change(x, 0, old, new, edge), runs)
    return start, pen.finish()


_kept: Final = lru_cache(maxsize=4096)(_encoded)
"""As many changes as two hundred people at fifty tables see in the turns of a whole round."""


class _Pen:
    """Where the cursor is and which style is set, while bytes are put together."""

    def __init__(self, palette: Palette, x: int = -1, y: int = -1) -> None:
        self._palette = palette
        self._out: list[str] = []
        self._style = UNSTYLED
        self._x, self._y = x, y
        """Where the cursor is; -1 where that is not certain."""

    def finish(self) -> bytes:
        """Everything that was written."""
        if self._style != UNSTYLED:
            self._out.append(RESET)
        return "".join(self._out).encode()

    def write(self, change: Change, runs: list[Span]) -> None:
        """Writes the changed runs of one row."""
        new = change.new
        tail = self._tail(change, runs[-1][1])
        for start, end in runs:
            erase = end - max(start, tail) >= _WORTH_ERASING
            stop = max(start, tail) if erase else end
            self._move(change.x + start, change.y)
            self._text(new, start, stop, change.x)
            if erase:
                if new.styles[stop] != self._style:
                    self._set(new.styles[stop], blank=True)
                self._out.append(_ERASE)
                return
        if change.edge and runs[-1][1] == new.width:
            self._x = -1  # After the last column terminals differ in where the cursor stands.

    def _tail(self, change: Change, end: int) -> int:
        """The column from which on the line can be erased: there are only spaces of one style.

        Args:
            change: what is to be written.
            end: the column behind the last cell that changed; only behind a space can there be something to erase.
        """
        new = change.new
        if not change.edge or new.cells[end - 1] != " " or not self._palette.erase[new.styles[-1]]:
            return new.width
        text = new.text
        spaces = len(text) - len(text.rstrip(" "))
        return max(new.width - spaces, len(new.styles.rstrip(new.styles[-1:])))

    def _move(self, x: int, y: int) -> None:
        """Brings the cursor to a cell."""
        if self._y == y and self._x >= 0:
            ahead = x - self._x
            if ahead > 0:
                self._out.append("\x1b[C" if ahead == 1 else f"\x1b[{ahead}C")
            elif ahead < 0:
                self._out.append(f"\x1b[{x + 1}G")
        else:
            self._out.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")
        self._x, self._y = x, y

    def _text(self, new: Row, start: int, end: int, offset: int) -> None:
        """Writes the cells from `start` to `end`, the cursor being at the first of them."""
        cells, styles = new.cells, new.styles
        if cells[start] == "":  # the second cell of a wide character that the slot before ends with
            self._out.append("\x1b[C")
            start += 1
        if isinstance(cells, str) and _STEADY.fullmatch(cells, start, end):
            for run in _ONE_STYLE.finditer(styles, start, end):
                first, last = run.span()
                text = cells[first:last]
                if styles[first] != self._style:
                    self._set(styles[first], blank=text.isspace())
                self._out.append(text)
        else:
            for run in _ONE_STYLE.finditer(styles, start, end):
                first, last = run.span()
                if styles[first] != self._style:
                    self._set(styles[first], blank="".join(cells[first:last]).isspace())
                self._unsteady(cells, first, last, offset)
        self._x = offset + end

    def _unsteady(self, cells: str | tuple[str, ...], start: int, end: int, offset: int) -> None:
        """Writes text whose width terminals may disagree about, and puts the cursor right behind each such run."""
        adrift = False
        for x in range(start, end):
            cell = cells[x]
            steady = len(cell) == 1 and _STEADY.fullmatch(cell) is not None
            if adrift and steady:
                self._out.append(f"\x1b[{offset + x + 1}G")
            adrift = not steady
            self._out.append(cell)
        if adrift:
            self._out.append(f"\x1b[{offset + end + 1}G")

    def _set(self, style: int, *, blank: bool) -> None:
        """Sets another style, unless only spaces follow and they look alike in the one that is set."""
        old = self._style
        if blank and old != UNSTYLED and self._palette.blank[old] == self._palette.blank[style]:
            return
        change = self._palette.change(old, style)
        if change:
            self._out.append(change)
            self._style = style
