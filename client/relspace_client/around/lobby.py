"""The lobby: your games, rooms to sit down in, who is here, and what is being said."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from relspace.room.state import RoomPhase, TalkLine
from relspace.wire.messages import Lobby, Person, RoomSummary
from relspace_client.around.lobby_rows import Columns, enter_does, room_row, rooms_heading, your_game, your_turn
from relspace_client.around.parts import (
    ALWAYS,
    Key,
    Reader,
    badge,
    bar,
    draw_keys,
    draw_lines,
    fitting,
    footer,
    heading,
    key,
    notice,
    right_aligned,
    rows_of,
    said_lines,
    two_columns,
    up_down,
    where,
)
from relspace_client.look.styles import DIM, FILL_ACCENT, LINE, PANEL_BRIGHT, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of

PEOPLE: Final = 12
"""Columns of the list of people."""

PEOPLE_WIDE: Final = 22
"""The same where there is plenty of room."""

ROOMY: Final = 22
"""Lines from which on empty ones stand between the parts, if nothing is left out for them."""

PLENTY: Final = 30
"""Lines from which on they do so anyhow."""

TOLD: Final = frozenset(("up", "p"))
"""Keys that are told beside the list anyhow: the cursor is seen, and how to play now."""

_ORDER: Final[dict[RoomPhase, int]] = {"gathering": 0, "playing": 1, "over": 2}


class Entry(NamedTuple):
    """A row that the cursor can stand on."""

    part: Literal["yours", "rooms"]
    room: RoomSummary


class Scene(NamedTuple):
    """What a picture of the lobby is made of."""

    lobby: Lobby
    talk: tuple[TalkLine, ...] = ()
    cursor: int = 0
    """Which of `entries(lobby)` is chosen."""
    notice: str = ""
    """A sentence for the viewer, in their language; empty most of the time."""


def entries(lobby: Lobby) -> tuple[Entry, ...]:
    """Every row that the cursor can stand on, from the top: the viewer's games, then all public rooms.

    On the viewer's own machine every room is theirs: there they are listed once.
    """
    yours = [Entry("yours", room) for room in lobby.rooms if room.yours]
    public = [room for room in lobby.rooms if room.options.public and not (room.yours and is_alone(lobby))]
    return (*yours, *(Entry("rooms", room) for room in sorted(public, key=lambda room: _ORDER[room.phase])))


def lobby_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """The lobby on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    lobby = scene.lobby
    bar(canvas, reader, reader.say("Relative Space"), right=(lobby.you, where(lobby.address)))
    y = 1
    if lobby.motd:
        canvas.put(1, y, reader.clip(reader.glyphs.plain(lobby.motd), width - 2), TEXT)
        y += 1
    if lobby.guest:
        canvas.put(1, y, _guest(reader, width), DIM)
        y += 1
    y = max(2, y + (y > 1 and height >= ROOMY))
    columns = _columns(reader, width, height)
    if two_columns(width, height) and not is_alone(lobby):
        _people(canvas, reader, columns.end + 2, y, lobby.people)
    _Parts(canvas, reader, columns, scene, y).draw()
    keys = _keys(reader, lobby, scene.cursor)
    if not is_alone(lobby):
        below = [*fitting(keys, width - 2), *(keys if width_of(scene.notice) > width - 2 else [])]  # it is covered
        _say(canvas, reader, columns.end, [one for one in keys if one not in below and one.action not in TOLD])
    notice(canvas, reader, scene.notice)
    footer(canvas, keys)
    return rows_of(canvas)


def is_alone(lobby: Lobby | None) -> bool:
    """Whether it is the lobby of games on the player's own machine, into which nobody else can come."""
    return lobby is not None and bool(lobby.you) and not lobby.address


def _guest(reader: Reader, width: int) -> str:
    long = reader.say("As a guest you cannot come back as the same person once the connection drops.")
    return long if width_of(long) <= width - 2 else reader.say("As a guest you cannot come back later.")


