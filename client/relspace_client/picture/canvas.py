"""Drawing on cells, and the areas of a picture that can be clicked."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from relspace_client.picture.row import Row, cells_of, row, segments

_RUNS: Final = tuple(bytes((style,)) * 256 for style in range(256))


class Area(NamedTuple):
    """A part of a picture that can be clicked."""

    x: int
    y: int
    width: int
    height: int
    action: str
    """What a click does: a key (`"o"`, `"enter"`), or words that the screen which drew it understands (`"pod 2"`)."""


def hit(areas: tuple[Area, ...], x: int, y: int) -> str | None:
    """The action of the area at a cell, of the one drawn last where several lie on one another; or None."""
    for area in reversed(areas):
        if area.x <= x < area.x + area.width and area.y <= y < area.y + area.height:
            return area.action
    return None


class Canvas:
    """Cells to draw on. What lies outside is clipped; of a wide character that would be cut, a space is left."""

    def __init__(self, width: int, height: int, style: int = 0) -> None:
        """Makes a canvas of spaces, `width` × `height` cells."""
        self.width = width
        self.height = height
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [bytearray(_run(style, width)) for _ in range(height)]
        self._areas: list[Area] = []
        self._simple = True
        """Whether each cell holds one character, so far."""

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "Canvas":
        """A canvas on which these rows, all of one width, are drawn already."""
        canvas = cls(rows[0].width, 0)
        canvas.height = len(rows)
        canvas._cells = [list(row.cells) for row in rows]
        canvas._styles = [bytearray(row.styles) for row in rows]
        canvas._simple = all(isinstance(row.cells, str) for row in rows)
        return canvas

    def put(self, x: int, y: int, text: str, style: int) -> int:
        """Draws a text, its first cell at column `x` of row `y`. Returns the column after its last cell."""
        cells = cells_of(text)
        end = x + len(cells)
        if 0 <= x < end <= self.width and 0 <= y < self.height:
            self._write(x, y, cells, _run(style, end - x))
        elif 0 <= y < self.height and end > 0 and x < self.width and x < end:
            left, right = max(x, 0), min(end, self.width)
            shown = list(cells[left - x : right - x])
            if shown[0] == "":
                shown[0] = " "
            if right < end and cells[right - x] == "":
                shown[-1] = " "
            self._write(left, y, shown, _run(style, right - left))
        return end

    def _write(self, x: int, y: int, cells: Sequence[str], styles: bytes) -> None:
        """Replaces cells; of a wide character that is cut by that, a space is left."""
        line = self._cells[y]
        end = x + len(styles)
        if not self._simple or type(cells) is not str:
            self._simple = False
            _make_room(line, x, end)
        line[x:end] = cells
        self._styles[y][x:end] = styles

    def fill(self, x: int, y: int, width: int, height: int, style: int, char: str = " ") -> None:
        """Fills a rectangle with one character of one cell."""
        for line in range(y, y + height):
            self.put(x, line, char * width, style)

    def lay(self, x: int, y: int, row: Row) -> None:
        """Lays a row of cells over what was drawn there."""
        if 0 <= y < self.height and x >= 0 and x + len(row.styles) <= self.width:
            self._write(x, y, row.cells, row.styles)
            return
        for text, style in segments(row):
            x = self.put(x, y, text, style)

    def lay_all(self, x: int, y: int, rows: Sequence[Row]) -> None:
        """Lays rows of one width over what was drawn there, one below the other: `lay` for each, in fewer steps."""
        end = x + rows[0].width
        if x < 0 or y < 0 or end > self.width or y + len(rows) > self.height:
            for line, row in enumerate(rows, y):
                self.lay(x, line, row)
            return
        for cells, styles, row in zip(self._cells[y:], self._styles[y:], rows, strict=False):
            if not self._simple or type(row.cells) is not str:
                self._simple = False
                _make_room(cells, x, end)
            cells[x:end] = row.cells
            styles[x:end] = row.styles

    def restyle(self, x: int, y: int, width: int, style: int) -> None:
        """Gives cells of one row another style; their text stays."""
        left, right = max(x, 0), min(x + width, self.width)
        if 0 <= y < self.height and left < right:
            self._styles[y][left:right] = _run(style, right - left)

    def area(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Makes a rectangle answer to clicks; a later one lies on top."""
        self._areas.append(Area(x, y, width, height, action))

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas made so far."""
        return tuple(self._areas)

    def rows(self) -> tuple[Row, ...]:
        """What was drawn."""
        if self._simple:
            return tuple(map(row, map("".join, self._cells), map(bytes, self._styles)))
        return tuple(map(_row, self._cells, self._styles))

    def text(self) -> str:
        """What was drawn as plain text, without spaces at the ends of lines."""
        return "\n".join("".join(line).rstrip() for line in self._cells)


def _row(line: list[str], styles: bytearray) -> Row:
    text = "".join(line)
    # A wide character leaves one character fewer than cells, a mark adds one: both at once may hide one another.
    simple = len(text) == len(line) and (text.isascii() or "" not in line)
    return row(text if simple else tuple(line), bytes(styles))


def _make_room(line: list[str], x: int, end: int) -> None:
    """Leaves spaces of wide characters that are cut where the cells from `x` up to `end` are replaced."""
    if line[x] == "":
        line[x - 1] = " "
    if end < len(line) and line[end] == "":
        line[end] = " "


def _run(style: int, width: int) -> bytes:
    return _RUNS[style][:width] if width <= 256 else bytes((style,)) * width
