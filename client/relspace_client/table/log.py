"""The log and the talk."""

from typing import NamedTuple

from relspace.room.state import LogEntry, TalkLine
from relspace_client.look import styles
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import clip, width_of
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.logtext import Names, log_lines
from relspace_client.table.measures import Pane, SizeName

_TEXT = 8
"""The column at which texts begin."""


class Log(NamedTuple):
    """What is shown of the log."""

    entries: tuple[LogEntry, ...]
    names: Names
    talk: TalkLine | None = None
    """The line of talk that takes the place of the last log line."""


class Talked(NamedTuple):
    """What is shown of the talk."""

    lines: tuple[TalkLine, ...]
    you: str
    """The viewer's name; empty for a spectator."""


def draw_log(log: Log, size: SizeName, pane: Pane, form: Form) -> Drawn:
    """Draws the last lines of the log, as many as there is room for."""
    canvas = sheet_of(pane)
    words = form.words
    left = 1 if pane.x == 0 else 0
    y = 0
    if size == "large":
        canvas.put(left, 0, words.say("Log"), styles.DIM)
        y = 1
    lines = log_lines(log.entries, log.names, words)
    room = pane.height - y - (log.talk is not None)
    recent = len(lines) - (len(log.names.names) - 1 if size == "large" else len(lines))
    for number in range(max(0, len(lines) - room), len(lines)):
        line = lines[number]
        style = styles.TEXT if number >= recent else styles.DIM
        text = form.glyphs.plain(line.text)
        auto = f"  ({words.say('autopilot')})" if line.auto else ""
        if width_of(text + auto) <= pane.width - _TEXT - 1:
            text += auto
        _draw_line(canvas, left, y, _who(line.seat, log.names, form), text, style, form)
        y += 1
    if log.talk is not None:
        _draw_talk(canvas, left, pane.height - 1, log, form)
    return drawn(canvas, pane)


def _draw_talk(canvas: Canvas, left: int, y: int, log: Log, form: Form) -> None:
    """Somebody's line of talk, in quotes."""
    talk = log.talk
    assert talk is not None
    you = log.names.names[log.names.you - 1] if log.names.you else None
    room = canvas.width - _TEXT - 3
    said = clip(form.glyphs.plain(talk.text), room, form.glyphs.ellipsis)
    name = form.words.say("You") if talk.name == you else form.glyphs.plain(talk.name)
    _draw_line(canvas, left, y, name, f"{form.glyphs.quotes[0]}{said}{form.glyphs.quotes[1]}", styles.DIM, form)


def draw_talk(talk: Talked, pane: Pane, form: Form) -> Drawn:
    """Draws an empty line, a heading and the last lines said."""
    canvas = sheet_of(pane)
    left = 1 if pane.x == 0 else 0
    lines = talk.lines[-(pane.height - 2) :]
    if not lines:
        return drawn(canvas, pane)
    canvas.put(left, 1, form.words.say("Talk"), styles.DIM)
    for y, line in enumerate(lines, 2):
        name = form.words.say("You") if line.name == talk.you else form.glyphs.plain(line.name)
        _draw_line(canvas, left, y, name, form.glyphs.plain(line.text), styles.TEXT, form)
    return drawn(canvas, pane)


def _draw_line(canvas: Canvas, left: int, y: int, name: str, text: str, style: int, form: Form) -> None:
    canvas.put(left, y, clip(name, _TEXT - 1 - left), styles.DIM)
    canvas.put(_TEXT, y, clip(text, canvas.width - _TEXT - 1, form.glyphs.ellipsis), style)


def _who(seat: int, names: Names, form: Form) -> str:
    if seat == names.you:
        return form.words.say("You")
    return form.glyphs.plain(names.names[seat - 1]) if seat <= len(names.names) else ""
