"""Showing what just happened, frame by frame.

Time says which frame is shown, not a count of timers: a terminal that is slow misses frames instead of lagging behind,
and one that takes no output misses all of them. While nothing plays there is no timer.
"""

from collections.abc import Callable
from typing import Final

from relspace_client.table.film import Still

FRAME_SECONDS: Final = 0.1
"""How long a frame is shown: ten frames a second."""

WORD_SECONDS: Final = 1.0
"""How long the last frame is shown to somebody who wants no motion."""

_A_LITTLE: Final = 0.005
"""Seconds by which a timer may come early and still mean its frame."""


class PlayingFilm:
    """One film at a time; a new one takes the place of the one before.

    Args:
        seconds: a clock that only goes forward.
        after: calls something later, and has the picture drawn anew then, unless that returns False.
    """

    def __init__(self, seconds: Callable[[], float], after: Callable[[float, Callable[[], bool]], None]) -> None:
        self._seconds: Final = seconds
        self._after: Final = after
        self._frames: tuple[Still, ...] = ()
        self._each = FRAME_SECONDS
        self._began = 0.0
        self._timed = False

    @property
    def still(self) -> Still | None:
        """The frame to be shown now; None for the table as it is."""
        if not self._frames:
            return None
        number = self._number
        return self._frames[number] if number < len(self._frames) else None

    @property
    def idle(self) -> bool:
        """Whether nothing plays, or `roll` has been called for it already."""
        return self._timed or self.still is None

    def begin(self, frames: tuple[Still, ...], *, motion: bool = True) -> None:
        """Shows these frames from now on; `roll` has them shown in time.

        Args:
            frames: as `relspace_client.table.film.film` made them; none ends the film that plays.
            motion: whether all of them are wanted; else the last one is shown for a second, if it tells anything.
        """
        self._frames = frames if motion else tuple(still for still in frames[-1:] if still.tells)
        self._each = FRAME_SECONDS if motion else WORD_SECONDS
        self._began = self._seconds()

    def skip(self) -> None:
        """Goes to the end."""
        self._frames = ()

    def roll(self) -> None:
        """Has the picture drawn whenever another frame is due."""
        if not self.idle:
            self._timed = True
            due = self._began + (self._number + 1) * self._each
            self._after(max(_A_LITTLE, due - self._seconds()), self._next)

    def _next(self) -> bool:
        """Whether there is something to draw: a film that was broken off has made room for a newer picture."""
        self._timed = False
        self.roll()
        return bool(self._frames)

    @property
    def _number(self) -> int:
        return int((self._seconds() - self._began + _A_LITTLE) / self._each)
