"""Watches how late the event loop is: whatever keeps it busy keeps everybody waiting."""

import asyncio
from typing import Final

from relspace_server.counts import Counts

LOOK_EVERY: Final = 0.25
"""Seconds between two looks."""

STALL: Final = 0.1
"""Seconds of lateness that a person notices."""


class StallWatch:
    """Asks the loop to be called, and notes how late it calls.

    Args:
        counts: where it is noted.
    """

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begins to watch the running loop."""
        loop = asyncio.get_running_loop()
        due = loop.time() + LOOK_EVERY
        self._timer = loop.call_at(due, self._look, loop, due)

    def close(self) -> None:
        """Stops watching."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        self.note(loop.time() - due)
        self.start()

    def note(self, late: float) -> None:
        """The loop was late by so many seconds."""
        late = max(0.0, late)
        self._counts.lag.add(late)
        if late > STALL:
            self._counts.stalls += 1
