"""A stash at full size: as it would lie on a table, rows overlapping."""

from collections.abc import Iterator
from typing import NamedTuple

from relspace.rules.cards import Space
from relspace.rules.layout import EXTRA_NAMES, LAYOUTS, LayoutName
from relspace.rules.stash import free_spaces
from relspace.rules.view import StashView
from relspace_client.look import styles
from relspace_client.picture.canvas import Canvas
from relspace_client.table.card import LARGE, SMALL, Laid, Size, draw_card, draw_small
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane, SizeName
from relspace_client.table.spots import spot

_OVERLAP = 2
"""Lines from one row of cards to the next."""


class Shown(NamedTuple):
    """What is shown of a stash."""

    stash: StashView
    layout: LayoutName
    chosen: str | None = None
    arrived: frozenset[str] = frozenset()
    jams: frozenset[str] = frozenset()
    """Spaces whose card would jam on the pod that was chosen first."""
    choices: tuple[str, ...] = ()
    """Spaces that a click can choose."""
    only: bool = False
    """Whether nothing but `choices` may be bright: covered ones among them then lie on top, and all others are dark."""
    named: bool = True
    """Whether free cards bear their names; nobody can type them but their owner."""


class Place(NamedTuple):
    """Where a stash's cards stand at one size."""

    card: Size
    x: int
    """The left edge of the first card."""
    half: int
    """Columns that half a card and half a gap take."""
    extra_x: int
    """The left edge of row X."""
    extra: Size | None
    """The size of the cards in row X; None for cards of three cells."""


PLACES: dict[tuple[SizeName, LayoutName], Place] = {
    ("large", "grid"): Place(LARGE, 2, 6, 50, LARGE),
    ("large", "pyramid"): Place(LARGE, 1, 6, 61, SMALL),
    ("medium", "grid"): Place(SMALL, 1, 3, 27, SMALL),
    ("medium", "pyramid"): Place(SMALL, 1, 3, 31, SMALL),
    ("small", "grid"): Place(SMALL, 1, 3, 27, SMALL),
    ("small", "pyramid"): Place(SMALL, 1, 3, 30, None),
}
"""Where cards stand, by size and layout."""


def draw_stash(shown: Shown, size: SizeName, pane: Pane, form: Form) -> Drawn:
    """Draws a stash, the lowest row first, so that each card hides what it covers."""
    canvas = sheet_of(pane)
    place = PLACES[size, shown.layout]
    pyramid = shown.layout == "pyramid"
    for laid, raised in _cards(shown):
        x, row = spot(shown.layout, laid.name)
        card = Size(place.card.width, SMALL.height) if raised else place.card
        left, y = place.x + x * place.half, row * _OVERLAP + place.card.height - card.height
        draw_card(canvas, left, y, laid, card, form, top=pyramid)
        if laid.name in shown.choices:
            canvas.area(left, y, *card, f"card {laid.name}")
    _draw_extra(canvas, shown, place, form)
    return drawn(canvas, pane)


def _cards(shown: Shown) -> Iterator[tuple[Laid, bool]]:
    """The cards of rows C, B and A, in that order; after them those that are raised over others to be chosen."""
    layout = LAYOUTS[shown.layout]
    free = free_spaces(shown.stash, layout)
    raised: list[Laid] = []
    for number in reversed(range(len(layout.names))):
        space, name = shown.stash.spaces[number], layout.names[number]
        if space is None:
            continue
        if shown.only and name in shown.choices and name not in free:
            raised.append(_laid(shown, space, name, free=True))
        else:
            yield _laid(shown, space, name, free=name in free), False
    yield from ((laid, True) for laid in raised)


def _laid(shown: Shown, space: Space, name: str, *, free: bool) -> Laid:
    lit = not shown.only or name in shown.choices
    chosen, arrived, jams = name == shown.chosen, name in shown.arrived, name in shown.jams
    return Laid(space, name, free, chosen, arrived, jams, lit, shown.named)


def _draw_extra(canvas: Canvas, shown: Shown, place: Place, form: Form) -> None:
    """Row X: a column of its own, in which each card lies over the lower edge of the one above it."""
    for number, (space, name) in enumerate(zip(shown.stash.extra, EXTRA_NAMES, strict=False)):
        if space is None:
            continue
        laid, y = _laid(shown, space, name, free=True), number * _OVERLAP
        if place.extra is None:
            style = styles.FILL_ACCENT if laid.chosen else styles.BRIGHT if laid.lit else styles.DIM
            canvas.put(place.extra_x, y, name, style)
            draw_small(canvas, place.extra_x, y + 1, space, form, free=laid.lit)
            area = Size(3, 2)
        else:
            area = place.extra
            draw_card(canvas, place.extra_x, y, laid, area, form)
        if name in shown.choices:
            canvas.area(place.extra_x, y, *area, f"card {name}")
