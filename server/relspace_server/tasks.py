"""Work that nobody awaits, until whoever has begun it ends."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextvars import Context
from typing import Final, TypeVar

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""Things that are looked through before others get their turn."""

T = TypeVar("T")


class Tasks:
    """Starts tasks, keeps them from being collected, and logs those that fail.

    Args:
        part: of which part of the server they are, for the log.
    """

    def __init__(self, part: str) -> None:
        self._part = part
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: "asyncio._CoroutineLike[None]", name: str | None = None) -> None:
        """Starts a task. It inherits no context: one that comes from an app would keep that app alive."""
        task = asyncio.get_running_loop().create_task(work, name=name, context=Context())
        self._running.add(task)
        task.add_done_callback(self._finished)

    async def finish(self, *names: str) -> None:
        """Waits for the tasks whose names begin with one of these; for all of them if none is given."""
        waited = [task for task in self._running if not names or task.get_name().startswith(names)]
        await asyncio.gather(*waited, return_exceptions=True)

    async def finish_within(self, seconds: float) -> None:
        """Waits for all tasks, but not longer than that; those that are left go on."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    async def cancel(self) -> None:
        """Ends all tasks where they are."""
        for task in self._running:
            task.cancel()
        await self.finish()

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a %s task failed", self._part, exc_info=task.exception())


async def slowly(things: Iterable[T]) -> AsyncIterator[T]:
    """One after the other, of very many; now and then whatever else is to be done comes in between."""
    for number, thing in enumerate(things, 1):
        yield thing
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
