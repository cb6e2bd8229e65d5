"""What all pictures around the table are made of: the bar, the keys, headings, badges, lists, wrapped sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from relspace.room.state import TalkLine
from relspace_client.locale.words import Words
from relspace_client.look.arrows import LEFT_RIGHT, UP_DOWN, with_arrows
from relspace_client.look.glyphs import Glyphs
from relspace_client.look.styles import (
    ACCENT,
    BRIGHT,
    DIM,
    PANEL,
    PANEL_BRIGHT,
    PANEL_DIM,
    TEXT,
)
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture, page
from relspace_client.picture.row import clip, width_of
from relspace_client.picture.wrap import at_most, wrap

MIN_WIDTH: Final = 40
MIN_HEIGHT: Final = 18
"""The smallest terminal that the game can be played on."""

WIDE: Final = 80
TALL: Final = 24
"""From this size on there are two columns; below it there is one."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a picture: in which language, with which characters."""

    words: Words
    glyphs: Glyphs

    def say(self, message: str, /, **fields: object) -> str:
        """A message in the reader's language and characters."""
        return self.plain(self.words.say(message, **fields))

    def plain(self, text: str) -> str:
        """A sentence, or the names of keys, in the reader's characters."""
        return with_arrows(text, self.glyphs, self.words)

    def count(self, one: str, many: str, n: int, **fields: object) -> str:
        """A message that depends on a number."""
        return self.plain(self.words.count(one, many, n, **fields))

    def clip(self, text: str, width: int) -> str:
        """A text of people's, cut to a width with an ellipsis."""
        return clip(text, width, self.glyphs.ellipsis)


ALWAYS: Final = -1
"""The rank of a key that is left out last."""


class Cap(NamedTuple):
    """One key as it is drawn below a picture, and what a click on it does."""

    shown: str
    action: str


class Key(NamedTuple):
    """One entry of the line of keys."""

    caps: tuple[Cap, ...]
    label: str
    rank: int = 0
    """Entries of the highest rank are left out first where there is no room."""

    @property
    def action(self) -> str:
        """What a click on its first key does."""
        return self.caps[0].action

    @property
    def width(self) -> int:
        """Cells that it takes."""
        return sum(width_of(cap.shown) + 1 for cap in self.caps) + width_of(self.label)


def key(shown: str, action: str, label: str, rank: int = 0) -> Key:
    """An entry with one key."""
    return Key((Cap(shown, action),), label, rank)


def up_down(reader: Reader, label: str, rank: int = 0) -> Key:
    """The arrow keys that go up and down a list."""
    up, down = reader.glyphs.plain(UP_DOWN).split(" ")
    return Key((Cap(up, "up"), Cap(down, "down")), label, rank)


def left_right(reader: Reader, label: str, rank: int = 0) -> Key:
    """The arrow keys that go to the left and to the right."""
    left, right = reader.glyphs.plain(LEFT_RIGHT).split(" ")
    return Key((Cap(left, "left"), Cap(right, "right")), label, rank)


def bar(canvas: Canvas, reader: Reader, title: str, code: str = "", right: Sequence[str] = ()) -> None:
    """The line above: a title, a code, and on the right what there is room for."""
    canvas.fill(0, 0, canvas.width, 1, PANEL)
    end = canvas.put(1, 0, reader.clip(title, canvas.width - 2), PANEL_BRIGHT)
    if code:
        end = canvas.put(end + 2, 0, code, PANEL_DIM)
    shown = list(right)
    while shown and end + 2 + width_of("  ".join(shown)) > canvas.width - 1:
        shown.pop()
    text = "  ".join(shown)
    canvas.put(canvas.width - 1 - width_of(text), 0, text, PANEL_DIM)


def where(address: str) -> str:
    """What leads here: the host's name, or the whole command where a name alone does not."""
    return f"ssh {address}" if address.startswith("-") else address


def footer(canvas: Canvas, keys: Sequence[Key]) -> None:
    """The line below: keys and what they do, each to be clicked."""
    y = canvas.height - 1
    canvas.fill(0, y, canvas.width, 1, PANEL)
    draw_keys(canvas, 1, y, fitting(keys, canvas.width - 2), PANEL_BRIGHT, PANEL_DIM)


def draw_keys(canvas: Canvas, x: int, y: int, keys: Sequence[Key], caps: int, labels: int) -> None:
    """Keys and what they do from column `x` on, in a style for the keys and one for the rest, each to be clicked."""
    for entry in keys:
        start = x
        for cap in entry.caps:
            end = canvas.put(x, y, cap.shown, caps)
            canvas.area(x, y, end - x, 1, cap.action)
            x = end + 1
        end = canvas.put(x, y, entry.label, labels)
        if len(entry.caps) == 1:
            canvas.area(start, y, end - start, 1, entry.action)
        x = end + 2


