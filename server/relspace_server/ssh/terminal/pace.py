"""How fast input may come, so that nobody's keys keep the others waiting."""

from typing import Final

RATE: Final = 32 * 1024
"""Bytes a second, and bytes at once, that one client may send."""

QUIET: Final = 0.1
"""Seconds without a byte after which a flood is over."""

SLICE: Final = 16
"""Keys that an app is given at once; the others wait their turn."""

SLICE_PAUSE: Final = 0.01
"""Seconds between two slices of keys."""

LONGEST_QUEUE: Final = 1024
"""Keys that wait; what comes beyond is dropped."""


class Allowance:
    """A bucket of bytes that fills up with time. It is given the time, in seconds, and reads no clock.

    Args:
        rate: bytes a second; also what the bucket holds.
    """

    def __init__(self, rate: int = RATE) -> None:
        self._rate = rate
        self._left = float(rate)
        self._at = 0.0

    def admits(self, size: int, now: float) -> bool:
        """Takes `size` bytes out, if they are in it."""
        self._left = min(self._rate, self._left + (now - self._at) * self._rate)
        self._at = now
        if size > self._left:
            return False
        self._left -= size
        return True
