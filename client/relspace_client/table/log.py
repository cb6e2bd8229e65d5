"""The log and the talk."""

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from relspace.room.state import TalkLine
from relspace_client.look import styles
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import Row, blank, clip, cut, join, row, width_of
from relspace_client.picture.wrap import at_most, wrap
from relspace_client.table.drawn import Drawn
from relspace_client.table.form import Form
from relspace_client.table.logtext import Names, Turn, line_of
from relspace_client.table.measures import LOG_TEXT, Pane, SizeName

_LONGEST = 16
"""Cells of the longest name."""

_DIMMED = bytes.maketrans(bytes((styles.TEXT,)), bytes((styles.DIM,)))


_about_of = attrgetter("about")


class Log(NamedTuple):
    """What is shown of the log."""

    turns: tuple[Turn, ...]
    """Oldest first."""
    names: Names
    talk: TalkLine | None = None
    """The line of talk that takes the place of a log line."""
    newer: int = 0
    """The last turns that began after that line was said."""


class Talked(NamedTuple):
    """What is shown of the talk."""

    lines: tuple[TalkLine, ...]
    you: str
    """The viewer's name; empty for a spectator."""


def draw_log(log: Log, size: SizeName, pane: Pane, form: Form) -> Drawn:
    """Draws the last lines of the log, as many as there is room for; what is long goes on in the next row.

    The rows are the names from the top down, then the texts, as their slots are: a text reads alike for nearly
    everybody, a name is `You` to one.
    """
    left, width, names, turns = 1 if pane.x == 0 else 0, pane.width - LOG_TEXT, log.names, log.turns
    headings = [_heading_of(left, width, form)] if size == "large" else []
    room = pane.height - len(headings) - (log.talk is not None)
    recent = len(turns) - (len(names.names) - 1 if size == "large" else len(turns))
    told_apart = names.you in frozenset[int | None]().union(*map(_about_of, turns))
    told, seats = _told(turns, names if told_apart else Names(names.names, None), recent, room, width, form)
    who = _heads(left, names, form)
    heads = [*[head for head, _ in headings], *[who[seat] if seat < len(who) else who[0] for seat in seats]]
    texts = [*[text for _, text in headings], *told]
    if log.talk is not None:
        name, text = _quoted(width, log.talk, names, form)
        at = len(headings) + _row_before(seats, log.newer)
        heads.insert(at, _head(left, name))
        texts.insert(at, text)
    _fill(heads, pane.height, LOG_TEXT)
    _fill(texts, pane.height, width)
    return Drawn((*heads, *texts), ())


