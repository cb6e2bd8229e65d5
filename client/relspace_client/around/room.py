"""The room before the game: seats, options, how to bring a friend, and what to press."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from relspace.room.state import TalkLine
from relspace.wire.messages import Snapshot
from relspace_client.around.options import in_short, option_lines
from relspace_client.around.parts import (
    ALWAYS,
    Cap,
    Key,
    Reader,
    badge,
    bar,
    footer,
    heading,
    key,
    notice,
    paragraph,
    rows_of,
    talk,
    two_columns,
)
from relspace_client.around.seats import all_ready, draw_seats, free_seats, others
from relspace_client.locale.titles import title_in
from relspace_client.locale.words import message
from relspace_client.look.styles import BRIGHT, DIM, FILL_ACCENT, FILL_DIM, LINE, PANEL_BRIGHT, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap

NUMBERS: Final = (
    message("two"),
    message("three"),
    message("four"),
    message("five"),
    message("six"),
    message("seven"),
    message("eight"),
    message("nine"),
    message("ten"),
)
"""How many seats a room can have, in words, to be translated."""

VALUES: Final = 11
"""Columns from an option's name to its value."""


AIRY: Final = 11
"""Lines from the heading of the invitation on with which there is an empty one below it."""


class Scene(NamedTuple):
    """What a picture of a room is made of."""

    snapshot: Snapshot
    address: str
    """What friends type after `ssh`; empty where none can come: the game runs on the player's own machine."""
    talk: tuple[TalkLine, ...] = ()
    removing: bool = False
    """Whether the host is asked whose seat to free."""
    notice: str = ""
    """A sentence for the viewer, in their language; empty most of the time."""
    waited: bool = False
    """Whether the viewer has been here for so long that they read how to play without waiting."""


class Prompt(NamedTuple):
    """What to do now."""

    badge: str
    action: str
    """The key that the viewer is to press; empty if there is none."""
    said: str


def can_bring_somebody(snapshot: Snapshot) -> bool:
    """Whether there is a seat for a friend, or the host lets people watch."""
    return free_seats(snapshot) > 0 or snapshot.options.watching


def invitation(address: str, snapshot: Snapshot) -> str:
    """What a friend types to come into the room; where every seat is taken, to watch."""
    return f"ssh -t {address} {'join' if free_seats(snapshot) else 'watch'} {snapshot.room}"


