"""Telling many viewers of a change, a few at each pass of the loop: a key pressed meanwhile is not kept waiting."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

LOG: Final = logging.getLogger(__name__)

SLICE: Final = 0.001
"""Seconds of telling in one pass of the loop; what is told last may go beyond. Spectators of one game share most of
what they are sent, so that many are told in that time; of players, each of whom sees something else, one or two."""

Tell = Callable[[], None]


class FanOut:
    """A queue of things to tell, emptied in slices.

    Args:
        clock: seconds, of which only differences count.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._queue: deque[Tell] = deque()
        self._running = False

    def add(self, tells: Iterable[Tell]) -> None:
        """Queues calls, each of which tells one viewer the newest there is when its turn comes."""
        self._queue.extend(tells)
        if not self._running and self._queue:
            self._running = True
            self._slice()

    def _slice(self) -> None:
        end = self._clock() + SLICE
        while self._queue:
            tell = self._queue.popleft()
            try:
                tell()
            except Exception:  # the edge of a room: what cannot be told to one viewer must not keep others waiting
                LOG.exception("a viewer could not be told of a change")
            if self._clock() >= end:
                break
        if self._queue:
            asyncio.get_running_loop().call_soon(self._slice)
        else:
            self._running = False
