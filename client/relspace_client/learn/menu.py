"""The list of lessons."""

from collections.abc import Collection
from typing import Final

from relspace_client.around.parts import ALWAYS, Reader, badge, bar, footer, key, notice, rows_of, up_down
from relspace_client.learn.lesson import Lesson
from relspace_client.learn.lessons import LESSONS
from relspace_client.look.faces import face, inks
from relspace_client.look.styles import BRIGHT, DIM, FILL_ACCENT, PANEL, PANEL_ACCENT, PANEL_BRIGHT, PANEL_DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of

FACE: Final = 6
"""The column of a card's face."""

TITLE: Final = 11
"""The column of a lesson's title."""


def title_of(lesson: Lesson, reader: Reader) -> str:
    """What a lesson is called; that of a card bears the card's name."""
    return reader.say(lesson.title)


def menu_picture(cursor: int, done: Collection[str], said: str, reader: Reader, width: int, height: int) -> Picture:
    """The list on a terminal of at least 40 × 18 cells.

    Args:
        cursor: the lesson that is chosen.
        done: the names of those that were gone through.
        said: a sentence for the learner; empty most of the time.
        reader: who reads it.
        width: cells across.
        height: lines.
    """
    canvas = Canvas(width, height)
    bar(canvas, reader, reader.say("Learn"), right=[reader.say("{n} of {all} done", n=len(done), all=len(LESSONS))])
    air = height >= 24
    y = 2 if height >= 20 else 1
    about = TITLE + max(width_of(title_of(lesson, reader)) for lesson in LESSONS) + 2
    for number, lesson in enumerate(LESSONS):
        _row(canvas, reader, y, number, lesson, about, chosen=number == cursor, done=lesson.name in done)
        y += 1 + (air and number == 0)
    if y + 2 < height - 1:
        x = badge(canvas, 2, y + 1, reader.say("ENTER"), FILL_ACCENT) + 1
        begins = reader.say("begins the lesson: the table is a real one")
        if x + width_of(begins) >= width:
            begins = reader.say("begins the lesson")
        canvas.put(x, y + 1, begins, TEXT)
    notice(canvas, reader, said)
    footer(
        canvas,
        [
            up_down(reader, reader.say("lesson"), 1),
            key(reader.say("Enter"), "enter", reader.say("begin")),
            key("?", "?", reader.say("keys"), ALWAYS),
            key(reader.say("Esc"), "escape", reader.say("back")),
        ],
    )
    return rows_of(canvas)


def _row(
    canvas: Canvas, reader: Reader, y: int, number: int, lesson: Lesson, about: int, *, chosen: bool, done: bool
) -> None:
    if chosen:
        canvas.fill(0, y, canvas.width, 1, PANEL_BRIGHT)
        canvas.put(1, y, reader.glyphs.turn, PANEL_ACCENT)
    dim = PANEL_DIM if chosen else DIM
    canvas.put(3, y, f"{number + 1:2}", dim)
    if lesson.card is not None:
        canvas.put(FACE, y, face(lesson.card, reader.glyphs), inks(lesson.card).small)
    canvas.put(TITLE, y, title_of(lesson, reader), PANEL_BRIGHT if chosen else BRIGHT)
    mark = reader.say("done")
    end = canvas.width - 2 - (width_of(mark) + 1 if done else 0)
    if canvas.width >= 60:
        canvas.put(about, y, reader.clip(reader.say(lesson.about), end - about), dim)
    if done:
        canvas.put(end + 1, y, mark, PANEL if chosen else TEXT)
    canvas.area(0, y, canvas.width, 1, f"row {number}")
