"""The seats of a room before the game, one row each."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from relspace.wire.messages import SeatInfo, Snapshot
from relspace_client.around.parts import Reader, badge
from relspace_client.locale.words import term
from relspace_client.look.styles import ACCENT, BRIGHT, DIM, FAINT, FILL_DIM, FILL_LOAD, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import width_of

NAME: Final = 4
"""The column where names stand."""

FREE: Final = 8
"""Dots in place of a name."""


LEVEL_NAMES: Final[Mapping[str, str]] = {
    "easy": term("bot's level", "easy"),
    "normal": term("bot's level", "normal"),
    "hard": term("bot's level", "hard"),
}
"""The levels of `relspace.bots.levels`, to be translated."""


class SeatColumns(NamedTuple):
    """Where things stand in the row of a seat, beside the number and the name."""

    kind: int
    """What kind of player sits there, or how many seats are free."""
    mark: int
    """Ready or not: the first column of the badge."""
    end: int
    """The last column."""


def seat_columns(reader: Reader, snapshot: Snapshot, width: int) -> SeatColumns:
    """The columns of a list of seats, `width` cells from column 0: badges make way for what long names push aside."""
    longest = max(width_of(seat.name) for seat in snapshot.seats)
    if width < 43:
        return SeatColumns(kind=NAME + 1 + max(FREE, longest), mark=width - 11, end=width - 2)
    kind = 15 if longest <= 10 else NAME + 1 + longest
    kinds = max(width_of(_kind(reader, seat)) for seat in snapshot.seats)
    badges = max(width_of(word) for word in (reader.say("away"), reader.say("ready"), reader.say("not yet"))) + 2
    return SeatColumns(kind, mark=max(30, min(kind + kinds + 2, width - 1 - badges)), end=width - 2)


def level_name(reader: Reader, level: str) -> str:
    """How well a bot plays, in a word."""
    return reader.words.term("bot's level", LEVEL_NAMES.get(level, level))


def free_seats(snapshot: Snapshot) -> int:
    """How many seats nobody has."""
    return sum(seat.kind == "free" for seat in snapshot.seats)


def others(snapshot: Snapshot) -> tuple[int, ...]:
    """The numbers of the seats that others have: the host can free them."""
    return tuple(n for n, seat in enumerate(snapshot.seats, 1) if seat.kind != "free" and n != snapshot.you)


def all_ready(snapshot: Snapshot) -> bool:
    """Whether the host could start: two or more sit, and all of them are ready."""
    taken = [seat for seat in snapshot.seats if seat.kind != "free"]
    return len(taken) >= 2 and all(seat.ready for seat in taken)


def draw_seats(
    canvas: Canvas, reader: Reader, snapshot: Snapshot, y: int, step: int, width: int, *, removing: bool
) -> int:
    """The seats from row `y` on, one every `step` rows. Returns the row after the last.

    Args:
        canvas: where to draw.
        reader: who reads it.
        snapshot: the room.
        y: the first row.
        step: 1, or 2 where there is room.
        width: cells from column 0.
        removing: whether the host is asked for the number of a seat; those that can be freed are marked.
    """
    columns = seat_columns(reader, snapshot, width)
    first_free = True
    for number, seat in enumerate(snapshot.seats, 1):
        can_go = removing and number in others(snapshot)
        canvas.put(1, y, str(number).ljust(2), BRIGHT if can_go else DIM)
        if seat.kind == "free":
            _free(canvas, reader, columns, y, free_seats(snapshot) if first_free else 0)
            first_free = False
        else:
            _taken(canvas, reader, columns, y, seat, you=number == snapshot.you)
        if can_go:
            canvas.area(0, y, width, 1, f"remove {number}")
        elif number == snapshot.you:
            canvas.area(0, y, width, 1, "enter")
        y += step
    return y - step + 1


def _free(canvas: Canvas, reader: Reader, columns: SeatColumns, y: int, n: int) -> None:
    canvas.put(NAME, y, reader.glyphs.dot * FREE, FAINT)
    said = reader.count("free: waiting for one more", "free: waiting for {n} more", n) if n else reader.say("free")
    space = columns.end - columns.kind + 1
    canvas.put(columns.kind, y, said if width_of(said) <= space else reader.say("free"), DIM)


def _taken(canvas: Canvas, reader: Reader, columns: SeatColumns, y: int, seat: SeatInfo, *, you: bool) -> None:
    if you:
        canvas.put(NAME, y, reader.say("You"), ACCENT)
    else:
        space = columns.kind - NAME - 1
        canvas.put(NAME, y, reader.clip(seat.name, space), TEXT if seat.presence == "here" else DIM)
    canvas.put(columns.kind, y, _kind_within(reader, seat, columns.mark - columns.kind - 1), DIM)
    if seat.presence != "here":
        badge(canvas, columns.mark + 1, y, reader.say("away"), FILL_DIM)
    elif seat.ready:
        badge(canvas, columns.mark + 1, y, reader.say("ready"), FILL_LOAD)
    else:
        badge(canvas, columns.mark + 1, y, reader.say("not yet"), FILL_DIM)


def _kind_within(reader: Reader, seat: SeatInfo, width: int) -> str:
    """What kind of player sits there, in so many columns: of a bot its level is left out rather than cut."""
    kind = _kind(reader, seat)
    return reader.clip(reader.say("bot") if seat.kind == "bot" and width_of(kind) > width else kind, width)


def _kind(reader: Reader, seat: SeatInfo) -> str:
    if seat.kind == "bot":
        return reader.say("bot, {level}", level=level_name(reader, seat.level)) if seat.level else reader.say("bot")
    if seat.rating is not None:
        return str(seat.rating)
    return reader.words.term("seat", "guest") if seat.kind == "guest" else ""
