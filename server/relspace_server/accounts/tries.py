"""How often somebody may do what must not be done often, such as guessing codes."""

from collections import deque
from collections.abc import Callable
from typing import Final

from relspace.errors import NotNow

REMEMBERED: Final = 10_000
"""Addresses, keys or people that are remembered; beyond, those that were counted first are forgotten."""

_MS_PER_MINUTE: Final = 60_000


class Tries:
    """Counts for each address, key or person.

    Args:
        now: wall-clock milliseconds.
        code: what is refused beyond.
        most: how often.
        within_ms: in how many milliseconds.
    """

    def __init__(self, now: Callable[[], int], code: str, most: int, within_ms: int) -> None:
        self._now = now
        self._code = code
        self._most = most
        self._within = within_ms
        self._times: dict[str, deque[int]] = {}

    def check(self, *whose: str) -> None:
        """Refuses who did it too often of late.

        Raises:
            NotNow: with the code that was given.
        """
        for one in whose:
            times = self._times.get(one)
            if times is not None and len(times) == self._most and self._now() - times[0] < self._within:
                raise NotNow(self._code, minutes=self._within // _MS_PER_MINUTE)

    def forgive(self, *whose: str) -> None:
        """Counts one time less: it was none of what must not be done often."""
        for one in whose:
            if times := self._times.get(one):
                times.pop()

    def count(self, *whose: str) -> None:
        """Counts that it was done."""
        for one in whose:
            times = self._times.pop(one, None) or deque(maxlen=self._most)
            times.append(self._now())
            self._times[one] = times
        while len(self._times) > REMEMBERED:
            del self._times[next(iter(self._times))]
