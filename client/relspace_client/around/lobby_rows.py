"""The rows of the lobby: one game or one room each."""

from typing import Final, Literal, NamedTuple

from relspace.room.options import RoomOptions
from relspace.wire.messages import RoomSummary
from relspace_client.around.parts import Reader, badge, heading, right_aligned
from relspace_client.around.times import clock_option, time_left
from relspace_client.locale.titles import title_in
from relspace_client.look.styles import (
    ACCENT,
    BRIGHT,
    DIM,
    FILL_ACCENT,
    PANEL,
    PANEL_ACCENT,
    PANEL_BRIGHT,
    PANEL_DIM,
    TEXT,
)
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import width_of

BADGE: Final = 10
"""The widest `YOUR TURN` that there is room for."""


class Columns(NamedTuple):
    """Where things stand in a row, from column 0."""

    state: int
    """Negative where there is no room for it: the state then stands in place of the seats."""
    name: int
    code: int
    seats: int
    clock: int
    rules: int
    end: int
    """The last column of the row."""


class Inks(NamedTuple):
    """The styles of a row."""

    name: int
    text: int
    dim: int
    accent: int


_PLAIN = Inks(TEXT, TEXT, DIM, ACCENT)
_CHOSEN = Inks(PANEL_BRIGHT, PANEL, PANEL_DIM, PANEL_ACCENT)


def enter_does(room: RoomSummary) -> Literal["return", "sit", "watch"]:
    """What Enter does on a room."""
    if room.yours:
        return "return"
    return "sit" if room.phase != "playing" and room.taken < room.options.seats else "watch"


def rooms_heading(canvas: Canvas, reader: Reader, columns: Columns, y: int) -> None:
    """The names of the columns."""
    heading(canvas, 1, y, reader.say("Rooms"))
    if columns.state < 0:
        return
    labels = (
        (columns.name, reader.words.term("column", "name")),
        (columns.code, reader.words.term("column", "code")),
        (columns.seats, reader.words.term("column", "seats")),
        (columns.clock, reader.words.term("column", "clock")),
        (columns.rules, reader.words.term("column", "rules")),
    )
    for (x, label), (end, _) in zip(labels, (*labels[1:], (columns.end + 2, "")), strict=True):
        canvas.put(x, y, reader.clip(label, end - x - 1), DIM)


def your_game(canvas: Canvas, reader: Reader, columns: Columns, y: int, room: RoomSummary, *, chosen: bool) -> None:
    """A game in which the viewer has a seat."""
    narrow = columns.state < 0
    inks = _start(canvas, reader, columns, y, chosen=chosen)
    name_ink = BRIGHT if room.your_turn and not chosen else inks.name
    canvas.put(columns.name, y, reader.clip(title_in(reader.words, room), columns.code - columns.name - 1), name_ink)
    if not narrow:
        canvas.put(columns.code, y, room.code, inks.dim)
    left = time_left(reader, room.clock) if room.clock else ""
    right_aligned(canvas, columns.end, y, left, inks.accent if room.your_turn else inks.dim)
    x = columns.code if narrow else columns.seats
    space = columns.end - x - width_of(left)
    if room.your_turn:
        badge(canvas, x + 1 if narrow else columns.state, y, your_turn(reader), FILL_ACCENT)
        if not narrow:
            canvas.put(x, y, reader.clip(_score(reader, room, space - 1), space), inks.text)
        return
    canvas.put(x, y, reader.clip(_state_of_game(reader, room), space), inks.dim)


def your_turn(reader: Reader) -> str:
    """The badge of a game that waits for the viewer."""
    return reader.clip(reader.say("YOUR TURN"), BADGE)


def room_row(canvas: Canvas, reader: Reader, columns: Columns, y: int, room: RoomSummary, *, chosen: bool) -> None:
    """A room that anybody can go to."""
    inks = _start(canvas, reader, columns, y, chosen=chosen)
    waits = room.phase == "gathering" and room.taken < room.options.seats
    ink = inks.text if waits else inks.dim
    name = reader.clip(title_in(reader.words, room), columns.code - columns.name - 1)
    canvas.put(columns.name, y, name, inks.name if waits or chosen else inks.dim)
    canvas.put(columns.code, y, room.code, inks.dim)
    clock = clock_option(reader, room.options.clock)
    if columns.state < 0:
        space = columns.end - columns.seats + 1
        short = f"{room.taken}/{room.options.seats}".ljust(6) + clock
        canvas.put(columns.seats, y, reader.clip(short if waits else _state(reader, room), space), ink)
        return
    canvas.put(columns.state, y, reader.clip(_state(reader, room), columns.name - columns.state - 1), ink)
    seats = reader.say("{taken} of {seats}", taken=room.taken, seats=room.options.seats)
    if width_of(seats) >= columns.clock - columns.seats:
        seats = f"{room.taken}/{room.options.seats}"
    canvas.put(columns.seats, y, seats, ink)
    canvas.put(columns.clock, y, reader.clip(clock, columns.rules - columns.clock - 1), ink)
    canvas.put(columns.rules, y, reader.clip(_rules(reader, room), columns.end - columns.rules + 1), inks.dim)


def _start(canvas: Canvas, reader: Reader, columns: Columns, y: int, *, chosen: bool) -> Inks:
    """Draws the cursor where it stands, and returns the styles of the row."""
    if not chosen:
        return _PLAIN
    canvas.fill(0, y, columns.end + 2, 1, PANEL)
    canvas.put(1, y, reader.glyphs.turn, PANEL_ACCENT)
    return _CHOSEN


def _score(reader: Reader, room: RoomSummary, width: int) -> str:
    """How many cards the viewer has left, and their nearest rival, as long as there is room for it."""
    if not room.rival:
        return reader.count("{n} card left", "{n} cards left", room.left)
    long = reader.count(
        "{n} card left, {rival} has {theirs}",
        "{n} cards left, {rival} has {theirs}",
        room.left,
        rival=room.rival,
        theirs=room.rival_left,
    )
    if width_of(long) <= width:
        return long
    return reader.say("{n} left, {rival} {theirs}", n=room.left, rival=room.rival, theirs=room.rival_left)


def _state_of_game(reader: Reader, room: RoomSummary) -> str:
    if room.phase == "playing":
        return reader.say("{name}'s turn", name=room.turn)
    if room.phase == "over":
        return reader.say("the game is over")
    return reader.say("{taken} of {seats} sit", taken=room.taken, seats=room.options.seats)


def _state(reader: Reader, room: RoomSummary) -> str:
    if room.phase == "playing":
        return reader.say("playing")
    if room.phase == "over":
        return reader.say("over")
    return reader.say("open") if room.taken < room.options.seats else reader.say("full")


def _rules(reader: Reader, room: RoomSummary) -> str:
    """What sets a room apart from others; of one that is watched, how many watch."""
    if room.watching:
        return reader.count("{n} watching", "{n} watching", room.watching)
    plain, options = RoomOptions(), room.options
    said = []
    if options.layout != plain.layout:
        said.append(reader.words.term("column", "pyramid"))
    if options.strict:
        said.append(reader.words.term("column", "strict"))
    if options.stashes != plain.stashes:
        said.append(reader.say("open stashes"))
    if not options.watching:
        said.append(reader.say("nobody watches"))
    return reader.say(", ").join(said)
