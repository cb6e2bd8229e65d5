"""Telling many viewers of a change, a few at each pass of the loop: a key pressed meanwhile is not kept waiting."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from contextvars import Context
from time import thread_time
from typing import Final, TypeAlias

from relspace_server.charged import PAYER, Pay

LOG: Final = logging.getLogger(__name__)

SLICE: Final = 0.001
"""Seconds of telling in one pass of the loop; what is told last may go beyond. Spectators of one game share most of
what they are sent, so that many are told in that time; of players, each of whom sees something else, one or two."""

Tell: TypeAlias = Callable[[], None]


class FanOut:
    """A queue of things to tell, emptied in slices.

    Args:
        clock: seconds, of which only differences count.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._queue: OrderedDict[Hashable, tuple[Tell, Pay | None]] = OrderedDict()
        """By what is told to whom; who waits longest comes first."""
        self._running = False

    def add(self, tells: Iterable[Tell]) -> None:
        """Queues calls, each of which is made.

        Whoever pays here pays for them, also for what is told later.
        """
        self.renew((object(), tell) for tell in tells)

    def renew(self, tells: Iterable[tuple[Hashable, Tell]]) -> None:
        """Queues calls, each of which tells one viewer the newest there is when its turn comes.

        Whoever waits already is told once, when it is their turn, and by the call that came last; the first one to
        queue it pays.

        Args:
            tells: the calls, each with what is the same for all that take the place of one another.
        """
        pay, queue = PAYER.get(None), self._queue
        for key, tell in tells:
            waits = queue.get(key)
            queue[key] = (tell, pay if waits is None else waits[1])
        if not self._running and queue:
            self._running = True
            self._slice(later=False)

    def forget(self, key: Hashable) -> None:
        """Takes a call out of the queue, if it is there: the viewer knows, or does not look any more."""
        self._queue.pop(key, None)

    def _slice(self, *, later: bool = True) -> None:
        end = self._clock() + SLICE
        while self._queue:
            _, (tell, pay) = self._queue.popitem(last=False)
            began = thread_time()
            _tell(tell)
            if later and pay is not None:  # what is told at once is measured as a part of what was done
                pay(thread_time() - began)
            if self._clock() >= end:
                break
        if self._queue:
            # No context: it would be that of one app, and what is told is for others.
            asyncio.get_running_loop().call_soon(self._slice, context=Context())
        else:
            self._running = False


def _tell(tell: Tell) -> None:
    try:
        tell()
    except Exception:  # the edge of a room: what cannot be told to one viewer must not keep others waiting
        LOG.exception("a viewer could not be told of a change")
