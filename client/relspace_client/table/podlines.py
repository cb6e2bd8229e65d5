"""The pods in the small layout: a line for each."""

from collections.abc import Mapping

from relspace.rules.position import Pod
from relspace_client.look import styles
from relspace_client.look.faces import face, inks
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import clip, width_of
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane
from relspace_client.table.plate import UNMARKED, Mark, plate, plate_style
from relspace_client.table.podkeys import key_of
from relspace_client.table.pods import Pods
from relspace_client.table.takes import takes_word

_CARD = 3
_TAKES = 9
_BENEATH = 15
_LISTED = 3
"""Cards beneath the top one that are shown."""

_PLATE = 12
"""Columns of the plate, at the right edge."""


def draw_pod_lines(pods: Pods, marks: Mapping[int, Mark], pane: Pane, form: Form, *, heading: bool) -> Drawn:
    """Draws a line for each pod: key, top card, what it takes, what lies beneath, plate."""
    canvas = sheet_of(pane)
    words = form.words
    if heading:
        canvas.put(1, 0, words.term("heading", "pod"), styles.DIM)
        canvas.put(_TAKES, 0, words.term("heading", "takes"), styles.DIM)
        canvas.put(_BENEATH, 0, words.say("beneath"), styles.DIM)
    shown = pods.shown
    for y, pod in enumerate(shown, 1 if heading else 0):
        key = key_of(pod.id, pods.keys)
        if pod is pods.away:
            _draw_away(canvas, y, pod, key, form)
            continue
        mark = marks.get(pod.id, UNMARKED)
        _draw_line(canvas, y, pod, key, mark, form)
        canvas.area(0, y, pane.width, 1, f"pod {pod.id}")
    return drawn(canvas, pane)


def _draw_line(canvas: Canvas, y: int, pod: Pod, key: int, mark: Mark, form: Form) -> None:
    canvas.put(1, y, str(key), styles.ACCENT if mark.first else styles.BRIGHT)
    if mark.first:
        canvas.put(0, y, form.glyphs.turn, styles.ACCENT)
    if pod.cards:
        top = pod.cards[-1]
        canvas.put(_CARD, y, "[   ]" if form.glyphs.name == "ascii" else "     ", styles.PAPER_BRACKET)
        canvas.put(_CARD + 1, y, face(top, form.glyphs), inks(top).small)
    else:
        canvas.put(_CARD + 2, y, form.glyphs.dot, styles.DIM)
    canvas.put(_TAKES, y, takes_word(pod.cards, form, _BENEATH - _TAKES - 1), styles.BRIGHT)
    plate_x = canvas.width - _PLATE
    beneath = " ".join(face(card, form.glyphs).strip() for card in pod.cards[-2 : -2 - _LISTED : -1])
    canvas.put(_BENEATH, y, _whole_words(beneath, plate_x - _BENEATH - 1), styles.DIM)
    if mark.verdict is None and not mark.happens:
        return
    text = plate(key, mark, form, _PLATE)
    style = plate_style(mark)
    canvas.put(plate_x, y, f"{text:<{_PLATE}}"[:_PLATE] if width_of(text) == len(text) else text, style)


def _whole_words(text: str, width: int) -> str:
    """The text without the words that do not fit."""
    while width_of(text) > width:
        text = text.rpartition(" ")[0]
    return text


def _draw_away(canvas: Canvas, y: int, pod: Pod, key: int, form: Form) -> None:
    canvas.put(1, y, str(key), styles.DIM)
    canvas.put(_CARD + 1, y, "@", styles.DIM)
    plate_x = canvas.width - _PLATE
    away = form.words.say("in the wormhole")
    canvas.put(_TAKES - 1, y, clip(away, plate_x - _TAKES), styles.DIM)
    canvas.put(plate_x + 5, y, f"{form.glyphs.times} {len(pod.cards)}", styles.DIM)
