"""A few cards as they look with the glyphs and colours that are chosen: for the question whether they look right."""

from typing import Final

from relspace.rules.cards import DOWN
from relspace_client.around.parts import Reader, badge
from relspace_client.look.styles import BRIGHT, DIM, FILL_ACCENT, FILL_JAM, FILL_LOAD
from relspace_client.picture.canvas import Canvas
from relspace_client.table.card import SMALL, Laid, draw_card
from relspace_client.table.form import Form

CARDS: Final = (
    (Laid("7", "A1"), Laid("10", "B1", free=False)),
    (Laid("5", "A2", chosen=True), Laid(f"{DOWN}9", "B2", free=False)),
    (Laid("KEY", "A3"), Laid("ALB", "B3", free=False)),
    (Laid(DOWN, "A4"), Laid("EVEN", "B4", free=False)),
)
"""Columns of two cards, of which the upper one lies on the lower."""

ROWS: Final = 5
"""Rows of the sample."""

WIDTH: Final = 6 * len(CARDS) - 1
"""Columns of the cards alone."""


def draw_sample(canvas: Canvas, reader: Reader, x: int, y: int) -> None:
    """The cards, and beside them, where there is room, what else has a colour of its own."""
    form = Form(canvas.width, canvas.height, reader.glyphs, reader.words)
    for column, (upper, lower) in enumerate(CARDS):
        draw_card(canvas, x + 6 * column, y + 2, lower, SMALL, form)
        draw_card(canvas, x + 6 * column, y, upper, SMALL, form)
    left = x + WIDTH + 3
    if left + 14 > canvas.width:
        return
    badge(canvas, left, y, reader.say("YOUR TURN"), FILL_ACCENT)
    badge(canvas, left, y + 1, f"2 {reader.glyphs.down} {reader.say('loads')}", FILL_LOAD)
    badge(canvas, left, y + 2, f"1 ! {reader.say('jam')} +4", FILL_JAM)
    canvas.put(left, y + 3, reader.say("a name"), BRIGHT)
    canvas.put(left, y + 4, reader.say("a hint"), DIM)
