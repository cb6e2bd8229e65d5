"""The log and the talk."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from relspace.room.state import TalkLine
from relspace_client.look import styles
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import Row, blank, clip, width_of
from relspace_client.picture.wrap import wrap
from relspace_client.table.drawn import Drawn
from relspace_client.table.form import Form
from relspace_client.table.logtext import Names, Turn, line_of
from relspace_client.table.measures import Pane, SizeName

_TEXT = 8
"""The column at which texts begin, where they stand beside something else."""

_LONGEST = 16
"""Cells of the longest name."""


class Log(NamedTuple):
    """What is shown of the log."""

    turns: tuple[Turn, ...]
    """Oldest first."""
    names: Names
    talk: TalkLine | None = None
    """The line of talk that takes the place of the last log line."""


class Talked(NamedTuple):
    """What is shown of the talk."""

    lines: tuple[TalkLine, ...]
    you: str
    """The viewer's name; empty for a spectator."""


def draw_log(log: Log, size: SizeName, pane: Pane, form: Form) -> Drawn:
    """Draws the last lines of the log, as many as there is room for; what is long goes on in the next row."""
    left = 1 if pane.x == 0 else 0
    rows = [_heading(left, pane.width, form.words.say("Log"))] if size == "large" else []
    turns, names = log.turns, log.names
    everybody = names if names.you is None else Names(names.names, None)
    recent = len(turns) - (len(names.names) - 1 if size == "large" else len(turns))
    room, shown = pane.height - len(rows) - (log.talk is not None), list[Row]()
    for number in range(len(turns) - 1, -1, -1) if room else ():
        turn = turns[number]
        style = styles.TEXT if number >= recent else styles.DIM
        told = _told(turn, names if names.you in turn.about else everybody, left, pane.width, style, room, form)
        if shown and len(told) > room - len(shown):
            break  # a line of which only a part fits would be read as the whole
        shown[:0] = told
    rows += shown
    if log.talk is not None:
        rows += [blank(pane.width)] * (pane.height - 1 - len(rows))
        rows.append(_quoted(left, pane.width, log.talk, log.names, form))
    return _filled(rows, pane)


def text_column(log: Log, talk: Talked, width: int, form: Form) -> int:
    """The column at which texts begin where log and talk have all the width: beside the longest name, cut or not."""
    seats = {turn.seat for turn in log.turns}
    names = [_who(seat, log.names, form) for seat in seats] + [_talker(line, talk, form) for line in talk.lines]
    longest = max(map(width_of, names), default=0)
    return max(_TEXT, 1 + min(longest, _LONGEST, width // 5) + 2)


def whole_lines(log: Log, column: int, width: int, form: Form) -> list[tuple[str, str]]:
    """The log in rows of a name and a text, none of them cut: what is long goes on in the next row, without a name."""
    rows: list[tuple[str, str]] = []
    for turn in log.turns:
        line = line_of(turn, log.names, form.words)
        text = _wrapped(line.text, line.auto, width - column - 1, form, whole=True)
        rows += [(_who(line.seat, log.names, form), text[0]), *(("", part) for part in text[1:])]
    return rows


def draw_whole_log(rows: Sequence[tuple[str, str]], column: int, pane: Pane, form: Form) -> Drawn:
    """Draws an empty line, and the last rows of `whole_lines`: the badge above says what they are."""
    left = 1 if pane.x == 0 else 0
    drawn = [blank(pane.width)]
    for name, text in rows[-(pane.height - 1) :]:
        drawn.append(_line(left, column, pane.width, name, text, styles.TEXT, form.glyphs.ellipsis))
    return _filled(drawn, pane)


def draw_talk(talk: Talked, pane: Pane, form: Form, column: int = _TEXT) -> Drawn:
    """Draws an empty line, a heading and the last lines said."""
    left = 1 if pane.x == 0 else 0
    lines = talk.lines[-(pane.height - 2) :]
    if not lines:
        return _filled([], pane)
    rows = [blank(pane.width), _heading(left, pane.width, form.words.say("Talk"))]
    for line in lines:
        name, text = _talker(line, talk, form), form.glyphs.plain(line.text)
        rows.append(_line(left, column, pane.width, name, text, styles.TEXT, form.glyphs.ellipsis))
    return _filled(rows, pane)


def _talker(line: TalkLine, talk: Talked, form: Form) -> str:
    return form.words.say("You") if line.name == talk.you else form.glyphs.plain(line.name)


def _filled(rows: list[Row], pane: Pane) -> Drawn:
    """The rows, and empty ones below them; nothing of it can be clicked."""
    return Drawn(tuple(rows[: pane.height] + [blank(pane.width)] * (pane.height - len(rows))), ())


def _quoted(left: int, width: int, talk: TalkLine, names: Names, form: Form) -> Row:
    """Somebody's line of talk, in quotes."""
    you = names.names[names.you - 1] if names.you else None
    marks = form.glyphs.quotes
    said = clip(form.glyphs.plain(talk.text), width - _TEXT - 3, form.glyphs.ellipsis)
    name = form.words.say("You") if talk.name == you else form.glyphs.plain(talk.name)
    return _line(left, _TEXT, width, name, f"{marks[0]}{said}{marks[1]}", styles.DIM, form.glyphs.ellipsis)


@lru_cache(maxsize=2048)
def _told(turn: Turn, names: Names, left: int, width: int, style: int, most: int, form: Form) -> tuple[Row, ...]:
    """What was done in a turn, on as many rows as it takes, up to `most`; drawn once for all who read the same."""
    line = line_of(turn, names, form.words)
    parts = _wrapped(line.text, line.auto, width - _TEXT - 1, form)
    if len(parts) > most:
        parts[most - 1 :] = [" ".join(parts[most - 1 :])]
    whose = [_who(line.seat, names, form), *[""] * (len(parts) - 1)]
    return tuple(
        _line(left, _TEXT, width, name, part, style, form.glyphs.ellipsis)
        for name, part in zip(whose, parts, strict=True)
    )


def _wrapped(text: str, auto: bool, room: int, form: Form, *, whole: bool = False) -> list[str]:
    """A sentence in parts of at most `room` cells.

    That the autopilot did it is said where there is room for it, or else, if `whole`, in a part of its own: the ring
    shows who is away.
    """
    parts = wrap(form.glyphs.plain(text), room) or [""]
    by = f"({form.words.say('autopilot')})" if auto else ""
    if by and width_of(f"{parts[-1]}  {by}") <= room:
        parts[-1] += f"  {by}"
    elif by and whole:
        parts.append(by)
    return parts


def _line(left: int, column: int, width: int, name: str, text: str, style: int, ellipsis: str) -> Row:
    """A row with a name at `left` and a text at `column`."""
    canvas = Canvas(width, 1)
    canvas.put(left, 0, clip(name, column - 1 - left), styles.DIM)
    canvas.put(column, 0, clip(text, width - column - 1, ellipsis), style)
    return canvas.rows()[0]


@lru_cache(maxsize=64)
def _heading(left: int, width: int, text: str) -> Row:
    canvas = Canvas(width, 1)
    canvas.put(left, 0, text, styles.BRIGHT)
    return canvas.rows()[0]


def _who(seat: int, names: Names, form: Form) -> str:
    if seat == names.you:
        return form.words.say("You")
    return form.glyphs.plain(names.names[seat - 1]) if seat <= len(names.names) else ""
