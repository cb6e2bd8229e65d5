"""A key to the signs, where there is room for one."""

from typing import Literal, TypeAlias

from relspace_client.look import styles
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane

_LEFT = 2
_TEXT = 7
_SIGNS = 47
"""The column of the second half."""


For: TypeAlias = Literal["playing", "watching", ""]
"""Whom it is for: somebody whose cards bear names, somebody who watches, or nobody who still wants help."""


def draw_legend(pane: Pane, form: Form, *, shown: For) -> Drawn:
    """Draws how to read the cards; nothing if the viewer no longer wants help."""
    canvas = sheet_of(pane)
    if not shown:
        return drawn(canvas, pane)
    words, glyphs = form.words, form.glyphs
    canvas.put(_LEFT, 0, words.say("How to read it"), styles.BRIGHT)
    down = (glyphs.back * 3, words.say("face-down: nobody knows it"))
    cards: tuple[tuple[str, str], ...] = (
        ("A1", words.say("whole outline and a name: free to play")),
        down,
        ("9" + glyphs.back * 2, words.say("face-down, but you looked")),
    )
    if shown == "watching":
        top = glyphs.card.top_left + glyphs.card.across + glyphs.card.top_right
        cards = ((top, words.say("whole outline: free to play")), down)
    for y, (face, meaning) in enumerate(cards, 1):
        canvas.put(_LEFT, y, face, styles.BRIGHT)
        canvas.put(_TEXT, y, meaning, styles.DIM)
    signs = (
        (glyphs.down, words.say("slips under")),
        (glyphs.up, words.say("launches a pod")),
        ("+", words.say("opens a pod")),
        ("@", words.say("wormhole")),
        (glyphs.both, words.say("turns the order")),
    )
    for y, (sign, meaning) in enumerate(signs):
        canvas.put(_SIGNS, y, sign, styles.BRIGHT)
        canvas.put(_SIGNS + 2, y, meaning, styles.DIM)
    return drawn(canvas, pane)
