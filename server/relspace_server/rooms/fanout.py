"""Telling many viewers of a change, a few at each pass of the loop: a key pressed meanwhile is not kept waiting."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

SLICE: Final = 16
"""Viewers told in one pass of the loop."""

Tell = Callable[[], None]


class FanOut:
    """A queue of things to tell, emptied in slices."""

    def __init__(self) -> None:
        self._queue: deque[Tell] = deque()
        self._running = False

    def add(self, tells: Iterable[Tell]) -> None:
        """Queues calls, each of which tells one viewer the newest there is when its turn comes."""
        self._queue.extend(tells)
        if not self._running and self._queue:
            self._running = True
            self._slice()

    def _slice(self) -> None:
        for _ in range(min(SLICE, len(self._queue))):
            self._queue.popleft()()
        if self._queue:
            asyncio.get_running_loop().call_soon(self._slice)
        else:
            self._running = False
