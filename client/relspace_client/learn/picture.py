"""What a lesson looks like: the table itself, with the teacher's words in place of log and talk."""

import re
from typing import Final, NamedTuple

from relspace_client.around.parts import Reader
from relspace_client.learn.course import Course
from relspace_client.look import styles
from relspace_client.picture.canvas import Area, Canvas
from relspace_client.picture.picture import Picture, page
from relspace_client.picture.wrap import wrap
from relspace_client.table.film import Still
from relspace_client.table.form import Form
from relspace_client.table.frame import Frames, PaneSheet
from relspace_client.table.keys import Key, draw_keys
from relspace_client.table.measures import Measures, Pane
from relspace_client.table.prompt import Prompt, draw_prompt
from relspace_client.table.said import Said
from relspace_client.table.table import Table

_SENTENCE: Final = re.compile(r"[^.!?。！？]+(?:[.!?。！？]+\s*|$)")

MARGIN: Final = 1
"""Empty columns at the right edge."""


class Told(NamedTuple):
    """What the teacher says."""

    badge: str
    """Which step it is."""
    say: str
    brief: str
    task: str
    """What to press."""
    warns: bool = False
    """Whether the last key was not what is asked for."""


class LessonPicture:
    """Draws a lesson."""

    def __init__(self) -> None:
        self._table: Final = Table(Frames())

    def picture(
        self,
        course: Course,
        told: Told,
        keys: tuple[Key, ...],
        reader: Reader,
        width: int,
        height: int,
        still: Still | None,
    ) -> Picture:
        """A lesson on a terminal of at least 40 × 18 cells.

        Args:
            course: where the learner stands.
            told: what is said there.
            keys: the line below.
            reader: who reads it.
            width: cells across.
            height: lines.
            still: a frame of what just happened; None for the table as it is.
        """
        form = Form(width, height, reader.glyphs, reader.words)
        drawn = self._table.picture(course.snapshot, course.state, form, still=still)
        assert isinstance(drawn.sheet, PaneSheet)
        where = drawn.sheet.measures
        canvas = Canvas(width, height)
        for y, row in enumerate(drawn.rows()):
            canvas.lay(0, y, row)
        room = _room(where)
        left = 0 if where.size == "small" else room.x
        canvas.fill(left, room.y, width - left, room.height, styles.TEXT)
        if where.size == "small":
            _small(canvas, told, where, room)
        else:
            prompt = Prompt(told.badge, Said(told.task, told.task), quiet=False)
            pane = where.panes["prompt"]
            canvas.fill(pane.x, pane.y, pane.width, pane.height, styles.TEXT)
            canvas.lay(pane.x, pane.y, draw_prompt(prompt, pane, form).rows[0])
            _write(canvas, room, told.say, styles.TEXT if not told.warns else styles.DIM)
        areas = tuple(area for area in drawn.areas if not _inside(area, room))
        if "keys" in where.panes:
            line = draw_keys(keys, where.panes["keys"], form)
            canvas.lay(0, where.panes["keys"].y, line.rows[0])
            areas = (*(area for area in areas if area.y != where.panes["keys"].y), *line.areas)
        return page(canvas.rows(), areas)


def _room(where: Measures) -> Pane:
    """Where the teacher speaks: beside the stash; on a small terminal between pods and stash."""
    panes = where.panes
    if where.size == "large":
        top = panes["log"].y
        return Pane(panes["log"].x, top, panes["log"].width - MARGIN, where.height - 2 - top)
    if where.size == "medium":
        card = panes["card"]
        return Pane(card.x, card.y, card.width - MARGIN, where.height - 2 - card.y)
    top = panes["pods"].y + panes["pods"].height
    return Pane(MARGIN, top, where.width - 2 * MARGIN, panes["stash"].y - top)


def _small(canvas: Canvas, told: Told, where: Measures, room: Pane) -> None:
    """Three lines for what is said, and what to press below the stash."""
    _write(canvas, room, told.say if len(wrap(told.say, room.width)) <= room.height else told.brief, styles.TEXT)
    top = where.panes["stash"].y + where.panes["stash"].height
    bottom = where.height - ("keys" in where.panes)
    canvas.fill(0, top, where.width, bottom - top, styles.TEXT)
    lines = wrap(told.task, where.width - 3 - len(told.badge) - 1)
    x = canvas.put(0, top, f" {told.badge} ", styles.FILL_ACCENT) + 1
    for y, line in enumerate(lines[: bottom - top], top):
        canvas.put(x, y, line, styles.TEXT)


def whole_sentences(text: str, width: int, height: int) -> str:
    """As many sentences as there is room for, the first always."""
    sentences = _SENTENCE.findall(text)
    while len(sentences) > 1 and len(wrap("".join(sentences).strip(), width)) > height:
        sentences.pop()
    return "".join(sentences).strip()


def _write(canvas: Canvas, room: Pane, text: str, style: int) -> None:
    text = whole_sentences(text, room.width, room.height)
    for y, line in enumerate(wrap(text, room.width)[: room.height], room.y):
        canvas.put(room.x, y, line, style)


def _inside(area: Area, room: Pane) -> bool:
    return room.x <= area.x < room.x + room.width and room.y <= area.y < room.y + room.height
