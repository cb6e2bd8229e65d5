"""The rankings: who is how good, among those who have played rated games."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from relspace.wire.questions import Rank
from relspace_client.around.parts import (
    ALWAYS,
    Key,
    Reader,
    bar,
    footer,
    key,
    notice,
    paragraph,
    right_aligned,
    rows_of,
    some_of,
    up_down,
)
from relspace_client.look.styles import ACCENT, BRIGHT, DIM, PANEL, PANEL_ACCENT, PANEL_BRIGHT, PANEL_DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap

FIRST_ROW: Final = 3
"""The row of the first ranked player that is shown; the heading is above it."""


class Scene(NamedTuple):
    """What a picture of the rankings is made of."""

    rows: tuple[Rank, ...]
    """As many as have been told, from the first place on."""
    total: int = 0
    """How many players are ranked."""
    you: Rank | None = None
    """The viewer's own row."""
    name: str = ""
    """What the viewer is called."""
    cursor: int = 0
    """Which of `rows` is chosen."""
    waits: bool = False
    """Whether rows are being asked for."""
    notice: str = ""
    """A sentence for the viewer, in their language; empty most of the time."""


class Columns(NamedTuple):
    """The last column of each figure, and the first of the name."""

    place: int
    name: int
    rating: int
    doubt: int
    games: int
    wins: int
    """Negative where there is no room for it."""


def rows_shown(width: int, height: int) -> int:
    """How many players there is room for."""
    return height - FIRST_ROW - 4 - len(_below(width))


def _below(width: int) -> Sequence[int]:
    """The rows that the sentence about ratings takes."""
    return range(1 if width >= 80 else 2)


def rankings_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """The rankings on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    rows = rows_shown(width, height)
    first = max(0, min(scene.cursor - rows // 2, len(scene.rows) - rows))
    bar(canvas, reader, reader.say("Rankings"), right=_how_many(reader, scene.total, first, rows))
    columns = _columns(width)
    _heading(canvas, reader, columns)
    for y, number in enumerate(range(first, min(first + rows, len(scene.rows))), FIRST_ROW):
        rank = scene.rows[number]
        _row(canvas, reader, columns, y, rank, chosen=number == scene.cursor, own=rank.name == scene.name)
        canvas.area(0, y, width, 1, f"row {number}")
    if not scene.rows:
        empty = reader.say("Asking the server …") if scene.waits else reader.say("Nobody is ranked yet.")
        canvas.put(columns.name, FIRST_ROW, empty, DIM)
        if not scene.waits:
            how = reader.say("Games count in a room that the lobby lists, with a clock, without bots or guests.")
            paragraph(canvas, columns.name, FIRST_ROW + 2, width - columns.name - 1, how, DIM)
    y = height - 4 - len(_below(width))
    seen = any(rank.name == scene.name for rank in scene.rows[first : first + rows])
    if not seen:
        _you(canvas, reader, columns, y + 1, scene)
    about = reader.say("Doubt says how far off a rating may be: each rated game makes it surer.")
    for line, said in zip(_below(width), wrap(about, width - 2), strict=False):
        canvas.put(1, y + 2 + line, said, DIM)
    notice(canvas, reader, scene.notice)
    footer(canvas, _keys(reader, scene))
    return rows_of(canvas)


def _how_many(reader: Reader, total: int, first: int, rows: int) -> Sequence[str]:
    """How many players are ranked, and which of them are seen where there is no room for all."""
    if not total:
        return ()
    return (some_of(reader, first, rows, total) or reader.count("{n} player", "{n} players", total),)


def _columns(width: int) -> Columns:
    if width < 60:
        return Columns(place=5, name=7, rating=width - 14, doubt=width - 8, games=width - 2, wins=-1)
    air = min(6, (width - 80) // 6)
    return Columns(7, 10, 38 + air, 48 + 2 * air, 60 + 3 * air, 70 + 4 * air)


def _heading(canvas: Canvas, reader: Reader, columns: Columns) -> None:
    y = FIRST_ROW - 1
    term = reader.words.term
    canvas.put(columns.name, y, term("column", "name"), DIM)
    for end, label in (
        (columns.rating, term("column", "rating")),
        (columns.doubt, term("column", "doubt")),
        (columns.games, term("column", "games")),
        (columns.wins, term("column", "won")),
    ):
        if end > 0:
            right_aligned(canvas, end, y, label, DIM)


def _row(canvas: Canvas, reader: Reader, columns: Columns, y: int, rank: Rank, *, chosen: bool, own: bool) -> None:
    text, dim, bright = (PANEL, PANEL_DIM, PANEL_BRIGHT) if chosen else (TEXT, DIM, BRIGHT)
    if chosen:
        canvas.fill(0, y, canvas.width, 1, PANEL)
        canvas.put(1, y, reader.glyphs.turn, PANEL_ACCENT)
    right_aligned(canvas, columns.place, y, str(rank.place), dim)
    space = columns.rating - 5 - columns.name
    name = f"{rank.name}  {reader.say('you')}" if own else rank.name
    own_ink = PANEL_ACCENT if chosen else ACCENT
    canvas.put(columns.name, y, reader.clip(name, space), own_ink if own else bright if chosen else text)
    right_aligned(canvas, columns.rating, y, str(rank.rating), bright)
    right_aligned(canvas, columns.doubt, y, str(rank.doubt), dim)
    right_aligned(canvas, columns.games, y, str(rank.games), text)
    if columns.wins > 0:
        right_aligned(canvas, columns.wins, y, str(rank.wins), text)


def _you(canvas: Canvas, reader: Reader, columns: Columns, y: int, scene: Scene) -> None:
    """The viewer's own place, wherever the list is."""
    if scene.you is not None:
        _row(canvas, reader, columns, y, scene.you, chosen=False, own=True)
        canvas.area(0, y, canvas.width, 1, "m")
    elif scene.rows:
        said = reader.say("You are not ranked yet: your first rated game does it.")
        if width_of(said) > canvas.width - 2:
            said = reader.say("You are not ranked yet.")
        canvas.put(1, y, reader.clip(said, canvas.width - 2), TEXT)


def _keys(reader: Reader, scene: Scene) -> list[Key]:
    arrows = up_down(reader, reader.say("player"), 3)
    look = [arrows, key(reader.say("Enter"), "enter", reader.say("profile"))] if scene.rows else []
    return [
        *look,
        key("m", "m", reader.say("your own"), 2),
        key("?", "?", reader.say("keys"), ALWAYS),
        key(reader.say("Esc"), "escape", reader.say("back")),
    ]


def figures(canvas: Canvas, y: int, lines: Sequence[tuple[str, str, str]]) -> int:
    """Labels, figures and what is to be said of them, from row `y` on. Returns the row after them."""
    value = 3 + max(width_of(label) for label, _, _ in lines)
    note = value + 2 + max(width_of(figure) for _, figure, _ in lines)
    for label, figure, said in lines:
        canvas.put(1, y, label, DIM)
        canvas.put(value, y, figure, BRIGHT)
        y = max(y + 1, paragraph(canvas, note, y, canvas.width - 1 - note, said, DIM)) if said else y + 1
    return y
