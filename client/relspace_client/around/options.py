"""A room's options in words."""

from relspace.room.options import RoomOptions
from relspace.rules.layout import LayoutName
from relspace.rules.view import Stashes
from relspace.wire.messages import Snapshot
from relspace_client.around.parts import Reader
from relspace_client.around.seats import level_name
from relspace_client.around.times import clock_option, clock_sentence


def option_lines(reader: Reader, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Each option with what it is set to."""
    options = snapshot.options
    return [
        (reader.say("seats"), str(options.seats)),
        (reader.say("clock"), clock_sentence(reader, options.clock)),
        (reader.say("layout"), layout_rows(reader, options.layout)),
        (reader.say("stashes"), stashes_name(reader, options.stashes)),
        (reader.say("strict"), yes_no(reader, value=options.strict)),
        (reader.say("bots"), _bots(reader, snapshot)),
        (reader.say("watching"), watching_name(reader, value=options.watching)),
        (reader.say("listed"), listed_name(reader, value=options.public)),
        (reader.say("rated"), _rated(reader, snapshot)),
    ]


def in_short(reader: Reader, options: RoomOptions) -> str:
    """The options in one sentence, those left out that are as usual."""
    said = [reader.say("clock {time}", time=clock_option(reader, options.clock)), layout_name(reader, options.layout)]
    if options.stashes == "open":
        said.append(reader.say("open stashes"))
    if options.strict:
        said.append(reader.say("strict"))
    if not options.watching:
        said.append(reader.say("nobody watches"))
    if not options.public:
        said.append(reader.say("by code only"))
    return reader.say(", ").join(said)


def layout_name(reader: Reader, layout: LayoutName) -> str:
    """The layout's name alone."""
    return reader.say("grid") if layout == "grid" else reader.say("pyramid")


def layout_rows(reader: Reader, layout: LayoutName) -> str:
    """The layout, and how its rows are."""
    return reader.say("grid, 3 rows of 4") if layout == "grid" else reader.say("pyramid of 3, 4 and 5")


def stashes_name(reader: Reader, stashes: Stashes) -> str:
    """Whether stashes are open."""
    return reader.words.term("stashes", "private") if stashes == "private" else reader.words.term("stashes", "open")


def watching_name(reader: Reader, *, value: bool) -> str:
    """Whether people without a seat may watch."""
    return reader.say("allowed") if value else reader.say("not allowed")


def listed_name(reader: Reader, *, value: bool) -> str:
    """Whether the lobby lists the room."""
    return reader.say("in the lobby") if value else reader.say("no, by code only")


def number_name(reader: Reader, n: int) -> str:
    """How many bots there are."""
    return str(n) if n else reader.say("none")


def yes_no(reader: Reader, *, value: bool) -> str:
    """Yes or no."""
    return reader.say("yes") if value else reader.say("no")


def _rated(reader: Reader, snapshot: Snapshot) -> str:
    """Whether the game is rated; if not, the first reason why (docs/ratings.md)."""
    kinds = {seat.kind for seat in snapshot.seats}
    if snapshot.rated:
        return reader.say("yes")
    if not snapshot.options.public:
        return reader.say("no, by code only")
    if not snapshot.options.clock:
        return reader.say("no, without a clock")
    if "bot" in kinds:
        return reader.say("no, bots play")
    return reader.say("no, guests play") if "guest" in kinds else reader.say("no, too few yet")


def _bots(reader: Reader, snapshot: Snapshot) -> str:
    levels = sorted({seat.level for seat in snapshot.seats if seat.kind == "bot" and seat.level})
    n = sum(seat.kind == "bot" for seat in snapshot.seats)
    said = reader.say(", ").join(level_name(reader, level) for level in levels)
    return reader.say("{n}, {levels}", n=n, levels=said) if said else number_name(reader, n)
