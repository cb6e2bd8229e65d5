"""Two lists in place of the table: all cards of all pods, and the log with the talk."""

from typing import NamedTuple

from relspace.rules.position import Pod
from relspace_client.look import styles
from relspace_client.look.faces import WIDTH, face, inks
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import clip, width_of
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.log import Log, Talked, draw_talk, draw_whole_log, text_column, whole_lines
from relspace_client.table.measures import MOST_LOGGED, Pane
from relspace_client.table.pods import Pods, cards_word, pod_name
from relspace_client.table.takes import takes_word

_HEAD = 4
"""Lines above the cards: name, what it takes, how many, and an empty one."""

_WIDEST = 18
"""The most columns that a pod is given."""


class LogPage(NamedTuple):
    """What is shown of log and talk."""

    log: Log
    talk: Talked


def draw_all_pods(pods: Pods, pane: Pane, form: Form) -> Drawn:
    """Draws every pod's cards from the top down, in as many columns as they need."""
    canvas = sheet_of(pane)
    shown = pods.shown
    width = min(_WIDEST, (pane.width - 1) // max(1, len(shown)))
    for number, pod in enumerate(shown):
        x = 1 + number * width
        away = pod is pods.away
        room = width - 1
        canvas.put(x, 1, clip(pod_name(pod.id, form, room).strip(), room), styles.DIM if away else styles.BRIGHT)
        said = form.words.say("away") if away else takes_word(pod.cards, form, room)
        canvas.put(x, 2, clip(said, room), styles.DIM if away else styles.TEXT)
        many = f"{len(pod.cards)} {cards_word(len(pod.cards), form)}"
        canvas.put(x, 3, many if width_of(many) <= room else str(len(pod.cards)), styles.DIM)
        _draw_cards(canvas, x, room, pod, form, covered=away)
    return drawn(canvas, pane)


def _draw_cards(canvas: Canvas, x: int, room: int, pod: Pod, form: Form, *, covered: bool) -> None:
    """The cards of one pod, the top one first."""
    lines = canvas.height - _HEAD - 1
    columns = max(1, (room + 1) // (WIDTH + 1))
    most = lines * columns
    cards = pod.cards[::-1]
    for number, card in enumerate(cards[:most]):
        ink = inks(card).small if number == 0 and not covered else inks(card).cover
        column, line = divmod(number, lines)
        canvas.put(x + column * (WIDTH + 1), _HEAD + line, face(card, form.glyphs), ink)
    if len(cards) > most:
        canvas.put(x, _HEAD + lines, f"+{len(cards) - most}", styles.DIM)


def draw_log_page(page: LogPage, pane: Pane, form: Form) -> Drawn:
    """Draws the whole log, and as much of the talk as there is room for."""
    pane = pane._replace(x=0)  # it has all the width, wherever that begins
    column = text_column(page.log, page.talk, pane.width, form)
    rows = whole_lines(page.log, column, pane.width, form)
    split = min(max(len(rows), MOST_LOGGED) + 1, pane.height)
    log = draw_whole_log(rows, column, pane._replace(height=split), form)
    if pane.height - split <= 2:
        return Drawn(log.rows + sheet_of(pane).rows()[split:], log.areas)
    rest = pane._replace(height=pane.height - split)
    talk = draw_talk(page.talk, rest, form, column)
    return Drawn(log.rows + talk.rows, log.areas + talk.areas)
