"""How everybody ended: one row for each player, the winner first."""

from typing import Final

from relspace.wire.messages import Result, Standing
from relspace_client.around.parts import Reader, right_aligned
from relspace_client.look.styles import ACCENT, BRIGHT, DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import width_of

NAME_WIDTH: Final = 11
"""Columns of a name, unless there is room for more."""


def draw_standings(canvas: Canvas, reader: Reader, result: Result, x: int, y: int) -> int:
    """The standings with their heading on row `y`, from column `x`. Returns the row after them."""
    longest = max(width_of(one.name) for one in result.standings)
    spare = canvas.width - 1 - (x + 33)
    left = x + 16 + max(0, min(longest - NAME_WIDTH, spare))
    label = reader.words.term("column", "left")
    right_aligned(canvas, left, y, label, DIM)
    by_row, jams = reader.words.term("column", "by row"), reader.words.term("column", "jams")
    canvas.put(left + 4, y, by_row, DIM)
    jam = min(left + 4 + max(9, width_of(by_row) + 3) + max(3, width_of(jams) - 1), canvas.width - 2)
    right_aligned(canvas, jam, y, jams, DIM)
    for place, one in enumerate(result.standings, 1):
        y += 1
        canvas.put(x, y, str(place), DIM)
        _row(canvas, reader, x + 3, y, left, jam, one, you=one.seat == result.you)
    return y + 1


def _row(canvas: Canvas, reader: Reader, x: int, y: int, left: int, jam: int, one: Standing, *, you: bool) -> None:
    name = reader.say("You") if you else one.name
    canvas.put(x, y, reader.clip(name, left - x - 2), ACCENT if you else DIM if one.out else TEXT)
    if one.out:
        canvas.put(left + 4, y, reader.clip(reader.say("gave up"), jam - left - 5), DIM)
    else:
        right_aligned(canvas, left, y, str(one.left), BRIGHT)
        rows, extra = one.rows[:3], one.rows[3:]
        text = " ".join(map(str, rows)) + "".join(f" +{n}" for n in extra if n)
        canvas.put(left + 4, y, text, DIM)
    right_aligned(canvas, jam, y, str(one.jams), TEXT)
