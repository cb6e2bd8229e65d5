"""The pods: hulls with the piles in them, side by side. Eight is the most there can be."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from relspace.rules.cards import Card
from relspace.rules.position import Pod
from relspace_client.look import styles
from relspace_client.look.faces import face, inks
from relspace_client.picture.canvas import Area, Canvas
from relspace_client.picture.row import Row, blank, join, width_of
from relspace_client.table.card import LARGE, SMALL, Size, draw_open
from relspace_client.table.drawn import Drawn
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane
from relspace_client.table.plate import UNMARKED, Mark, hull_outline, hull_style, plate, plate_style
from relspace_client.table.podfilm import PodScene, filmed
from relspace_client.table.podkeys import PodKeys, key_of
from relspace_client.table.takes import takes_word

WIDTHS: Final = (21, 19, 17, 15, 13, 11, 9)
"""How wide a hull can be."""

WIDEST_OF_SMALL: Final = 17
"""The widest hull around a card of 5 × 3."""

MOST_LISTED: Final = 9
"""Cards of a pile that are shown one by one; then their number."""

_TALL: Final = 14
"""Lines of a hull from which on a card of 11 × 4 and what lies under it have room."""


NO_SCENES: Final[Mapping[int, PodScene]] = MappingProxyType({})


class Hulls(NamedTuple):
    """How the hulls stand."""

    x: int
    """The first one's left edge."""
    width: int
    gap: int
    tall: bool
    """Whether they hold large cards."""


class Pods(NamedTuple):
    """What is shown of the pods."""

    out: tuple[Pod, ...]
    away: Pod | None
    keys: PodKeys

    @property
    def shown(self) -> list[Pod]:
        """All of them, in ascending id."""
        shown = list(self.out)
        if self.away is not None:
            shown.append(self.away)
        return sorted(shown, key=lambda pod: pod.id)