def text_column(log: Log, talk: Talked, width: int, form: Form) -> int:
    """The column at which texts begin where log and talk have all the width: beside the longest name, cut or not."""
    seats = {turn.seat for turn in log.turns}
    names = [_who(seat, log.names, form) for seat in seats] + [_talker(line, talk, form) for line in talk.lines]
    longest = max(map(width_of, names), default=0)
    return max(LOG_TEXT, 1 + min(longest, _LONGEST, width // 5) + 2)


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


def draw_talk(talk: Talked, pane: Pane, form: Form, column: int = LOG_TEXT) -> Drawn:
    """Draws an empty line, a heading and the last lines said; a long one goes on in the next row if there is room."""
    left, room, shown = 1 if pane.x == 0 else 0, pane.height - 2, list[Row]()
    for line in reversed(talk.lines):
        if len(shown) == room:
            break
        parts = at_most(room - len(shown), wrap(form.glyphs.plain(line.text), pane.width - column - 1) or [""])
        names = [_talker(line, talk, form), *[""] * (len(parts) - 1)]
        shown[:0] = [
            _line(left, column, pane.width, name, part, styles.TEXT, form.glyphs.ellipsis)
            for name, part in zip(names, parts, strict=True)
        ]
    if not shown:
        return _filled([], pane)
    return _filled([blank(pane.width), _heading(left, pane.width, form.words.say("Talk")), *shown], pane)


def _talker(line: TalkLine, talk: Talked, form: Form) -> str:
    return form.words.say("You") if line.name == talk.you else form.glyphs.plain(line.name)


def _filled(rows: list[Row], pane: Pane) -> Drawn:
    """The rows, and empty ones below them; nothing of it can be clicked."""
    _fill(rows, pane.height, pane.width)
    return Drawn(tuple(rows), ())


def _quoted(width: int, talk: TalkLine, names: Names, form: Form) -> tuple[str, Row]:
    """Who said a line of talk, and the line, in quotes."""
    you = names.names[names.you - 1] if names.you else None
    marks = form.glyphs.quotes
    said = clip(form.glyphs.plain(talk.text), width - 3, form.glyphs.ellipsis)
    name = form.words.say("You") if talk.name == you else form.glyphs.plain(talk.name)
    return name, _text(width, f"{marks[0]}{said}{marks[1]}", styles.DIM, form.glyphs.ellipsis)


def _row_before(seats: tuple[int, ...], newer: int) -> int:
    """The row at which the last turns begin; the first one, if they take all rows.

    Args:
        seats: whose row each is; 0 where a text goes on.
        newer: how many turns.
    """
    at = len(seats)
    while newer and at:
        at -= 1
        newer -= seats[at] != 0
    return at


@lru_cache(maxsize=128)
def _told(
    turns: tuple[Turn, ...], names: Names, recent: int, room: int, width: int, form: Form
) -> tuple[tuple[Row, ...], tuple[int, ...]]:
    """The last turns on at most `room` rows: the texts, and whose each is; worked out once for all who read the same.

    Args:
        turns: oldest first.
        names: who is who.
        recent: the number of the first turn that is not dim.
        room: rows there are.
        width: columns there are.
        form: the glyphs and the language.

    Returns:
        The rows, oldest first, and for each of them a seat; 0 where a text goes on.
    """
    texts: list[Row] = []
    seats: list[int] = []
    for number in range(len(turns) - 1, -1, -1) if room else ():
        turn = turns[number]
        told = _turn_told(turn, names if names.you in turn.about else Names(names.names, None), width, room, form)
        if texts and len(told) > room - len(texts):
            break  # a line of which only a part fits would be read as the whole
        texts[:0] = told if number >= recent else _dim(told)
        seats[:0] = (turn.seat, *(0,) * (len(told) - 1))
    return tuple(texts), tuple(seats)


@lru_cache(maxsize=1024)
def _turn_told(turn: Turn, names: Names, width: int, most: int, form: Form) -> tuple[Row, ...]:
    """What was done in a turn, on as many rows as it takes, up to `most`; drawn once for all who read the same."""
    line = line_of(turn, names, form.words)
    parts = at_most(most, _wrapped(line.text, line.auto, width - 1, form))
    return tuple([_text(width, part, styles.TEXT, form.glyphs.ellipsis) for part in parts])


@lru_cache(maxsize=512)
def _dim(told: tuple[Row, ...]) -> tuple[Row, ...]:
    """What was done in a turn that is long ago."""
    return tuple([row(one.cells, one.styles.translate(_DIMMED)) for one in told])


@lru_cache(maxsize=512)
def _heads(left: int, names: Names, form: Form) -> tuple[Row, ...]:
    """Each name, by seat; nobody's in seat 0."""
    return tuple([_head(left, _who(seat, names, form) if seat else "") for seat in range(len(names.names) + 1)])


def _head(left: int, name: str, width: int = LOG_TEXT) -> Row:
    """Who did or said it."""
    canvas = Canvas(width, 1)
    canvas.put(left, 0, clip(name, width - 1 - left), styles.DIM)
    return canvas.rows()[0]


def _text(width: int, text: str, style: int, ellipsis: str) -> Row:
    """What they did."""
    canvas = Canvas(width, 1)
    canvas.put(0, 0, clip(text, width - 1, ellipsis), style)
    return canvas.rows()[0]


def _fill(rows: list[Row], height: int, width: int) -> None:
    """Brings rows to a height, with empty ones or without the last ones."""
    rows[height:] = [blank(width)] * (height - len(rows))


@lru_cache(maxsize=64)
def _heading_of(left: int, width: int, form: Form) -> tuple[Row, Row]:
    """The heading, which is cut in two where the names end."""
    heading = _heading(left, LOG_TEXT + width, form.words.say("Log"))
    return cut(heading, 0, LOG_TEXT), cut(heading, LOG_TEXT, LOG_TEXT + width)


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
    return join((_head(left, name, column), _text(width - column, text, style, ellipsis)))


@lru_cache(maxsize=64)
def _heading(left: int, width: int, text: str) -> Row:
    canvas = Canvas(width, 1)
    canvas.put(left, 0, text, styles.BRIGHT)
    return canvas.rows()[0]


def _who(seat: int, names: Names, form: Form) -> str:
    if seat == names.you:
        return form.words.say("You")
    return form.glyphs.plain(names.names[seat - 1]) if seat <= len(names.names) else ""
