"""Drawing one card: 5 × 3, 11 × 4, or 3 × 1 where it is small.

Top edge: where it lies. Middle: what it is. Lower edge: what it does to the pod. A card that lies on another hides its
upper half, so a covered card lacks its top and its name.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from relspace.rules.cards import DOWN, HIDDEN, Card, Space
from relspace_client.locale.words import Words
from relspace_client.look import styles
from relspace_client.look.faces import SHORT_NAMES, face, inks, sign
from relspace_client.look.glyphs import Glyphs, Outline
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import Row, clip, width_of
from relspace_client.table.form import Form


class Size(NamedTuple):
    """How large a card is drawn."""

    width: int
    height: int


SMALL: Final = Size(5, 3)
LARGE: Final = Size(11, 4)


class Laid(NamedTuple):
    """A card as it lies in a stash."""

    space: Space
    """What is known of it: a card, `~`, `~` and a card, or `?`."""
    name: str
    """Where it lies: `A1`."""
    free: bool = True
    """Whether nothing covers it."""
    chosen: bool = False
    arrived: bool = False
    """Whether it came since the viewer's last move."""
    jams: bool = False
    """Whether it would jam on the pod that was chosen first."""
    lit: bool = True
    """Whether it may be bright; one that may not has the colours of a covered card, no name and no sign."""
    named: bool = True
    """Whether its name stands on it, if it is bright."""

    @property
    def bright(self) -> bool:
        """Whether it looks like a card that can be chosen."""
        return self.free and self.lit


class _Inks(NamedTuple):
    edge: int
    face: int
    name: int
    pattern: int


def card_of(space: Space) -> Card | None:
    """The card in a space, if its face is known."""
    if space is None or space in (DOWN, HIDDEN):
        return None
    return space.removeprefix(DOWN)


def draw_card(canvas: Canvas, x: int, y: int, laid: Laid, size: Size, form: Form, *, top: bool = False) -> None:
    """Draws a card with its upper left corner at `x`, `y`.

    Args:
        canvas: what to draw on.
        x: the column.
        y: the row, also that of a covered card's hidden upper edge.
        laid: the card.
        size: how large.
        form: the glyphs and the language.
        top: whether the upper edge of a covered card is drawn; cards of a pyramid hide only a part of it.
    """
    rows = _card(laid, size, form.glyphs, form.words, top)
    first = 0 if laid.free or top else size.height - 2
    canvas.lay_all(x, y + first, rows[first:])


@lru_cache(maxsize=1024)
def _card(laid: Laid, size: Size, glyphs: Glyphs, words: Words, top: bool) -> tuple[Row, ...]:
    """The rows of a card; drawn once for all who see the same."""
    canvas, ink = Canvas(*size), _inks(laid)
    _box(canvas, size, _outline(laid, glyphs), ink, whole=laid.free or top)
    if laid.bright and laid.named:
        canvas.put(1, 0, laid.name, ink.name)
        if laid.jams:
            style = ink.name if ink.name != styles.PAPER_INK else styles.PAPER_JAM
            canvas.put(size.width - 2, 0, "!", style)
    _middle(canvas, laid, size, glyphs, words, ink)
    _lower_edge(canvas, laid, size, glyphs, ink)
    return canvas.rows()


def draw_open(canvas: Canvas, x: int, y: int, card: Card | None, size: Size, form: Form) -> None:
    """Draws the card on top of a pod; an empty place if there is none."""
    if card is not None:
        draw_card(canvas, x, y, Laid(card, ""), size, form)
        return
    outline = form.glyphs.hull
    right, bottom = x + size.width - 1, y + size.height - 1
    canvas.put(x, y, outline.top_left, styles.DIM)
    canvas.put(right, y, outline.top_right, styles.DIM)
    canvas.put(x, bottom, outline.bottom_left, styles.DIM)
    canvas.put(right, bottom, outline.bottom_right, styles.DIM)


