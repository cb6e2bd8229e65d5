"""Times in words."""

from typing import Final

from relspace.wire.messages import Clock
from relspace_client.around.parts import Reader

_DAY: Final = 86_400
_HOUR: Final = 3_600


def clock_option(reader: Reader, seconds: int) -> str:
    """How long a turn may take, shortly: `off`, `30 s`, `1 day`."""
    if not seconds:
        return reader.say("off")
    if seconds >= _DAY:
        return reader.count("{n} day", "{n} days", seconds // _DAY)
    return reader.say("{n} s", n=seconds)


def clock_sentence(reader: Reader, seconds: int) -> str:
    """How long a turn may take: `off`, `30 s a turn`."""
    return reader.say("{time} a turn", time=clock_option(reader, seconds)) if seconds else clock_option(reader, 0)


def time_left(reader: Reader, clock: Clock) -> str:
    """What is left of a turn: `0:18`, from an hour on `21 h`."""
    seconds = -(-clock.left // 1000)
    if seconds >= _HOUR:
        return reader.say("{n} h", n=seconds // _HOUR)
    return minutes(seconds)


def minutes(seconds: int) -> str:
    """Minutes and seconds: `6:40`."""
    return f"{seconds // 60}:{seconds % 60:02}"
