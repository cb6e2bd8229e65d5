"""What was counted in the last minutes: the figures as they were each minute are kept for a while."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from relspace_server.counts import Latency
from relspace_server.ops.exposition import Snapshot

EVERY: Final = 60.0
"""Seconds between two looks."""

KEPT: Final = 11
"""Looks that are kept: the first of them was taken ten minutes ago, and up to eleven."""

_MOST: Final = 0.99
"""The share that `within` speaks of."""


class Grown(NamedTuple):
    """How much figures have grown by."""

    seconds: float
    """Since when."""
    counted: dict[str, dict[str, int]]
    """Counters, by name and label; those that have grown alone."""
    taken: dict[str, dict[str, Latency]]
    """Histograms, by name and label."""


class Lately:
    """Looks at the figures each minute.

    Args:
        figures: what they are now.
    """

    def __init__(self, figures: Callable[[], Snapshot]) -> None:
        self._figures = figures
        self._looks: deque[tuple[float, Snapshot]] = deque(maxlen=KEPT)
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Looks, and begins to look again now and then."""
        loop = asyncio.get_running_loop()
        self.look(loop.time())
        self._timer = loop.call_later(EVERY, self.start)

    def close(self) -> None:
        """Looks no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def look(self, now: float) -> None:
        """Keeps the figures as they are now, by the loop's clock."""
        self._looks.append((now, self._figures()))

    def grown(self, now: float) -> Grown:
        """How much they have grown by since the first look that is kept."""
        figures = self._figures()
        at, before = self._looks[0] if self._looks else (now, figures)
        counted: dict[str, dict[str, int]] = {}
        taken: dict[str, dict[str, Latency]] = {}
        for name, values in figures.items():
            for label, value in values.items():
                old = before[name].get(label, 0.0)
                if isinstance(value, Latency):
                    taken.setdefault(name, {})[label] = _since(old, value) if isinstance(old, Latency) else value
                elif not isinstance(old, Latency) and name.endswith("_total") and value > old:
                    counted.setdefault(name, {})[label] = int(value - old)
        return Grown(now - at, counted, taken)


def _since(old: Latency, new: Latency) -> Latency:
    grown = Latency(new.bounds)
    grown.numbers = [number - before for number, before in zip(new.numbers, old.numbers, strict=True)]
    grown.seconds = new.seconds - old.seconds
    return grown


def within(latency: Latency) -> float | None:
    """Seconds within which 99 of 100 were, as far as is told apart; None if there was none, `inf` beyond all bounds."""
    left = _MOST * sum(latency.numbers)
    if not left:
        return None
    for bound, number in zip((*latency.bounds, float("inf")), latency.numbers, strict=True):
        left -= number
        if left <= 0:
            return bound
    return float("inf")
