"""Everybody's stash, in place of one's own: light is free, dark is covered, shaded is face-down."""

from typing import NamedTuple

from relspace.rules.layout import LAYOUTS, LayoutName
from relspace.rules.stash import free_spaces
from relspace.rules.view import StashView
from relspace_client.look import styles
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import clip
from relspace_client.table.card import draw_small
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane, SizeName
from relspace_client.table.spots import spot
from relspace_client.table.stash import Shown, draw_stash

FULL = 26
"""Columns of a stash at full size."""

_FULL_LINES = 8
"""Lines of a stash at full size: its owner's name, and the cards."""

_LARGE_WIDTH, _LARGE_LINES = 67, 9
"""Columns and lines of a stash of large cards."""

_BLOCK = 6
"""Lines of a small stash: name, rows A, B, C and X, and an empty one."""

_ROW_X = 5
"""Lines of a small stash from which on row X is shown."""


class Owner(NamedTuple):
    """Whose stash it is, and what of it can be seen."""

    seat: int
    name: str
    left: int
    on_turn: bool
    stash: StashView


class Stashes(NamedTuple):
    """What is shown of the stashes."""

    owners: tuple[Owner, ...]
    layout: LayoutName
    you: int | None = None
    closer: int | None = None
    """The seat whose stash is shown alone, with large cards where there is room for them."""


def draw_stashes(stashes: Stashes, size: SizeName, pane: Pane, form: Form) -> Drawn:
    """Draws all stashes: at full size where there is room, else with cards of three cells."""
    canvas = sheet_of(pane)
    owners = stashes.owners
    if stashes.closer is not None:
        large = pane.width >= _LARGE_WIDTH and pane.height >= _LARGE_LINES
        one = tuple(owner for owner in owners if owner.seat == stashes.closer)
        _draw_full(canvas, one, "large" if large else size, pane, stashes, form)
        return drawn(canvas, pane)
    others = tuple(owner for owner in owners if owner.seat != stashes.you)
    for shown in (owners, others):
        if len(shown) <= 4 and len(shown) * FULL <= pane.width and pane.height >= _FULL_LINES:
            _draw_full(canvas, shown, "medium", pane, stashes, form)
            return drawn(canvas, pane)
    _draw_blocks(canvas, pane, stashes, form)
    return drawn(canvas, pane)


def _draw_full(
    canvas: Canvas, owners: tuple[Owner, ...], size: SizeName, pane: Pane, stashes: Stashes, form: Form
) -> None:
    """Stashes side by side at full size."""
    each = FULL if len(owners) > 1 else pane.width
    for number, owner in enumerate(owners):
        x = number * each
        _draw_owner(canvas, x + 1, 0, owner, 20, form)
        place = Pane(x, 1, each, pane.height - 1)
        own = Shown(owner.stash, stashes.layout, named=owner.seat == stashes.you)
        shown = draw_stash(own, size, place, form)
        for y, row in enumerate(shown.rows, 1):
            canvas.lay(x, y, row)
        canvas.area(x, 0, each, pane.height, f"seat {owner.seat}")


def _draw_blocks(canvas: Canvas, pane: Pane, stashes: Stashes, form: Form) -> None:
    """Small stashes in a grid."""
    count = len(stashes.owners)
    pitch = 4 if stashes.layout == "grid" or count <= pane.width // 20 * 2 else 3
    width = pitch * max(LAYOUTS[stashes.layout].sizes) + (pitch == 3)
    lines = -(-count // max(1, pane.width // width))
    across = -(-count // lines)
    tall = max(2, min(_BLOCK, (pane.height + 1) // lines))
    for number, owner in enumerate(stashes.owners):
        x, y = 1 + number % across * width, number // across * tall
        _draw_block(canvas, x, y, tall, pitch, owner, stashes.layout, form)
        if number % across < across - 1:
            for line in range(y, y + min(tall, 4)):
                canvas.put(x + width - 1, line, form.glyphs.divider, styles.FAINT)
        canvas.area(x, y, width - 1, min(tall, _ROW_X), f"seat {owner.seat}")


def _draw_block(
    canvas: Canvas, x: int, y: int, tall: int, pitch: int, owner: Owner, layout: LayoutName, form: Form
) -> None:
    _draw_owner(canvas, x, y, owner, 12, form)
    table, free = LAYOUTS[layout], free_spaces(owner.stash, LAYOUTS[layout])
    for name, space in zip(table.names, owner.stash.spaces, strict=True):
        place = spot(layout, name)
        if place.row + 1 < tall:
            draw_small(canvas, x + place.x * pitch // 2, y + 1 + place.row, space, form, free=name in free)
    if owner.stash.extra and tall >= _ROW_X:
        canvas.put(x, y + 4, "X", styles.DIM)
        for number, space in enumerate(owner.stash.extra):
            draw_small(canvas, x + 2 + number * 4, y + 4, space, form, free=True)


def _draw_owner(canvas: Canvas, x: int, y: int, owner: Owner, width: int, form: Form) -> None:
    """The digit, the name and the number of cards, in so many columns."""
    canvas.put(x, y, str(owner.seat % 10), styles.DIM)
    count = str(owner.left)
    style = styles.ACCENT if owner.on_turn else styles.TEXT
    canvas.put(x + 2, y, clip(form.glyphs.plain(owner.name), width - 5), style)
    canvas.put(x + width - len(count), y, count, styles.BRIGHT)
