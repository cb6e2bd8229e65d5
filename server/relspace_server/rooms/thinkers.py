"""Bots that think for long do it in processes of their own, never in the loop that serves everybody."""

import asyncio
import logging
import os
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from relspace.bots.levels import SLOW_LEVELS, STAND_IN, choose
from relspace.bots.table import Question
from relspace.rules.moves import Move

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds that a search may take."""

WAITING: Final = 4
"""Searches for each process that may be under way or wait; more are not begun."""


class Thinkers:
    """Answers bots' questions.

    Args:
        workers: processes that search; at most one fewer than there are cores, and at least one.
        patience: seconds that an answer is waited for.
    """

    def __init__(self, workers: int | None = None, patience: float = PATIENCE) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._searches: set[Future[Move]] = set()
        """Those that were asked for; each lasts until a process has ended it, also if nobody waits for it any more."""
        self._closed = False

    @property
    def busy(self) -> int:
        """How many searches are under way or wait for a process."""
        self._searches = {search for search in self._searches if not search.done()}
        return len(self._searches)

    async def move(self, question: Question) -> Move:
        """The move that the bot makes; the stand-in's, where the bot's own would come too late."""
        if question.level not in SLOW_LEVELS:
            return choose(*question)
        if self._closed or self.busy >= WAITING * self._workers:
            return choose(*question._replace(level=STAND_IN))
        pool = self._processes()
        try:
            search = pool.submit(choose, *question)
            self._searches.add(search)
            async with asyncio.timeout(self._patience):
                return await asyncio.wrap_future(search)
        except TimeoutError:
            log.info("a bot's search took too long; its stand-in moved")
        except BrokenExecutor as error:
            self._drop(pool, error)
        return choose(*question._replace(level=STAND_IN))

    def close(self) -> None:
        """Ends the processes; none is started any more."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _drop(self, pool: ProcessPoolExecutor, error: BrokenExecutor) -> None:
        """Lets go of processes that have failed: once, though all who waited for them are told."""
        if self._pool is pool:
            log.warning("the bots' processes have failed and are started anew: %s", error)
            self._pool = None
            pool.shutdown(wait=False, cancel_futures=True)

    def _processes(self) -> ProcessPoolExecutor:
        """The processes; they are started when a bot first thinks."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
        return self._pool
