"""Time in which nobody could move: the process stood still, or the store did not answer. It is given back.

Deadlines are wall-clock milliseconds; the clock here only tells how much time was lost.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

PULSE: Final = 1.0
"""Seconds between two looks."""

TOLERANCE: Final = 1.0
"""Seconds that a look may be late before the process is taken to have stood still."""

SPANS: Final = 64
"""How many times in which something was lost are remembered one by one."""

SLOW: Final = 1.0
"""Seconds after which a store that was asked for something is taken not to answer."""


_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""The clock that goes on while the machine sleeps: of its own on Linux, elsewhere the monotonic one."""


def uptime() -> float:
    """Seconds that only grow, also while the process is stopped or the machine sleeps."""
    return time.clock_gettime(_CLOCK)


class LostTime:
    """Adds it up.

    Args:
        clock: seconds that only grow.
        healthy: whether the store carried out what it was last asked for.
    """

    def __init__(self, clock: Callable[[], float], healthy: Callable[[], bool]) -> None:
        self._clock = clock
        self._healthy = healthy
        self._seen = self._counted = clock()
        """When it was looked last, and until when everything is counted."""
        self._lost = 0.0
        self._spans: deque[tuple[float, float]] = deque(maxlen=SPANS)
        """From when to when it was lost, lately."""
        self._asked: dict[object, float] = {}
        """Since when each answer of the store is waited for."""

    @property
    def total(self) -> int:
        """Milliseconds lost so far, in all."""
        return int(1000 * self._lost)

    @property
    def trouble(self) -> bool:
        """Whether the store does not answer at the moment."""
        return not self._healthy() or self._clock() - min(self._asked.values(), default=self._clock()) > SLOW

    def look(self) -> int:
        """Counts what was lost since the last look; returns the total. To be called each `PULSE`."""
        now, before = self._clock(), self._seen
        self._seen = now
        began = now
        if now - before > PULSE + TOLERANCE or not self._healthy():
            began = before
        oldest = min(self._asked.values(), default=now)
        if now - oldest > SLOW:
            began = min(began, oldest)
        if began < now:
            self._add(max(began, self._counted), now)
        return self.total

    def before(self, seconds: float) -> int:
        """Milliseconds that had been lost so many seconds ago, in all."""
        then = self._clock() - max(0.0, seconds)
        return int(1000 * (self._lost - sum(end - max(begin, then) for begin, end in self._spans if end > then)))

    def _add(self, begin: float, end: float) -> None:
        self._lost += end - begin
        self._counted = end
        if self._spans and self._spans[-1][1] == begin:
            begin, _ = self._spans.pop()
        self._spans.append((begin, end))

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While the store is asked for something."""
        self.look()
        mark = object()
        self._asked[mark] = self._clock()
        try:
            yield
        finally:
            self.look()
            del self._asked[mark]
