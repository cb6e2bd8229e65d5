"""A thread that takes all that waits for it in one go."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final, Generic, TypeVar

J = TypeVar("J")

MOST: Final = 1_000
"""The most jobs that are taken in one go."""


class Worker(Generic[J]):
    """Serves jobs on a thread of its own, in the order in which they came."""

    def __init__(self, name: str, serve: Callable[[list[J]], None]) -> None:
        """Starts the thread. It calls `serve`, which must not raise, with all the jobs that have come meanwhile."""
        self._queue: SimpleQueue[J | None] = SimpleQueue()
        self._serve = serve
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, job: J) -> None:
        """Adds a job; never blocks."""
        self._queue.put(job)

    def waiting(self) -> int:
        """How many jobs wait."""
        return self._queue.qsize()

    def finish(self) -> None:
        """Serves what has come before, then ends the thread. Blocks until it has ended."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        _wake_gently()
        while True:
            job = self._queue.get()
            jobs: list[J] = []
            while job is not None:
                jobs.append(job)
                if len(jobs) == MOST:
                    break
                try:
                    job = self._queue.get_nowait()
                except Empty:
                    break
            if jobs:
                self._serve(jobs)
            if job is None:
                return


def _wake_gently() -> None:
    """Has this thread wait for a free core when it is woken.

    Linux would let it take the one of the thread that woke it. That is the event loop, which holds the interpreter's
    lock: the two would change places, and then again.
    """
    if hasattr(os, "sched_setscheduler"):
        with suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