def fitting(keys: Sequence[Key], width: int) -> list[Key]:
    """The keys that fit on a line, in their order; those of the highest rank go first, later ones before earlier."""
    kept = list(keys)
    while len(kept) > 1 and sum(entry.width + 2 for entry in kept) - 2 > width:
        worst = max(range(len(kept)), key=lambda i: (kept[i].rank, i))
        del kept[worst]
    return kept


def badge(canvas: Canvas, x: int, y: int, text: str, style: int) -> int:
    """A filled word with a space on each side, of which the left one is at `x - 1`. Returns the column after it."""
    return canvas.put(x - 1, y, f" {text} ", style)


def heading(canvas: Canvas, x: int, y: int, text: str) -> int:
    """The name of a part of the picture."""
    return canvas.put(x, y, text, BRIGHT)


def some_of(reader: Reader, first: int, rows: int, n: int) -> str:
    """Which rows of a list are seen; empty if all of them are.

    Args:
        reader: who reads it.
        first: the number of the first one that is seen, from 0 on.
        rows: how many there is room for.
        n: how many there are.
    """
    if n <= rows:
        return ""
    return reader.say("{first} to {last} of {n}", first=first + 1, last=min(n, first + rows), n=n)


def right_aligned(canvas: Canvas, end: int, y: int, text: str, style: int) -> None:
    """A text whose last cell is at column `end`."""
    canvas.put(end + 1 - width_of(text), y, text, style)


class SaidLine(NamedTuple):
    """A row of what was said."""

    name: str
    """Who said it; empty on the rows that go on."""
    text: str
    column: int
    """Where the text begins."""


def talk(canvas: Canvas, reader: Reader, y: int, rows: int, width: int, lines: Sequence[TalkLine]) -> None:
    """The last lines that were said, from row `y` on, `width` columns from column 1."""
    draw_lines(canvas, y, said_lines(reader, rows, width, lines))


def said_lines(reader: Reader, rows: int, width: int, lines: Sequence[TalkLine]) -> list[SaidLine]:
    """The last lines that were said, on at most so many rows of `width` columns from column 1.

    Each takes as many rows as it needs, the newest first; what there is no room for then is cut.
    """
    names = [line.name for line in lines[-rows:]] if rows > 0 else []
    name_width = min(8 if width < 80 else 16, max(map(width_of, names), default=0))
    start = max(9, name_width + 2) if width >= 60 else name_width + 2
    shown: list[SaidLine] = []
    for line in reversed(lines):
        room = rows - len(shown)
        if room <= 0:
            break
        said = at_most(room, wrap(line.text, width - start + 1))
        name = reader.clip(line.name, name_width)
        shown[:0] = [
            SaidLine(name if part == 0 else "", reader.clip(text, width - start + 1), start)
            for part, text in enumerate(said)
        ]
    return shown


def draw_lines(canvas: Canvas, y: int, lines: Sequence[SaidLine]) -> None:
    """Rows of what was said, from row `y` on."""
    for row, line in enumerate(lines, y):
        canvas.put(1, row, line.name, DIM)
        canvas.put(line.column, row, line.text, TEXT)


def notice(canvas: Canvas, reader: Reader, sentence: str) -> None:
    """A sentence for the viewer, on the row above the keys; a long one covers rows above."""
    if not sentence:
        return
    lines = wrap(reader.glyphs.plain(sentence), canvas.width - 2)
    top = canvas.height - 1 - len(lines)
    canvas.fill(0, top, canvas.width, len(lines), ACCENT)
    for y, line in enumerate(lines, top):
        canvas.put(1, y, line, ACCENT)


def paragraph(canvas: Canvas, x: int, y: int, width: int, text: str, style: int) -> int:
    """A sentence on as many rows as it takes. Returns the row after it."""
    for line in wrap(text, width):
        canvas.put(x, y, line, style)
        y += 1
    return y


def rows_of(canvas: Canvas) -> Picture:
    """What was drawn, as a picture."""
    return page(canvas.rows(), canvas.areas)


def too_small(reader: Reader, width: int, height: int, *, leaving: bool = False) -> Picture:
    """What a terminal shows that is too small for everything else.

    Args:
        reader: who reads it.
        width: cells across, at least 1.
        height: lines, at least 1.
        leaving: whether Ctrl-C was pressed once.
    """
    canvas = Canvas(width, height)
    paragraph(canvas, 0, 0, width, too_small_line(reader, leaving=leaving), TEXT)
    return rows_of(canvas)


def too_small_line(reader: Reader, *, leaving: bool = False) -> str:
    """What is said on a terminal that is too small; `leaving` is whether Ctrl-C was pressed once."""
    if leaving:
        return reader.say("Ctrl-C again leaves.")
    return reader.say("Too small: {width} × {height} cells at least.", width=MIN_WIDTH, height=MIN_HEIGHT)


def fits(width: int, height: int) -> bool:
    """Whether a terminal is large enough to play on."""
    return width >= MIN_WIDTH and height >= MIN_HEIGHT


def two_columns(width: int, height: int) -> bool:
    """Whether a terminal has room for two columns."""
    return width >= WIDE and height >= TALL