def draw_small(canvas: Canvas, x: int, y: int, space: Space, form: Form, *, free: bool) -> None:
    """Draws a card in three cells of one row; a dot for an empty space."""
    card = card_of(space)
    if space is None:
        canvas.put(x + 1, y, form.glyphs.dot, styles.DIM)
    elif card is not None and space[0] != DOWN:
        canvas.put(x, y, face(card, form.glyphs), inks(card).small if free else inks(card).cover)
    elif card is not None:
        canvas.put(x, y, face(card, form.glyphs), styles.SMALL_BACK if free else styles.BACK_LOOKED)
    elif space == DOWN:
        canvas.put(x, y, form.glyphs.back * 3, styles.SMALL_PATTERN if free else styles.BACK_UNDER)
    else:
        canvas.put(x, y, f" {HIDDEN} ", styles.SMALL_INK if free else styles.COVER_INK)


def _outline(laid: Laid, glyphs: Glyphs) -> Outline:
    if laid.chosen:
        return glyphs.heavy
    return glyphs.card if laid.free else glyphs.hull


def _inks(laid: Laid) -> _Inks:
    """The styles of a card's parts."""
    if laid.chosen:
        return _Inks(styles.FILL_ACCENT, styles.FILL_ACCENT, styles.FILL_ACCENT, styles.FILL_ACCENT)
    down = laid.space is not None and laid.space[0] == DOWN
    if down and laid.bright:
        return _Inks(styles.BACK_EDGE, styles.BACK_NAME, styles.BACK_NAME, styles.BACK_PATTERN)
    if down:
        return _Inks(styles.BACK_UNDER, styles.BACK_LOOKED, styles.BACK_UNDER, styles.BACK_UNDER)
    card = card_of(laid.space)
    if laid.bright:
        ink = inks(card).paper if card else styles.PAPER_INK
        return _Inks(styles.PAPER_EDGE, ink, styles.PAPER_INK, styles.PAPER_EDGE)
    ink = inks(card).cover if card else styles.COVER_INK
    return _Inks(styles.COVER_EDGE, ink, styles.COVER_EDGE, styles.COVER_EDGE)


def _box(canvas: Canvas, size: Size, outline: Outline, ink: _Inks, *, whole: bool) -> None:
    """The outline and the ground inside it."""
    width, height = size
    across = outline.across * (width - 2)
    if whole:
        canvas.put(0, 0, outline.top_left + across + outline.top_right, ink.edge)
    for line in range(1 if whole else height - 2, height - 1):
        canvas.put(0, line, outline.down + " " * (width - 2) + outline.down, ink.edge)
    canvas.put(0, height - 1, outline.bottom_left + across + outline.bottom_right, ink.edge)


def _middle(canvas: Canvas, laid: Laid, size: Size, glyphs: Glyphs, words: Words, ink: _Inks) -> None:
    """The face, and on a large card the name; the pattern if the face is not known."""
    card = card_of(laid.space)
    line = 1 if laid.free else size.height - 2
    if card is None and laid.space == DOWN:
        for row in range(line, size.height - 1):
            canvas.put(1, row, glyphs.back * (size.width - 2), ink.pattern)
        return
    shown = f" {HIDDEN} " if card is None else face(card, glyphs)
    canvas.put((size.width - 3) // 2, line, shown, ink.face)
    if laid.free and size.height > SMALL.height and card is not None and card in SHORT_NAMES:
        name = clip(words.term("on a card", SHORT_NAMES[card]), size.width - 2)
        style = ink.face if laid.chosen or not laid.lit or ink.face == styles.BACK_NAME else inks(card).name
        canvas.put((size.width - width_of(name)) // 2, line + 1, name, style)


def _lower_edge(canvas: Canvas, laid: Laid, size: Size, glyphs: Glyphs, ink: _Inks) -> None:
    """The sign of what it does; the pattern of a looked-at face-down card; the star of one that has arrived."""
    card, line = card_of(laid.space), size.height - 1
    if card is not None and laid.space is not None and laid.space[0] == DOWN:
        canvas.put(1, line, glyphs.back * (size.width - 2), ink.edge)
    # in a pyramid a sign would be left between cards that are raised over this one
    mark = sign(card, glyphs) if card and laid.lit else ""
    if mark:
        canvas.put(size.width // 2, line, mark, ink.face)
    if laid.arrived:
        style = ink.edge if laid.chosen or not laid.bright else styles.PAPER_TEAL
        canvas.put(size.width - 2, line, "*", style)
