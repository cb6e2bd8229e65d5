"""The options of a room in words: `seats 4 clock off pyramid strict open private`."""

from dataclasses import dataclass, field, replace
from typing import Any, Final

from relspace.bots.levels import LEVELS
from relspace.room.options import CLOCKS, MAX_SEATS, MIN_SEATS, RoomOptions

SWITCHES: Final[dict[str, dict[str, Any]]] = {
    "grid": {"layout": "grid"},
    "pyramid": {"layout": "pyramid"},
    "strict": {"strict": True},
    "lenient": {"strict": False},
    "open": {"stashes": "open"},
    "hidden": {"stashes": "private"},
    "private": {"public": False},
    "public": {"public": True},
    "watch": {"watching": True},
    "nowatch": {"watching": False},
}
"""Words that stand alone, and the options that they set."""

NO_CLOCK: Final = ("off", "0")
A_DAY: Final = "day"


@dataclass(slots=True)
class Wanted:
    """What was asked for."""

    options: RoomOptions
    bots: int = 0
    level: str = ""
    title: str = ""
    wrong: list[str] = field(default_factory=list)
    """Words that mean nothing here."""


def read_options(text: str, options: RoomOptions, *, new: bool) -> Wanted:
    """Reads options.

    Args:
        text: what was typed after the word.
        options: what they are to begin with.
        new: whether the room is still to be opened: it then can have bots, a level, and `called` and a title.
    """
    wanted = Wanted(options)
    rest = text.split()
    while rest:
        word, *rest = rest
        name = word.casefold()
        if new and name == "called" and rest:
            wanted.title = " ".join(rest)
            break
        value = rest[0].casefold() if rest else ""
        if name in SWITCHES:
            wanted.options = replace(wanted.options, **SWITCHES[name])
        elif _with_value(wanted, name, value, new=new):
            rest = rest[1:]
        else:
            wanted.wrong.append(word)
    return wanted


def _with_value(wanted: Wanted, name: str, value: str, *, new: bool) -> bool:
    """Takes a word with a value; returns whether it is one."""
    number = int(value) if value.isascii() and value.isdecimal() and len(value) <= 5 else None
    if name == "seats" and number is not None and MIN_SEATS <= number <= MAX_SEATS:
        wanted.options = replace(wanted.options, seats=number)
    elif name == "clock" and _clock(value) in CLOCKS:
        wanted.options = replace(wanted.options, clock=_clock(value))
    elif new and name == "bots" and number is not None and number < MAX_SEATS:
        wanted.bots = number
    elif new and name == "level" and value in LEVELS:
        wanted.level = value
    else:
        return False
    return True


def _clock(value: str) -> int:
    """Seconds; -1 for what is none."""
    if value in NO_CLOCK:
        return 0
    if value == A_DAY:
        return CLOCKS[-1]
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= 5 else -1
