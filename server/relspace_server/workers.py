"""Several processes behind one port: each serves a part of the connections, which the system deals out.

They share the rooms through NATS, as nodes on several machines do. The first process serves nobody: it starts the
others, starts those anew that end, and hands signals on.
"""

import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType
from typing import Final

from relspace_server.config import CannotStart, Settings

log = logging.getLogger(__name__)

EARLY: Final = 30.0
"""Seconds within which a worker that ends is taken not to be able to start."""

WAIT: Final = 1.0
"""Seconds until a worker that ended is started anew."""

Serve = Callable[[Settings, Callable[[], Settings], int], None]
"""What a worker does until it is told to stop: takes the settings, how they are read again, and the worker's number."""


def check_workers(settings: Settings) -> None:
    """Looks whether there can be several workers.

    Raises:
        CannotStart: they share no store, or no port is named.
    """
    if settings.workers == 1:
        return
    if not settings.store:
        raise CannotStart("--workers needs --store: an SQLite file belongs to one process. See docs/clustering.md.")
    if not settings.port:
        raise CannotStart("--workers needs a --port: all of them listen on the same one.")


def of_worker(settings: Settings, worker: int) -> Settings:
    """The settings of one worker: each has a port for metrics of its own, counted from the one that is set."""
    return replace(settings, metrics_port=settings.metrics_port + worker) if settings.metrics_port else settings


def folder_of_worker(data_dir: Path, worker: int) -> Path:
    """Where a worker answers admins: the first in the data folder, the others in `worker-1`, `worker-2` … of it."""
    if worker == 0:
        return data_dir
    folder = data_dir / f"worker-{worker}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


class Supervisor:
    """Keeps the workers.

    Args:
        settings: the host's.
        reread: reads the settings again.
        serve: what each worker does; can be pickled.
    """

    def __init__(self, settings: Settings, reread: Callable[[], Settings], serve: Serve) -> None:
        self._settings = settings
        self._reread = reread
        self._serve = serve
        self._context = multiprocessing.get_context("spawn")
        self._workers: dict[int, tuple[SpawnProcess, float]] = {}
        self._stopping = False

    def run(self) -> int:
        """Keeps them until SIGTERM or SIGINT; returns the exit status."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._hand_on)
        for index in range(self._settings.workers):
            self._start(index)
        status = 0
        while self._workers:
            multiprocessing.connection.wait([worker.sentinel for worker, _ in self._workers.values()])
            status = max(status, self._look())
        return status

    def _start(self, index: int) -> None:
        worker = self._context.Process(
            target=self._serve, args=(self._settings, self._reread, index), name=f"relspace-worker-{index}"
        )
        worker.start()
        self._workers[index] = (worker, time.monotonic())

    def _look(self) -> int:
        """Sees to those that have ended; returns the exit status that comes of it."""
        status = 0
        for index, (worker, since) in list(self._workers.items()):
            if worker.is_alive():
                continue
            worker.join()
            del self._workers[index]
            code = worker.exitcode or 0
            if self._stopping or code == 0:
                self._stop()
                status = max(status, int(code not in (0, -signal.SIGTERM)))  # one may not have begun yet
            elif code > 0 and time.monotonic() - since < EARLY:
                log.error("worker %d cannot start; the others stop", index)
                self._stop()
                status = 1
            else:
                log.error("worker %d has ended (%d) and is started anew", index, code)
                time.sleep(WAIT)
                self._start(index)
                if self._stopping:
                    self._tell(signal.SIGTERM)
        return status

    def _stop(self, _number: int = 0, _frame: FrameType | None = None) -> None:
        if not self._stopping:
            self._stopping = True
            self._tell(signal.SIGTERM)

    def _hand_on(self, number: int, _frame: FrameType | None) -> None:
        self._tell(signal.Signals(number))

    def _tell(self, number: signal.Signals) -> None:
        for worker, _ in self._workers.values():
            if worker.pid is not None and worker.is_alive():
                os.kill(worker.pid, number)
