"""Bots that think for long do it in processes of their own, never in the loop that serves everybody."""

import asyncio
import logging
import os
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from relspace.bots.levels import choose
from relspace.bots.table import Question
from relspace.rules.moves import Move

log = logging.getLogger(__name__)

SLOW_LEVELS: Final = frozenset({"hard"})
"""Levels that search."""

STAND_IN: Final = "normal"
"""The level that moves when a search comes too late, or too many wait."""

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
        self._busy = 0

    async def move(self, question: Question) -> Move:
        """The move that the bot makes; the stand-in's, where the bot's own would come too late."""
        if question.level not in SLOW_LEVELS:
            return choose(*question)
        if self._busy >= WAITING * self._workers:
            return choose(*question._replace(level=STAND_IN))
        self._busy += 1
        try:
            async with asyncio.timeout(self._patience):
                return await asyncio.get_running_loop().run_in_executor(self._processes(), choose, *question)
        except TimeoutError:
            log.info("a bot's search took too long; its stand-in moved")
        except BrokenExecutor as error:
            log.warning("the bots' processes have failed and are started anew: %s", error)
            self._pool = None
        finally:
            self._busy -= 1
        return choose(*question._replace(level=STAND_IN))

    def close(self) -> None:
        """Ends the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _processes(self) -> ProcessPoolExecutor:
        """The processes; they are started when a bot first thinks."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
        return self._pool
