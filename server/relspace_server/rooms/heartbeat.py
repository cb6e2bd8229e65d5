"""Something that the rooms do again and again."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context

from relspace_server.tasks import Tasks


class Heartbeat:
    """Calls something at intervals, and never twice at one time.

    Args:
        every: seconds from the end of one call to the next.
        beat: what is called; what it raises is logged, and it is called again.
        tasks: where the work goes.
    """

    def __init__(self, every: float, beat: Callable[[], Awaitable[None]], tasks: Tasks) -> None:
        self._every = every
        self._beat = beat
        self._tasks = tasks
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False

    def start(self) -> None:
        """Sets the timer."""
        if not self._stopped:
            # As the tasks, it inherits no context.
            self._timer = asyncio.get_running_loop().call_later(self._every, self._go, context=Context())

    def stop(self) -> None:
        """Calls nothing any more; a call that is under way goes on."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def _go(self) -> None:
        self._tasks.spawn(self._once())

    async def _once(self) -> None:
        try:
            await self._beat()
        finally:
            self.start()
