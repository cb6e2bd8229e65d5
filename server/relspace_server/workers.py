"""Several processes behind one port: each serves a part of the connections, which the system deals out.

They share the rooms through NATS, as nodes on several machines do. The first process serves nobody: it starts the
others, starts those anew that end, hands signals on, and answers for all of them what a host asks about the machine.
"""

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final

from relspace_server.config import CannotStart, Settings
from relspace_server.ops.machine import pages, report
from relspace_server.ops.reports import Tether, Watcher
from relspace_server.ops.totals import Totals
from relspace_server.ops.web import Web
from relspace_server.tasks import Tasks

log = logging.getLogger(__name__)

EARLY: Final = 30.0
"""Seconds within which a worker that ends is taken not to be able to start."""

WAITS: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds until a worker that ended is started anew: the longer, the more often it could not start."""

REPORT_EVERY: Final = 5.0
"""Seconds between two reports of a worker that nobody asks for: what it counts after the last one is lost with it."""

Serve = Callable[[Settings, Callable[[], Settings], Tether], None]
"""What a worker does until it is told to stop: takes the settings, how they are read again, and what ties it here."""


def check_workers(settings: Settings) -> None:
    """Looks whether there can be several workers.

    Raises:
        CannotStart: they share no store, or no port is named.
    """
    if settings.workers == 1:
        return
    if not settings.store:
        raise CannotStart(
            "--workers needs --store: an SQLite file belongs to one process. See docs/clustering.md.",
            "workers-need-store",
        )
    if not settings.port:
        raise CannotStart("--workers needs a --port: all of them listen on the same one.", "workers-need-port")


def of_worker(settings: Settings) -> Settings:
    """The settings of one worker: the process that watches over all has the port for metrics."""
    return replace(settings, metrics_port=0)


def folder_of_worker(data_dir: Path, worker: int) -> Path:
    """Where a worker answers admins: the first in the data folder, the others in `worker-1`, `worker-2` … of it."""
    if worker == 0:
        return data_dir
    folder = data_dir / f"worker-{worker}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker that lives."""

    process: SpawnProcess
    watcher: Watcher
    since: float
    tries: int
    """How often it was started anew since it last lived for long."""

    @property
    def pid(self) -> int:
        """Its process."""
        assert self.process.pid is not None
        return self.process.pid


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
        self._server = secrets.token_hex(4)
        self._context = multiprocessing.get_context("spawn")
        self._workers: dict[int, Worker] = {}
        self._due: dict[int, asyncio.TimerHandle] = {}
        """Workers that are started anew soon."""
        self._ending: set[int] = set()
        """Workers that have ended and are seen to."""
        self._totals = Totals()
        self._stopping = False
        self._status = 0
        self._tasks = Tasks("supervisor")
        self._over = asyncio.Event()

    def run(self) -> int:
        """Keeps them until SIGTERM or SIGINT; returns the exit status.

        Raises:
            CannotStart: the port for metrics cannot be had.
        """
        return asyncio.run(self._run())

    async def _run(self) -> int:
        loop, settings = asyncio.get_running_loop(), self._settings
        for stopping in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(stopping, self._stop)
        loop.add_signal_handler(signal.SIGHUP, self._tell, signal.SIGHUP)
        web = Web(pages(self._watchers, self._totals, self._pids))
        if settings.metrics_port:
            await web.start(settings.metrics_host, settings.metrics_port)
        for number in range(settings.workers):
            await self._start(number, 0)
        asking = loop.create_task(self._ask_for_reports(), name="reports of the workers")
        await self._over.wait()
        asking.cancel()
        await web.close()
        return self._status

    def _watchers(self) -> dict[int, Watcher]:
        return {number: worker.watcher for number, worker in sorted(self._workers.items())}

    def _pids(self) -> dict[int, int]:
        return {number: worker.pid for number, worker in sorted(self._workers.items())}

    async def _ask_for_reports(self) -> None:
        while True:
            await asyncio.sleep(REPORT_EVERY)
            await report(self._watchers())

    # ── one worker ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _start(self, number: int, tries: int) -> None:
        own, theirs = socket.socketpair()
        tether = Tether(number, self._server, theirs)
        process = self._context.Process(
            target=self._serve, args=(self._settings, self._reread, tether), name=f"relspace-worker-{number}"
        )
        process.start()
        theirs.close()
        pid = process.pid
        assert pid is not None
        watcher = Watcher(own, lambda report: self._totals.take(pid, report))
        await watcher.start()
        self._workers[number] = Worker(process, watcher, time.monotonic(), tries)
        asyncio.get_running_loop().add_reader(process.sentinel, self._ended, number)
        if self._stopping:
            self._tell(signal.SIGTERM)

    def _ended(self, number: int) -> None:
        worker = self._workers.pop(number)
        self._ending.add(number)
        asyncio.get_running_loop().remove_reader(worker.process.sentinel)
        self._tasks.spawn(self._see_to(number, worker))

    async def _see_to(self, number: int, worker: Worker) -> None:
        """Sees to a worker that has ended."""
        worker.process.join()
        await worker.watcher.ended()
        self._totals.end(worker.pid)
        code = worker.process.exitcode or 0
        early = time.monotonic() - worker.since < EARLY
        if self._stopping:
            self._status = max(self._status, int(code not in (0, -signal.SIGTERM)))  # one may not have begun yet
        elif code == 0:
            log.warning("worker %d has drained and is not started anew; the others go on", number)
        elif code > 0 and early and not worker.tries:
            log.error("worker %d cannot start; the others stop", number)
            self._status = 1
            self._stop()
        else:
            self._totals.restarts += 1
            log.error("worker %d has ended (%d) and is started anew", number, code)
            self._start_later(number, worker.tries + 1 if early else 1)
        self._ending.discard(number)
        self._look_whether_over()

    def _start_later(self, number: int, tries: int) -> None:
        wait = WAITS[min(tries, len(WAITS)) - 1]
        self._due[number] = asyncio.get_running_loop().call_later(wait, self._start_anew, number, tries)

    def _start_anew(self, number: int, tries: int) -> None:
        self._tasks.spawn(self._started_anew(number, tries))

    async def _started_anew(self, number: int, tries: int) -> None:
        try:
            await self._start(number, tries)
        except OSError as error:
            log.error("worker %d cannot be started: %s", number, error)
            self._start_later(number, tries + 1)
        else:
            del self._due[number]

    # ── all of them ──────────────────────────────────────────────────────────────────────────────────────────────

    def _stop(self) -> None:
        if self._stopping:
            return
        self._stopping = True
        for number, timer in list(self._due.items()):
            if timer.when() > asyncio.get_running_loop().time():
                timer.cancel()
                del self._due[number]
        self._tell(signal.SIGTERM)
        self._look_whether_over()

    def _look_whether_over(self) -> None:
        if not (self._workers or self._due or self._ending):
            self._over.set()

    def _tell(self, number: signal.Signals) -> None:
        for worker in self._workers.values():
            if worker.process.is_alive():
                os.kill(worker.pid, number)
