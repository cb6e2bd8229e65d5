"""How everybody ended: one row for each player, the winner first."""

from typing import Final, NamedTuple

from relspace.wire.messages import Result, Standing
from relspace_client.around.parts import Reader, right_aligned
from relspace_client.look.styles import (
    ACCENT,
    BRIGHT,
    DIM,
    JAM_WORDS,
    LOAD_LINE,
    PANEL_DIM,
    PANEL_JAM,
    PANEL_LOAD,
    TEXT,
)
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import width_of

NAME_WIDTH: Final = 11
"""Columns of a name, unless there is room for more."""

CHANGE_WIDTH: Final = 4
"""Columns of how a rating changed: `+103`."""

RATING_WIDTH: Final = 5 + CHANGE_WIDTH
"""Columns of a rating of four digits, and of how it changed."""


def draw_standings(canvas: Canvas, reader: Reader, result: Result, x: int, y: int) -> int:
    """The standings with their heading on row `y`, from column `x`. Returns the row after them."""
    columns = _columns(canvas, reader, result, x)
    term = reader.words.term
    right_aligned(canvas, columns.left, y, term("column", "left"), DIM)
    if columns.by_row:
        canvas.put(columns.by_row, y, term("column", "by row"), DIM)
    right_aligned(canvas, columns.jams, y, term("column", "jams"), DIM)
    if columns.rating:
        right_aligned(canvas, columns.rating, y, term("column", "rating"), DIM)
    for place, one in enumerate(result.standings, 1):
        y += 1
        canvas.put(x, y, str(place), DIM)
        _row(canvas, reader, x + 3, y, columns, one, you=one.seat == result.you)
        canvas.area(x, y, canvas.width - 1 - x, 1, f"place {place}")
    return y + 1


class _Columns(NamedTuple):
    """Where things stand in a row."""

    left: int
    """The last column of how many cards were left."""
    by_row: int
    """The first column of how many of them in each row; 0 where there is no room."""
    jams: int
    """The last column of the jams."""
    rating: int
    """The last column of the rating and of how it changed; 0 if the game was not rated."""


def _columns(canvas: Canvas, reader: Reader, result: Result, x: int) -> _Columns:
    longest = max(width_of(one.name) for one in result.standings)
    rated = any(one.rating_change is not None for one in result.standings)
    by_row, jams = reader.words.term("column", "by row"), reader.words.term("column", "jams")
    rating = 3 + max(width_of(reader.words.term("column", "rating")), RATING_WIDTH) if rated else 0
    narrow = rated and canvas.width < 60
    spare = canvas.width - 1 - (x + 33 + (0 if narrow else rating))
    left = x + 16 + max(0, min(longest - NAME_WIDTH, spare))
    if narrow:
        return _Columns(left, 0, canvas.width - 2 - rating, canvas.width - 2)
    jam = min(left + 4 + max(9, width_of(by_row) + 3) + max(3, width_of(jams) - 1), canvas.width - 2 - rating)
    return _Columns(left, left + 4, jam, jam + rating if rated else 0)


def _row(canvas: Canvas, reader: Reader, x: int, y: int, columns: _Columns, one: Standing, *, you: bool) -> None:
    left, jams = columns.left, columns.jams
    name = reader.say("You") if you else one.name
    canvas.put(x, y, reader.clip(name, left - x - 2), ACCENT if you else DIM if one.out else TEXT)
    if one.out and columns.by_row:
        canvas.put(left + 4, y, reader.clip(way_out(reader, one), jams - left - 5), DIM)
    elif one.out:
        right_aligned(canvas, left, y, reader.say("out"), DIM)
    else:
        right_aligned(canvas, left, y, str(one.left), BRIGHT)
        if columns.by_row:
            rows, extra = one.rows[:3], one.rows[3:]
            text = " ".join(map(str, rows)) + "".join(f" +{n}" for n in extra if n)
            canvas.put(columns.by_row, y, text, DIM)
    right_aligned(canvas, jams, y, str(one.jams), TEXT)
    if columns.rating and one.rating_change is not None:
        rating_change(canvas, columns.rating, y, one.rating_change)
        if one.rating is not None:
            right_aligned(canvas, columns.rating - CHANGE_WIDTH - 1, y, str(one.rating), TEXT)


def way_out(reader: Reader, one: Standing) -> str:
    """How somebody left the game before its end."""
    return reader.say("voted out") if one.voted else reader.say("gave up")


def rating_change(canvas: Canvas, end: int, y: int, change: int, *, chosen: bool = False) -> None:
    """By how much a rating changed; its last cell is at column `end`. A chosen row of a list lies on a panel."""
    up, down, even = (PANEL_LOAD, PANEL_JAM, PANEL_DIM) if chosen else (LOAD_LINE, JAM_WORDS, DIM)
    right_aligned(canvas, end, y, changed(change), up if change > 0 else down if change < 0 else even)


def changed(points: int) -> str:
    """By how much a rating changed, with its sign."""
    return f"{points:+}" if points else "0"
