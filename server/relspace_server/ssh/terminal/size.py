"""How large a terminal is taken to be, and how often it may change."""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

USUAL: Final = (80, 24)
"""Columns and rows that stand for 0, which is what a client says that does not know."""

LARGEST: Final = (240, 80)
"""Columns and rows; what is beyond stays empty."""

LEAST_PAUSE: Final = 0.1
"""Seconds between two changes of size that an app is told of."""


class Size(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


def clamp(width: int, height: int) -> Size:
    """The size that an app is told, for what a client says."""
    return Size(min(width or USUAL[0], LARGEST[0]), min(height or USUAL[1], LARGEST[1]))


class SizeChanges:
    """Passes changes of size on, at most ten a second; of those in between only the last counts."""

    def __init__(self, tell: Callable[[Size], None]) -> None:
        self._tell = tell
        self._waiting: Size | None = None
        self._timer: asyncio.TimerHandle | None = None

    def change(self, size: Size) -> None:
        """The client's terminal has a new size."""
        if self._timer is not None:
            self._waiting = size
            return
        self._tell(size)
        self._timer = asyncio.get_running_loop().call_later(LEAST_PAUSE, self._pause_over)

    def close(self) -> None:
        """Nothing is told any more."""
        self._waiting = None
        if self._timer is not None:
            self._timer.cancel()

    def _pause_over(self) -> None:
        self._timer = None
        if self._waiting is not None:
            size, self._waiting = self._waiting, None
            self.change(size)
