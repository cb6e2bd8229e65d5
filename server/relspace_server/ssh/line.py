"""The line of sessions that wait to begin: each takes its turn, and whoever goes costs those behind nothing."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Final

from relspace_server.ssh.limits import Turns

WORTH_TELLING: Final = 0.5
"""Seconds of waiting for one's turn from which on one is told so."""

TELL_AGAIN: Final = 1.0
"""Seconds after which those who wait are told their place again."""


class Line:
    """Lets so many sessions begin each second.

    Args:
        rate: how many.
    """

    def __init__(self, rate: float) -> None:
        self._turns: Turns[asyncio.Future[None]] = Turns(rate)
        self._timer: asyncio.TimerHandle | None = None

    @property
    def rate(self) -> float:
        """How many begin each second, at most."""
        return self._turns.rate

    def adopt(self, rate: float) -> None:
        """Goes by another rate from now on; everybody keeps their place."""
        self._turns.rate = rate
        self._call()

    async def turn(self, tell: Callable[[int], None]) -> None:
        """Waits for a turn.

        Args:
            tell: called with the place in line, now and then, if that takes a while; 1 is next.
        """
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        self._turns.join(mine)
        try:
            self._call()
            while not mine.done():
                place = self._turns.place(mine)
                if self._turns.wait(loop.time(), place) > WORTH_TELLING:
                    tell(place)
                await asyncio.wait((mine,), timeout=TELL_AGAIN)
        finally:
            self._turns.leave(mine)

    def _call(self) -> None:
        """Calls those whose turn it is, and looks again when it is the next one's."""
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while (called := self._turns.next(loop.time())) is not None:
            called.set_result(None)
        if not self._turns.empty:
            # No context: one that comes from a session would outlive it.
            self._timer = loop.call_later(self._turns.wait(loop.time()), self._call, context=Context())