def room_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """The room on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    snapshot = scene.snapshot
    watching = reader.count("{n} watching", "{n} watching", snapshot.watching)
    right = [_host(reader, snapshot), *([watching] if snapshot.watching else [])]
    bar(canvas, reader, title_in(reader.words, snapshot), right=right)
    if two_columns(width, height):
        _two_columns(canvas, reader, scene)
    else:
        _one_column(canvas, reader, scene)
    notice(canvas, reader, scene.notice)
    footer(canvas, _keys(reader, scene, narrow=width < 60))
    return rows_of(canvas)


def _host(reader: Reader, snapshot: Snapshot) -> str:
    if snapshot.host is None:
        return ""
    if snapshot.host == snapshot.you:
        return reader.say("you are the host")
    return reader.say("{name} is the host", name=snapshot.seats[snapshot.host - 1].name)


# ── two columns ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _two_columns(canvas: Canvas, reader: Reader, scene: Scene) -> None:
    divider = 43 if canvas.width < 100 else 60
    seats = len(scene.snapshot.seats)
    step = 2 if 2 * seats <= canvas.height - 16 else 1
    start = 3 if step == 1 and seats > 8 else 4  # of both lists
    heading(canvas, 1, 2, reader.say("Seats"))
    after = draw_seats(canvas, reader, scene.snapshot, start, step, divider, removing=scene.removing)
    lines = option_lines(reader, scene.snapshot)
    after = max(after + step - 1, start + len(lines))
    canvas.fill(divider, 2, 1, after - 2, LINE, reader.glyphs.divider)
    heading(canvas, divider + 3, 2, reader.say("This game"))
    for y, (name, value) in enumerate(lines, start):
        canvas.put(divider + 3, y, reader.clip(name, VALUES - 1), DIM)
        canvas.put(divider + 3 + VALUES, y, reader.clip(value, canvas.width - divider - 4 - VALUES), TEXT)
    if _host_acts(scene.snapshot):
        canvas.area(divider + 2, 2, canvas.width - divider - 2, after - 2, "o")
    y = after + 1
    if scene.address and can_bring_somebody(scene.snapshot):
        heading(canvas, 1, y, _brings(reader, scene.snapshot))
        y = _invitation(canvas, reader, scene, y + (2 if canvas.height - y >= AIRY else 1)) + 1
    y = _prompt(canvas, reader, scene, y) + 1
    talk(canvas, reader, y, canvas.height - 2 - y, canvas.width - 2, scene.talk)


def _brings(reader: Reader, snapshot: Snapshot) -> str:
    """What an invitation is for."""
    return reader.say("Bring a friend") if free_seats(snapshot) else reader.say("Let a friend watch")


def _invitation(canvas: Canvas, reader: Reader, scene: Scene, y: int) -> int:
    """How a friend comes in. Returns the row after it."""
    label, other = reader.say("They type"), reader.say("or the code")
    x = 1 + max(width_of(label), width_of(other)) + 2
    canvas.put(1, y, label, DIM)
    end = badge(canvas, x, y, invitation(scene.address, scene.snapshot), PANEL_BRIGHT)
    copies = reader.say("copies it")
    if end + 4 + width_of(copies) < canvas.width:
        canvas.put(end + 2, y, "c", BRIGHT)
        canvas.put(end + 4, y, copies, DIM)
    canvas.area(x, y, canvas.width - x, 1, "c")
    canvas.put(1, y + 1, other, DIM)
    canvas.put(x, y + 1, scene.snapshot.room, BRIGHT)
    return y + 2


# ── one column ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _one_column(canvas: Canvas, reader: Reader, scene: Scene) -> None:
    seats = len(scene.snapshot.seats)
    air = canvas.height - seats >= 14
    y = draw_seats(canvas, reader, scene.snapshot, 2 if air else 1, 1, canvas.width, removing=scene.removing)
    y += 1 if air else 0
    options = paragraph(canvas, 1, y, canvas.width - 2, in_short(reader, scene.snapshot.options), DIM)
    if _host_acts(scene.snapshot):
        canvas.area(0, y, canvas.width, options - y, "o")
    y = options + (1 if air else 0)
    if scene.address and can_bring_somebody(scene.snapshot):
        line = invitation(scene.address, scene.snapshot)
        copy = y
        if air:
            canvas.put(1, y, _brings(reader, scene.snapshot), DIM)
            y += 1
        for part in wrap(line, canvas.width - 2):
            canvas.put(1, y, part, BRIGHT)
            y += 1
        canvas.area(0, copy, canvas.width, y - copy, "c")
        y += 1 if air else 0
    y = _prompt(canvas, reader, scene, y) + (1 if air else 0)
    talk(canvas, reader, y, canvas.height - 1 - y, canvas.width - 2, scene.talk)


# ── what to do ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _prompt(canvas: Canvas, reader: Reader, scene: Scene, y: int) -> int:
    """The sentence that says what to do now. Returns the row after it."""
    prompt = room_prompt(scene, reader)
    x = badge(canvas, 2, y, prompt.badge, FILL_ACCENT if prompt.action else FILL_DIM) + 1
    if prompt.action:
        canvas.area(1, y, x - 1, 1, prompt.action)
    return paragraph(canvas, x, y, canvas.width - 1 - x, prompt.said, TEXT)


def room_prompt(scene: Scene, reader: Reader) -> Prompt:
    """What the viewer can do now, or what is waited for."""
    snapshot = scene.snapshot
    if scene.removing:
        return Prompt("X", "escape", reader.say("Whose seat is to be free? Press its number."))
    if snapshot.you is None:
        if free_seats(snapshot):
            return Prompt(reader.say("ENTER"), "enter", reader.say("sits you down here."))
        return Prompt(reader.say("WATCHING"), "", reader.say("Every seat is taken."))
    if not snapshot.seats[snapshot.you - 1].ready:
        return Prompt(reader.say("ENTER"), "enter", _when_ready(reader, snapshot))
    if all_ready(snapshot) and _host_acts(snapshot):
        return Prompt("S", "s", reader.say("starts the game with those who are here."))
    said = _waiting(reader, snapshot)
    if scene.waited and keeps_waiting(snapshot):
        said = f"{said} {reader.say('To play at once: Esc, then p.')}"
    return Prompt(reader.say("READY"), "", said)


def _when_ready(reader: Reader, snapshot: Snapshot) -> str:
    if len(snapshot.seats) == 2:
        return reader.say("when you are ready. The game starts when both are.")
    if _host_acts(snapshot) and free_seats(snapshot):
        return reader.say("when you are ready; with two or more ready, s starts.")
    all_ = reader.say(NUMBERS[len(snapshot.seats) - 2])
    return reader.say("when you are ready. The game starts when all {all} are.", all=all_)


def _waiting(reader: Reader, snapshot: Snapshot) -> str:
    free = free_seats(snapshot)
    if free:
        if sum(seat.kind != "free" for seat in snapshot.seats) > 1 and not _host_acts(snapshot):
            return reader.count(
                "Waiting for one more player, or for the host to start.",
                "Waiting for {n} more players, or for the host to start.",
                free,
            )
        return reader.count("Waiting for one more player.", "Waiting for {n} more players.", free)
    late = [seat.name for seat in snapshot.seats if seat.kind != "free" and not seat.ready]
    if not late:
        return reader.say("Waiting for the host to start.")
    return reader.say("Waiting for {names}.", names=reader.say(", ").join(late))


def keeps_waiting(snapshot: Snapshot) -> bool:
    """Whether the viewer is ready and can only wait for others, at a table that anybody may have come to."""
    ready = snapshot.you is not None and snapshot.seats[snapshot.you - 1].ready
    return ready and snapshot.options.public and not _host_acts(snapshot)


def _host_acts(snapshot: Snapshot) -> bool:
    return snapshot.you is not None and snapshot.you == snapshot.host


def _keys(reader: Reader, scene: Scene, *, narrow: bool) -> Sequence[Key]:
    snapshot = scene.snapshot
    if scene.removing:
        numbers = tuple(Cap(str(number % 10), f"remove {number}") for number in others(snapshot))
        return [Key(numbers, reader.say("free the seat")), key(reader.say("Esc"), "escape", reader.say("back"))]
    keys: list[Key] = []
    if snapshot.you is not None:
        ready = snapshot.seats[snapshot.you - 1].ready
        keys.append(key(reader.say("Enter"), "enter", reader.say("not ready") if ready else reader.say("ready")))
    elif free_seats(snapshot):
        keys.append(key(reader.say("Enter"), "enter", reader.say("sit down")))
    if _host_acts(snapshot):
        keys += _host_keys(reader, snapshot)
    if scene.address and can_bring_somebody(snapshot):
        keys.append(key("c", "c", reader.say("copy the line"), 4))
    leave = reader.say("leave") if _host_acts(snapshot) or narrow else reader.say("leave the room")
    talk_keys = [key("t", "t", reader.say("talk"), 2)] if scene.address and snapshot.you is not None else []
    people = key("p", "p", reader.say("players"), 5)
    return [
        *keys,
        *talk_keys,
        people,
        key("?", "?", reader.say("keys"), ALWAYS),
        key(reader.say("Esc"), "escape", leave, ALWAYS),
    ]


def _host_keys(reader: Reader, snapshot: Snapshot) -> list[Key]:
    keys = []
    if all_ready(snapshot):
        keys.append(key("s", "s", reader.say("start")))
    if free_seats(snapshot):
        keys.append(key("b", "b", reader.say("add a bot"), 1))
    if others(snapshot):
        keys.append(key("x", "x", reader.say("free a seat"), 3))
    return [*keys, key("o", "o", reader.say("options"), 3)]
