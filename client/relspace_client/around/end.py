"""The end of a game: who escaped, what the others had left, whether it was fair, and the rematch."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from relspace.errors import Unreadable
from relspace.room.state import TalkLine
from relspace.rules.fairness import commitment, seed_from_hex
from relspace.wire.messages import Result, SeatInfo, Snapshot
from relspace_client.around.escape import draw_escape, draw_verdict, verdict
from relspace_client.around.parts import (
    ALWAYS,
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
    said_lines,
    talk,
    two_columns,
)
from relspace_client.around.standings import draw_standings
from relspace_client.around.times import minutes
from relspace_client.locale.titles import title_in
from relspace_client.look.styles import BRIGHT, DIM, FILL_ACCENT, FILL_DIM, FILL_JAM, LOAD_LINE, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of

LEFT: Final = 20
"""The column where words stand beside the picture of the escape."""

FEW: Final = 4
"""Players up to which there is air around the standings."""

TALL_FOR_MANY: Final = 30
"""Lines from which on there is air whatever the number of players."""


class Scene(NamedTuple):
    """What a picture of the end is made of."""

    snapshot: Snapshot
    """Of a room whose game is over."""
    talk: tuple[TalkLine, ...] = ()
    notice: str = ""
    """A sentence for the viewer, in their language; empty most of the time."""
    alone: bool = False
    """Whether nobody but bots can be here: nothing that is said would be heard."""


def end_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """The end of a game on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    snapshot = scene.snapshot
    result = snapshot.result
    assert result is not None
    moves = reader.count("{n} move in {time}", "{n} moves in {time}", result.plies, time=minutes(result.ms // 1000))
    bar(canvas, reader, title_in(reader.words, snapshot), snapshot.room, [moves])
    if two_columns(width, height):
        _two_columns(canvas, reader, scene, result)
    else:
        _one_column(canvas, reader, scene, result)
    notice(canvas, reader, scene.notice)
    footer(canvas, _keys(reader, snapshot, alone=scene.alone))
    return rows_of(canvas)


def _two_columns(canvas: Canvas, reader: Reader, scene: Scene, result: Result) -> None:
    few = len(result.standings) <= FEW or canvas.height >= TALL_FOR_MANY
    draw_escape(canvas, reader, 4, 2, result)
    said = verdict(reader, result)
    y = 3 if few else 2
    draw_verdict(canvas, LEFT, y, said)
    canvas.put(LEFT, y + 2, said.how, TEXT)
    if few:
        canvas.put(LEFT, y + 3, said.others, DIM)
    after = draw_standings(canvas, reader, result, LEFT, 8 if few else 5)
    y = max(14, after + 1) if few else after
    y = _fair(canvas, reader, scene.snapshot, y)
    y = _rematch(canvas, reader, scene.snapshot, y + 1)
    rows, width = canvas.height - 3 - y, canvas.width - 2
    if len(said_lines(reader, rows + 2, width, scene.talk[-1:])) > rows:  # it goes before the empty rows around it
        talk(canvas, reader, y, rows + 2, width, scene.talk[-1:])
    else:
        talk(canvas, reader, y + 1, rows, width, scene.talk)


def _one_column(canvas: Canvas, reader: Reader, scene: Scene, result: Result) -> None:
    said = verdict(reader, result)
    air = canvas.height - len(result.standings) >= 13
    y = 2 if air else 1
    draw_verdict(canvas, 1, y, said)
    y = paragraph(canvas, 1, y + 1, canvas.width - 2, said.how, TEXT)
    y = draw_standings(canvas, reader, result, 1, y)
    x = fair_word(canvas, reader, 1, y, fairness(scene.snapshot)) + 1
    seed = reader.say("seed {seed}", seed=_short(scene.snapshot.seed, reader))
    canvas.put(x, y, reader.clip(seed, canvas.width - 1 - x), DIM)
    y = _rematch(canvas, reader, scene.snapshot, y + (2 if air else 1))
    talk(canvas, reader, y, canvas.height - 1 - y, canvas.width - 2, scene.talk)


# ── was it fair? ─────────────────────────────────────────────────────────────────────────────────────────────────────


def fairness(snapshot: Snapshot) -> Literal["matches", "differs"]:
    """Whether the seed that is shown now is the one that was promised before the first move (docs/rules.md 7)."""
    try:
        kept = commitment(seed_from_hex(snapshot.seed)) == snapshot.commitment
    except Unreadable:
        kept = False
    return "matches" if kept else "differs"


def _fair(canvas: Canvas, reader: Reader, snapshot: Snapshot, y: int) -> int:
    """The promise, the seed, and whether they belong together. Returns the row after it."""
    heading(canvas, 1, y, reader.say("Was it fair?"))
    labels = reader.say("promised"), reader.say("seed"), reader.say("check")
    x = 1 + max(8, *map(width_of, labels)) + 2
    whole = canvas.width >= 110
    notes = reader.say("before the first move"), reader.say("shown now")
    values = snapshot.commitment, snapshot.seed
    for row, (label, value, note) in enumerate(zip(labels, values, notes, strict=False), y + 1):
        canvas.put(1, row, label, DIM)
        canvas.put(x, row, value if whole else _short(value, reader), TEXT)
        canvas.put(x + (len(value) + 2 if whole else 29), row, note, DIM)
    canvas.put(1, y + 3, labels[2], DIM)
    fair = fairness(snapshot)
    end = fair_word(canvas, reader, x, y + 3, fair) + 1
    said = {
        "matches": reader.say("SHA-256 of the seed is what was promised"),
        "differs": reader.say("SHA-256 of the seed is not what was promised"),
    }
    canvas.put(end + 1, y + 3, said[fair], DIM)
    return y + 4


def fair_word(canvas: Canvas, reader: Reader, x: int, y: int, fair: Literal["matches", "differs"]) -> int:
    """Whether the seed is what was promised, in a word; a warning is filled. Returns the column after it."""
    if fair == "matches":
        return canvas.put(x, y, reader.say("MATCHES"), LOAD_LINE)
    return badge(canvas, x + 1, y, reader.say("DIFFERS"), FILL_JAM)


def _short(digits: str, reader: Reader) -> str:
    """Hexadecimal digits, the middle left out."""
    return f"{digits[:12]} {reader.glyphs.ellipsis} {digits[-6:]}" if len(digits) > 20 else digits


# ── again? ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _rematch(canvas: Canvas, reader: Reader, snapshot: Snapshot, y: int) -> int:
    """Who wants to play again. Returns the row after it."""
    if snapshot.you is None:
        return paragraph(canvas, 1, y, canvas.width - 2, _who_stays(reader, snapshot), DIM)
    can = can_want_rematch(snapshot)
    offered = can and not snapshot.seats[snapshot.you - 1].ready
    x = badge(canvas, 2, y, reader.say("REMATCH"), FILL_ACCENT if offered else FILL_DIM) + 1
    if can:
        canvas.put(x, y, "r", BRIGHT)
        canvas.area(1, y, x, 1, "r")
        x += 4 if canvas.width >= 60 else 3
    room, said = canvas.width - 1 - x, _who_wants(reader, snapshot, short=canvas.width < 60)
    whole = "  ".join(said)
    for sentence in (whole,) if width_of(whole) <= room else said:
        y = paragraph(canvas, x, y, room, sentence, TEXT)
    return y


def _seated(snapshot: Snapshot) -> list[SeatInfo]:
    return [seat for seat in snapshot.seats if seat.kind != "free"]


def _wanted(reader: Reader, sit: list[SeatInfo]) -> str:
    """How many of those who sit want a rematch."""
    ready = sum(seat.ready for seat in sit)
    return reader.count("{n} of {all} wants it", "{n} of {all} want it", ready, all=len(sit))


def _who_stays(reader: Reader, snapshot: Snapshot) -> str:
    """What spectators are told of it."""
    sit = _seated(snapshot)
    if len(sit) < 2:
        return reader.say("The players have left, but for {name}.", name=sit[0].name) if sit else ""
    return reader.say("They may play again: {wanted}.", wanted=_wanted(reader, sit))


def _who_wants(reader: Reader, snapshot: Snapshot, *, short: bool) -> tuple[str, ...]:
    """What somebody with a seat is told of it, in sentences; `short` leaves out all but how many want it."""
    sit = _seated(snapshot)
    if len(sit) < 2:
        return (reader.say("The others have left."),)
    wanted = _wanted(reader, sit)
    if short:
        return (wanted,)
    assert snapshot.result is not None
    first = snapshot.result.next_first
    yours = snapshot.you is not None and snapshot.seats[snapshot.you - 1].name == first
    starts = reader.say("you play first.") if yours else reader.say("{name} plays first.", name=first)
    played = [one.name for one in sorted(snapshot.result.standings, key=lambda one: one.seat)]
    if [seat.name for seat in sit] == played:
        return reader.say("same seats, {starts}", starts=starts), wanted
    return (reader.say("You play first.") if yours else starts), wanted


def can_want_rematch(snapshot: Snapshot) -> bool:
    """Whether the viewer has a seat, and somebody else has one too."""
    return snapshot.you is not None and len(_seated(snapshot)) > 1


def can_sit(snapshot: Snapshot) -> bool:
    """Whether somebody without a seat can take one."""
    free = any(seat.kind == "free" for seat in snapshot.seats) or len(snapshot.seats) < snapshot.options.seats
    return snapshot.you is None and free


def _keys(reader: Reader, snapshot: Snapshot, *, alone: bool) -> Sequence[Key]:
    keys = [
        key("s", "s", reader.say("record"), 3),
        *([key("v", "v", reader.say("replay"), 2)] if snapshot.game else []),
        *([key("t", "t", reader.say("talk"), 1)] if snapshot.you is not None and not alone else []),
        key("p", "p", reader.say("players"), 4),
        key("?", "?", reader.say("keys"), ALWAYS),
        key(reader.say("Esc"), "escape", reader.say("lobby")),
    ]
    if snapshot.you is not None and can_want_rematch(snapshot):
        wants = snapshot.seats[snapshot.you - 1].ready
        return [key("r", "r", reader.say("no rematch") if wants else reader.say("rematch")), *keys]
    return [key(reader.say("Enter"), "enter", reader.say("sit down")), *keys] if can_sit(snapshot) else keys
