"""What a room's host chooses before the game."""

from dataclasses import dataclass
from typing import Final

from relspace.errors import Illegal
from relspace.rules.layout import LAYOUTS, LayoutName
from relspace.rules.position import Options
from relspace.rules.view import Stashes

MIN_SEATS: Final = 2
MAX_SEATS: Final = 10

CLOCKS: Final = (0, 15, 30, 60, 86_400)
"""Seconds a turn may take; 0 is no clock."""

LONG_CLOCK: Final = 86_400
"""From so many seconds a turn on people play by coming back now and then: nobody is expected to be there."""


@dataclass(frozen=True, slots=True)
class RoomOptions:
    """The options of a room."""

    seats: int = 4
    clock: int = 30
    """Seconds a turn, one of `CLOCKS`."""
    layout: LayoutName = "grid"
    strict: bool = False
    stashes: Stashes = "private"
    watching: bool = True
    """Whether people without a seat may watch."""
    public: bool = True
    """Whether the lobby lists the room, or its code alone leads to it."""

    def checked(self) -> "RoomOptions":
        """Returns these options if a room can have them.

        Raises:
            Illegal: `bad-options`, naming the field that is wrong.
        """
        if not MIN_SEATS <= self.seats <= MAX_SEATS:
            raise Illegal("bad-options", field="seats", value=self.seats)
        if self.clock not in CLOCKS:
            raise Illegal("bad-options", field="clock", value=self.clock)
        if self.layout not in LAYOUTS:
            raise Illegal("bad-options", field="layout", value=self.layout)
        return self

    @property
    def rules(self) -> Options:
        """The part of the options that the rules know."""
        return Options(self.layout, self.strict)


QUICK_PLAY: Final = RoomOptions(clock=0)
"""The options of a room that is opened for somebody who wants to play at once; bots take its other seats."""
