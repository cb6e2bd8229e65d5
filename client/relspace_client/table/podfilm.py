"""A pod while something happens to it: rising over its flame, its cards loose, closing to a point, an empty place."""

from typing import Final, Literal, NamedTuple

from relspace.rules.cards import Card
from relspace_client.look import styles
from relspace_client.look.faces import face, inks
from relspace_client.look.glyphs import Glyphs
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import Row, width_of
from relspace_client.table.card import draw_small
from relspace_client.table.form import Form


class PodScene(NamedTuple):
    """What happens to a pod in one frame."""

    kind: Literal["rises", "loose", "closes", "gone"]
    step: int = 0
    """How far it is: lines risen, steps closed, cards that left the game."""
    cards: tuple[Card, ...] = ()
    """The loose cards in the order in which they were shuffled; `?` for one that the viewer may not know."""


_FLAME: Final = ((0, 7, styles.ACCENT), (1, 5, styles.ACCENT), (2, 3, styles.DIM), (2, 1, styles.DIM))
"""Line by line: which of the flame's three characters, how many of them, and their style."""

_LOOSE: Final = ((1, 2), (2, 8), (3, 4), (4, 10), (5, 3), (6, 8), (2, 3), (4, 6), (5, 10), (1, 9), (3, 11), (6, 3))
"""Where the loose cards lie: line and column in a hull of 17 columns."""

_HULL: Final = 17

_POINT: Final = 4
"""The step at which a hull has closed to a point."""


def filmed(scene: PodScene, rows: tuple[Row, ...], form: Form) -> tuple[Row, ...]:
    """A pod in a scene.

    Args:
        scene: what happens to it.
        rows: the pod at rest.
        form: the glyphs and the language.
    """
    canvas = Canvas.of(rows) if scene.kind == "loose" else Canvas(rows[0].width, len(rows))
    match scene.kind:
        case "rises":
            _rise(canvas, rows, scene.step, form.glyphs)
        case "loose":
            _scatter(canvas, scene.cards, form)
        case "closes":
            _close(canvas, scene.step, form.glyphs)
        case "gone":
            _empty(canvas, scene.step, form)
    return canvas.rows()


def _rise(canvas: Canvas, rows: tuple[Row, ...], lines: int, glyphs: Glyphs) -> None:
    """The pod some lines higher, over its flame."""
    for y, row in enumerate(rows[lines:]):
        canvas.lay(0, y, row)
    for y, (heat, width, style) in enumerate(_FLAME, len(rows) - lines):
        width = min(width, canvas.width - 4)
        canvas.put((canvas.width - width) // 2, y, glyphs.flame[heat] * width, style)


def _scatter(canvas: Canvas, cards: tuple[Card, ...], form: Form) -> None:
    """The cards of a jam lie loose in the hull."""
    inner = canvas.width - 2
    canvas.fill(1, 1, inner, canvas.height - 2, styles.TEXT)
    for card, (line, column) in zip(cards, _LOOSE, strict=False):
        x = 1 + min((column - 1) * inner // (_HULL - 2), inner - 3)
        if line < canvas.height - 1:
            draw_small(canvas, x, line, card, form, free=True)


def _close(canvas: Canvas, step: int, glyphs: Glyphs) -> None:
    """The hull, smaller with each step, around the wormhole."""
    middle = (canvas.height - 1) // 2
    if step < _POINT:
        left, top = 2 * step, max(0, step - 1) * canvas.height // 8
        width, height = canvas.width - 2 * left, canvas.height - 2 * top
        hull = glyphs.hull
        if width > 2 and height > 2:
            across = hull.across * (width - 2)
            canvas.put(left, top, hull.top_left + across + hull.top_right, styles.ACCENT_LINE)
            for y in range(top + 1, top + height - 1):
                canvas.put(left, y, hull.down, styles.ACCENT_LINE)
                canvas.put(left + width - 1, y, hull.down, styles.ACCENT_LINE)
            canvas.put(left, top + height - 1, hull.bottom_left + across + hull.bottom_right, styles.ACCENT_LINE)
    canvas.put(canvas.width // 2, middle, "@", styles.ACCENT)


def _empty(canvas: Canvas, cards: int, form: Form) -> None:
    """The place of a pod that was launched."""
    dot, bottom, right = form.glyphs.dot, canvas.height - 1, canvas.width - 1
    for x in range(0, canvas.width, 2):
        canvas.put(x, 0, dot, styles.DIM)
        canvas.put(x, bottom, dot, styles.DIM)
    for y in range(1, bottom):
        canvas.put(0, y, dot, styles.DIM)
        canvas.put(right, y, dot, styles.DIM)
    said = form.words.count("{n} card left\nthe game", "{n} cards left\nthe game", cards)
    lines = said.split("\n")
    if max(map(width_of, lines)) > canvas.width - 2:
        lines = [f"{form.glyphs.up} {cards}"]
    for y, line in enumerate(lines, canvas.height // 2 - 1):
        canvas.put((canvas.width - width_of(line)) // 2, y, line, styles.TEXT)


def draw_gift(canvas: Canvas, x: int, y: int, card: Card, glyphs: Glyphs) -> None:
    """A gift on its way up."""
    canvas.put(x, y, face(card, glyphs), inks(card).small)
    canvas.put(x + 4, y, glyphs.up, styles.ACCENT)