def _columns(reader: Reader, width: int, height: int) -> Columns:
    if not two_columns(width, height):
        return Columns(state=-1, name=3, code=18, seats=24, clock=-1, rules=-1, end=width - 2)
    end = width - 5 - (PEOPLE if width < 100 else PEOPLE_WIDE)
    air = min(4, (end - 63) // 6)
    wider = max(0, width_of(your_turn(reader)) - 9)
    code = 28 + wider + air
    seats = code + max(6, width_of(reader.words.term("column", "code")) + 1) + air
    return Columns(3, 14 + wider, code, seats, 42 + 3 * air, 49 + 4 * air, end)


class _Parts:
    """Draws the parts of the left column one below the other; talk stands on the line where one says something."""

    def __init__(self, canvas: Canvas, reader: Reader, columns: Columns, scene: Scene, y: int) -> None:
        self.canvas = canvas
        self.reader = reader
        self.columns = columns
        self.scene = scene
        listed = entries(scene.lobby)
        self.listed = listed
        self.yours = [number for number, entry in enumerate(listed) if entry.part == "yours"]
        self.rooms = [number for number, entry in enumerate(listed) if entry.part == "rooms"]
        self.y = y
        self.alone = is_alone(scene.lobby)
        self.gap = 1 if canvas.height >= ROOMY else 0
        if self.gap and canvas.height < PLENTY and sum(self._shares()) < len(listed):
            self.gap = 0
        self.spare = 0 if self.gap or self.alone else self._left_over()
        """Rows that are left all the same, for gaps from the top."""

    @property
    def end(self) -> int:
        """The last row that the parts may use."""
        return self.canvas.height - (3 if self.alone else 4 + self.gap)

    def draw(self) -> None:
        """Draws all parts."""
        yours, rooms = self._shares()
        if self.yours:
            heading(self.canvas, 1, self.y, self.reader.say("Your games"))
            self._rows(self.yours, yours, your_game)
        if rooms:
            rooms_heading(self.canvas, self.reader, self.columns, self.y)
            self._rows(self.rooms, rooms, room_row, self.scene.lobby.unlisted)
        self._play_now()
        if self.alone:
            return
        lines = said_lines(self.reader, self.end - self.y, self.columns.end, self.scene.talk)
        y = self.end - len(lines)
        heading(self.canvas, 1, y, self.reader.say("Talk"))
        draw_lines(self.canvas, y + 1, lines)

    def _shares(self) -> tuple[int, int]:
        """How many rows the viewer's games and the rooms may take; 0 for a part that is left out.

        The viewer's games leave three quarters to the rooms, as far as those need them, and a few rows to talk.
        """
        both = bool(self.yours) and not (self.alone and not self.rooms)
        space = self.end - self.y - (0 if self.alone else self.gap) - (1 + self.gap) * (1 + both)
        if self.yours and not both:
            return space, 0
        if not self.alone:
            most = 4 if self.gap else 2
            space -= 1 + len(said_lines(self.reader, most, self.columns.end, self.scene.talk))
        if not self.yours:
            return 0, space
        wanted = min(len(self.yours), max((self.end - 1) // 4, space - max(1, len(self.rooms))))
        yours = max(1, min(wanted, space - 1))
        return yours, max(1, space - yours)

    def _left_over(self) -> int:
        """Rows that neither the lists nor the last few lines of talk need."""
        few, more = (len(said_lines(self.reader, most, self.columns.end, self.scene.talk)) for most in (2, 4))
        return max(0, sum(self._shares()) - max(1, len(self.listed)) - (more - few))

    def _next_gap(self) -> int:
        """Empty rows before the next part."""
        if self.gap or not self.spare or self.canvas.height < ROOMY:
            return self.gap
        self.spare -= 1
        return 1

    def _rows(self, numbers: Sequence[int], rows: int, draw: Callable[..., None], more: int = 0) -> None:
        """A list below its heading, scrolled so that the chosen row is seen; `more` are not listed."""
        shown = _window(numbers, self.scene.cursor, rows)
        if shown and len(shown) < len(numbers) + more:
            first, last = numbers.index(shown[0]) + 1, numbers.index(shown[-1]) + 1
            seen = self.reader.say("{first} to {last} of {n}", first=first, last=last, n=len(numbers) + more)
            if self.columns.rules >= 0:
                self.canvas.fill(self.columns.rules, self.y, self.columns.end - self.columns.rules + 1, 1, DIM)
            right_aligned(self.canvas, self.columns.end, self.y, seen, DIM)
        if not numbers:
            self.canvas.put(3, self.y + 1, self.reader.say("None yet: n opens one."), DIM)
        for y, number in enumerate(shown, self.y + 1):
            chosen = number == self.scene.cursor
            draw(self.canvas, self.reader, self.columns, y, self.listed[number].room, chosen=chosen)
            self.canvas.area(0, y, self.columns.end + 1, 1, f"row {number}")
        self.y += 1 + max(1, len(shown)) + self._next_gap()

    def _play_now(self) -> None:
        """How to play at once: the one filled accent, unless a game waits for the viewer."""
        waits = any(self.listed[number].room.your_turn for number in self.yours)
        words = self.reader.say("Play now")
        if waits:
            x = heading(self.canvas, 2, self.y, words) + 2  # where it stands with its fill
        else:
            x = badge(self.canvas, 2, self.y, words, FILL_ACCENT) + 1
        said = self.reader.say("p: a seat within two seconds, bots fill in")
        if x + width_of(said) > self.columns.end + 1:
            said = self.reader.say("p: a seat at once")
        end = self.canvas.put(x, self.y, said, DIM)
        self.canvas.area(1, self.y, end - 1, 1, "p")
        self.y += 1 + self._next_gap()


def _window(numbers: Sequence[int], cursor: int, rows: int) -> Sequence[int]:
    """The numbers that are shown in so many rows, the chosen one among them."""
    at = numbers.index(cursor) if cursor in numbers else 0
    first = max(0, min(at - rows // 2, len(numbers) - rows))
    return numbers[first : first + max(1, rows)]


def _say(canvas: Canvas, reader: Reader, end: int, others: Sequence[Key]) -> None:
    """How to say something; beside it, up to column `end`, as many as fit of the keys that have no place below."""
    keys: list[Key] = []
    for label in (reader.say("say something to everybody here"), reader.say("talk")):
        keys = fitting([key("t", "t", label, ALWAYS), *others], end)
        if len(keys) > len(others):
            break
    draw_keys(canvas, 1, canvas.height - 3, keys, PANEL_BRIGHT, DIM)


def _people(canvas: Canvas, reader: Reader, divider: int, top: int, people: Sequence[Person]) -> None:
    """The right column, from row `top` on: who is connected."""
    last = canvas.height - 3
    canvas.fill(divider, top, 1, last + 1 - top, LINE, reader.glyphs.divider)
    x, end = divider + 2, canvas.width - 2
    heading(canvas, x, top, reader.say("Here"))
    rows = last - top
    term = reader.words.term
    places = {"lobby": "", "room": term("here", "room"), "game": term("here", "game"), "away": term("here", "away")}
    shown = people if len(people) <= rows else people[: rows - 1]
    for y, person in enumerate(shown, top + 1):
        tag = places[person.where]
        tag = reader.say("you") if person.you else tag
        space = end - x + 1 - (width_of(tag) + 1 if tag else 0)
        canvas.put(x, y, reader.clip(person.name, space), TEXT if person.where == "lobby" else DIM)
        right_aligned(canvas, end, y, tag, DIM)
    if len(shown) < len(people):
        more = reader.say("and {n} more", n=len(people) - len(shown))
        canvas.put(x, last, reader.clip(more, end - x + 1), DIM)


def _keys(reader: Reader, lobby: Lobby, cursor: int) -> list[Key]:
    """The keys; beside a list, the arrows and what `Play now` tells already make way for what is told nowhere else."""
    listed, alone = entries(lobby), is_alone(lobby)
    keys = [
        key("p", "p", reader.words.term("a game", "play"), 4 if listed else 0),
        key("n", "n", reader.say("new"), 1),
        *([] if alone else [key("j", "j", reader.say("code"), 2)]),
        key("l", "l", reader.say("learn"), 2),
        key("r", "r", reader.say("ranks"), 5 if alone else 3),
        key("m", "m", reader.words.term("key", "you"), 3 if alone else 5),
        key("s", "s", reader.say("settings"), 2),
        key("?", "?", reader.say("keys"), ALWAYS),
        key("Ctrl-C", "ctrl+c", reader.say("leave"), ALWAYS),
    ]
    if not listed:
        return keys
    what = enter_does(listed[cursor].room)
    verbs = {"return": reader.say("go back"), "sit": reader.say("sit down"), "watch": reader.say("watch")}
    arrows = up_down(reader, reader.say("room"), 6)
    watch = [] if what == "watch" else [key("w", "w", reader.say("watch"), 5)]
    return [arrows, key(reader.say("Enter"), "enter", verbs[what]), *watch, *keys]
