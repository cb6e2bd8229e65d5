"""Something that is done for many changes at once, and only so often."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Final, Protocol


class Timer(Protocol):
    """Something that will be done."""

    def cancel(self) -> None:
        """It is not."""
        ...


class Timers(Protocol):
    """Does things later; tests have their own."""

    def time(self) -> float:
        """Seconds, of which only differences count."""
        ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Calls something when `time` says so much."""
        ...


class LoopTimers:
    """Those of the event loop that runs."""

    def time(self) -> float:
        """Seconds of the loop's clock."""
        return asyncio.get_running_loop().time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Calls something later, without a context: it would be that of one app."""
        return asyncio.get_running_loop().call_at(when, callback, context=Context())


LOOP: Final = LoopTimers()


class Soon:
    """Does something at once for the first change, and for those that come soon after it when the time is over.

    So what is done last always comes after the last change, and where nothing changes there is no timer.

    Args:
        do: what is done.
        every: seconds between two times, at least.
        timers: does it later.
    """

    def __init__(self, do: Callable[[], None], every: float, timers: Timers = LOOP) -> None:
        self._do = do
        self._every = every
        self._timers = timers
        self._timer: Timer | None = None
        self._next = 0.0
        """When it may be done again."""

    def changed(self) -> None:
        """Sees to it that it is done after this."""
        if self._timer is not None:
            return
        if self._timers.time() >= self._next:
            self._now()
        else:
            self._timer = self._timers.call_at(self._next, self._now)

    def cancel(self) -> None:
        """What changed is known by now: nothing is done for it any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _now(self) -> None:
        self._timer = None
        self._next = self._timers.time() + self._every
        self._do()