def hulls(count: int, pane: Pane) -> Hulls:
    """How so many hulls stand in a pane: as wide as fits, then as far apart."""
    room = pane.width - 1
    tall = pane.height >= _TALL
    widest, most_apart = (WIDTHS[0], 3) if tall else (WIDEST_OF_SMALL, 2)
    width = next((width for width in WIDTHS if width <= widest and width * count <= room), WIDTHS[-1])
    gap = min(most_apart, (room - width * count) // (count - 1)) if count > 1 else 0
    x = (pane.width - width * count - gap * (count - 1)) // 2
    return Hulls(x, width, gap, tall and width >= WIDEST_OF_SMALL)


def draw_pods(
    pods: Pods, marks: Mapping[int, Mark], pane: Pane, form: Form, scenes: Mapping[int, PodScene] = NO_SCENES
) -> Drawn:
    """Draws all pods, those that are away among them, in ascending id.

    Args:
        pods: the pods.
        marks: what the viewer's choice says of each, or what happens there.
        pane: where they stand.
        form: the glyphs and the language.
        scenes: the pods that something happens to, by id.
    """
    shown = pods.shown
    stand = hulls(len(shown), pane)
    columns: list[tuple[Row, ...]] = []
    areas: list[Area] = []
    x = stand.x
    for pod in shown:
        columns.append(_gap(stand.gap if columns else stand.x, pane.height))
        if pod is pods.away:
            columns.append(_away(pod, stand.width, pane.height, form))
        else:
            mark, key = marks.get(pod.id, UNMARKED), key_of(pod.id, pods.keys)
            rows = _pod(pod, mark, key, stand.width, pane.height, stand.tall, form)
            scene = scenes.get(pod.id)
            columns.append(filmed(scene, rows, form) if scene else rows)
            areas.append(Area(pane.x + x, pane.y, stand.width, pane.height, f"pod {pod.id}"))
        x += stand.width + stand.gap
    columns.append(_gap(pane.width - x + stand.gap, pane.height))
    return Drawn(tuple(map(join, zip(*columns, strict=True))), tuple(areas))


def _gap(width: int, height: int) -> tuple[Row, ...]:
    return (blank(width),) * height


@lru_cache(maxsize=512)
def _pod(pod: Pod, mark: Mark, key: int, width: int, height: int, tall: bool, form: Form) -> tuple[Row, ...]:
    """The rows of a pod; drawn once for all who see the same."""
    canvas, place = (
        Canvas.of(_hull(pod.id, mark.first, hull_style(mark), width, height, form)),
        Pane(0, 0, width, height),
    )
    text = plate(key, mark, form, width - 2)
    canvas.put(_centred(place, text), height - 1, text, plate_style(mark))
    draw = _draw_tall if tall else _draw_narrow if width < WIDTHS[-2] else _draw_beside
    draw(canvas, place, pod.cards, form)
    return canvas.rows()


@lru_cache(maxsize=64)
def _away(pod: Pod, width: int, height: int, form: Form) -> tuple[Row, ...]:
    """The rows of the place of a pod that is in the wormhole."""
    canvas = Canvas(width, height)
    _draw_away(canvas, Pane(0, 0, width, height), pod, form)
    return canvas.rows()


@lru_cache(maxsize=256)
def _hull(pod: int, heavy: bool, style: int, width: int, height: int, form: Form) -> tuple[Row, ...]:
    """An empty hull with the name of its pod; one that was chosen first has a heavy outline."""
    canvas, place = Canvas(width, height), Pane(0, 0, width, height)
    outline, inner = hull_outline(form, heavy=heavy), width - 2
    canvas.put(0, 0, outline.top_left + outline.across * inner + outline.top_right, style)
    for y in range(1, height - 1):
        canvas.put(0, y, outline.down, style)
        canvas.put(inner + 1, y, outline.down, style)
    canvas.put(0, height - 1, outline.bottom_left + outline.across * inner + outline.bottom_right, style)
    name = pod_name(pod, form, inner)
    canvas.put(_centred(place, name), 0, name, styles.BRIGHT)
    return canvas.rows()


def pod_name(pod: int, form: Form, width: int) -> str:
    """` Pod 1 `; if there is no room, without padding, then shorter, at last the number alone."""
    name = form.words.say("Pod {n}", n=pod)
    tries = (f" {name} ", name, form.words.term("narrow", "Pod {n}").format(n=pod))
    return next((text for text in tries if width_of(text) <= width), str(pod))


def _centred(place: Pane, text: str) -> int:
    """The column at which a text stands in the middle of a hull."""
    return place.x + 1 + max(0, (place.width - 2 - width_of(text)) // 2)


def _draw_beside(canvas: Canvas, place: Pane, cards: tuple[Card, ...], form: Form) -> None:
    """A small card and its pile, and what the pod takes beside it."""
    x = place.x + {17: 3, 15: 2, 13: 2}.get(place.width, 1)
    draw_open(canvas, x, 1, cards[-1] if cards else None, SMALL, form)
    _draw_pile(canvas, x, 4, place.height - 5, cards[:-1], SMALL, form)
    right = place.x + place.width - 1
    count = str(len(cards))
    if place.width >= 15:
        words = form.words.say("takes"), cards_word(len(cards), form)
        longest = max(width_of(word) for word in (form.words.say("takes"), cards_word(2, form)))
        roomy = place.width == WIDEST_OF_SMALL and x + SMALL.width + 2 + longest < right
        column = x + SMALL.width + (2 if roomy else 1)
        if column + longest < right:  # else they would touch the hull
            canvas.put(column, 1, words[0], styles.DIM)
            canvas.put(column, 6, words[1], styles.DIM)
        canvas.put(column, 2, takes_word(cards, form, right - column - 1), styles.BRIGHT)
        canvas.put(column, 5, count, styles.TEXT)
        return
    word = takes_word(cards, form, right - x - SMALL.width)
    canvas.put(right - width_of(word), 2, word, styles.BRIGHT)
    canvas.put(right - len(count), 5, count, styles.DIM)


def cards_word(count: int, form: Form) -> str:
    """`cards`, or `card` for one."""
    return form.words.count("card", "cards", count)


def _draw_narrow(canvas: Canvas, place: Pane, cards: tuple[Card, ...], form: Form) -> None:
    """A small card, and below it what the pod takes and how many cards it holds."""
    draw_open(canvas, place.x + 2, 1, cards[-1] if cards else None, SMALL, form)
    word = takes_word(cards, form, place.width - 2)
    canvas.put(_centred(place, word), 4, word, styles.BRIGHT)
    many = f"{len(cards)} {cards_word(len(cards), form)}"
    many = many if width_of(many) <= place.width - 2 else str(len(cards))
    canvas.put(_centred(place, many), 6, many, styles.DIM)


def _draw_tall(canvas: Canvas, place: Pane, cards: tuple[Card, ...], form: Form) -> None:
    """A large card and its whole pile, and below them what the pod takes."""
    x = place.x + (place.width - LARGE.width) // 2
    draw_open(canvas, x, 1, cards[-1] if cards else None, LARGE, form)
    _draw_pile(canvas, x, 5, place.height - 8, cards[:-1], LARGE, form)
    takes = f"{form.words.say('takes')} {takes_word(cards, form, place.width)}"
    canvas.put(_centred(place, takes), place.height - 3, takes, styles.BRIGHT)
    many = f"{len(cards)} {cards_word(len(cards), form)}"
    canvas.put(_centred(place, many), place.height - 2, many, styles.DIM)


def _draw_pile(canvas: Canvas, x: int, y: int, lines: int, under: Sequence[Card], size: Size, form: Form) -> None:
    """The cards under the top one, newest first; the lower edge says how many more there are.

    Args:
        canvas: what to draw on.
        x: the pile's left edge.
        y: the line below the top card.
        lines: lines there are.
        under: the cards from the bottom up.
        size: that of the top card.
        form: the glyphs.
    """
    if not under:
        return
    hull = form.glyphs.hull
    inner = size.width - 2
    shown = min(len(under), lines - 1, MOST_LISTED - 1)
    for line, card in enumerate(reversed(under[len(under) - shown :]), y):
        canvas.put(x, line, hull.down + " " * inner + hull.down, styles.COVER_EDGE)
        canvas.put(x + (size.width - 3) // 2, line, face(card, form.glyphs), inks(card).cover)
    canvas.put(x, y + shown, hull.bottom_left + hull.across * inner + hull.bottom_right, styles.COVER_EDGE)
    if shown < len(under):
        more = f"+{len(under) - shown}"
        canvas.put(x + 1 + (inner - 3) // 2, y + shown, more, styles.COVER_INK)


def _draw_away(canvas: Canvas, place: Pane, pod: Pod, form: Form) -> None:
    """The dotted place of a pod that is in the wormhole."""
    dot, bottom = form.glyphs.dot, place.height - 1
    for x in range(place.x, place.x + place.width, 2):
        canvas.put(x, 0, dot, styles.DIM)
        canvas.put(x, bottom, dot, styles.DIM)
    for y in range(1, bottom):
        canvas.put(place.x, y, dot, styles.DIM)
        canvas.put(place.x + place.width - 1, y, dot, styles.DIM)
    name = pod_name(pod.id, form, place.width - 2)
    canvas.put(_centred(place, name), 0, name, styles.DIM)
    canvas.put(_centred(place, "@"), 2, "@", styles.TEXT)
    lines = form.words.say("in the\nwormhole").split("\n")
    if max(map(width_of, lines)) > place.width - 2:
        lines = [form.words.say("away")]
    for y, line in enumerate(lines, 3):
        canvas.put(_centred(place, line), y, line, styles.DIM)
    many = f"{len(pod.cards)} {cards_word(len(pod.cards), form)}"
    many = many if width_of(many) <= place.width - 2 else str(len(pod.cards))
    canvas.put(_centred(place, many), place.height - 2, many, styles.DIM)
