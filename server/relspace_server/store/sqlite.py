"""The store of one process: an SQLite file.

One thread writes. All the writes that wait for it go into one transaction, and are acknowledged when that has been
flushed to the disk: an acknowledged write survives a kill and a power cut. Another thread reads, and sees every
acknowledged write. The event loop never waits for the file.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from relspace_server.store.bucket import (
    AFTER_ALL_KEYS,
    MAX_VALUE,
    Change,
    Conflict,
    StoreFault,
    TooLarge,
    Unavailable,
    Value,
    checked_key,
)
from relspace_server.store.database import last_revision, open_reader, open_writer, read_number, roll_back
from relspace_server.store.file_lock import FileLock
from relspace_server.store.local import LocalBucket, LocalStore
from relspace_server.store.worker import Worker
from relspace_server.store.write_ahead import log_of

T = TypeVar("T")

PATIENCE_S: Final = 5.0
"""Seconds after which an answer is no longer awaited."""

PROBE_S: Final = 1.0
"""Seconds after a failure until it is tried whether the file can be written to again."""

MAX_WAITING: Final = 4_000
"""The most jobs that wait for a thread; when a disk hangs, memory must not fill up."""

_CREATE: Final = "INSERT INTO entry (data, revision, bucket, key) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_REPLACE: Final = "UPDATE entry SET data = ?, revision = ? WHERE bucket = ? AND key = ? AND revision = ?"
_DELETE: Final = "DELETE FROM entry WHERE bucket = ? AND key = ? AND revision = ?"
_COUNT: Final = "UPDATE counter SET revision = ?"
_GET: Final = "SELECT data, revision FROM entry WHERE bucket = ? AND key = ?"
_SCAN: Final = "SELECT key, data, revision FROM entry WHERE bucket = ? AND key >= ? AND key < ? ORDER BY key"


Place: TypeAlias = tuple[int, int] | None
"""Which file of the machine it is: device and number; None if there is none."""

Places: TypeAlias = tuple[Place, Place]


class Opened(NamedTuple):
    """What an open store holds on to."""

    lock: FileLock
    writer: sqlite3.Connection
    reader: sqlite3.Connection
    revision: int
    """The last one that was drawn."""
    places: Places
    """Which files of the machine it and its log are."""


@dataclass(slots=True, eq=False)
class Write:
    """A write or a removal that waits for the writer."""

    bucket: "SqliteBucket"
    key: str
    data: bytes | None
    expected: int
    answer: asyncio.Future[int]


@dataclass(slots=True, eq=False)
class Ask:
    """A question that waits for one of the threads."""

    run: Callable[[sqlite3.Connection], Any]
    answer: asyncio.Future[Any]


@dataclass(slots=True)
class Served:
    """What a thread has done, for the event loop to tell."""

    answers: list[tuple[Write | Ask, Any]] = field(default_factory=list)
    """Each job with its result or the exception that it failed with."""
    healthy: bool | None = None
    """Whether the file could be written to, or at least read; None if what was done does not tell."""


class SqliteStore(LocalStore):
    """Keeps buckets in an SQLite file. Made by `open`, for the event loop that is running."""

    def __init__(self, path: Path, opened: Opened, patience: float) -> None:
        super().__init__()
        self.path = path
        self._opened = opened
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._revision = opened.revision
        self._healthy = True
        self._probing: asyncio.TimerHandle | None = None
        self._writer = Worker("store-writer", self._serve_writer)
        self._reader = Worker("store-reader", self._serve_reader)

    @classmethod
    async def open(cls, path: Path, *, patience: float = PATIENCE_S) -> "SqliteStore":
        """Opens the store at `path`, making the folder and the file if need be.

        Args:
            path: the file.
            patience: seconds after which an answer is no longer awaited.

        Raises:
            StoreFault: it is in use, cannot be written to, is damaged or newer; one line says so and what to do.
        """
        return cls(path, await asyncio.to_thread(_open, path), patience)

    def healthy(self) -> bool:
        """Whether the file could be written to when that was last tried. After a failure it is tried each second."""
        return self._healthy and not self.closed

    async def durability(self) -> tuple[str, int]:
        """The journal mode and the level of `synchronous` of the connection that writes.

        Raises:
            Unavailable: the store does not answer.
        """
        return await self._ask(
            self._writer,
            lambda connection: (
                connection.execute("PRAGMA journal_mode").fetchone()[0],
                read_number(connection, "synchronous"),
            ),
        )

    async def close(self) -> None:
        """Carries out what was asked for before, then lets go of the file."""
        if self.closed:
            return
        self._end()
        if self._probing is not None:
            self._probing.cancel()
        await asyncio.to_thread(self._finish)

    # ── for the buckets ──────────────────────────────────────────────────────────────────────────────────────────

    async def write(self, bucket: "SqliteBucket", key: str, data: bytes | None, expected: int) -> int:
        """Writes or, with None, removes a value; see `Bucket.put` and `Bucket.delete`."""
        job = Write(bucket, key, data, expected, self._loop.create_future())
        revision: int = await self._answered(self._writer, job)
        return revision

    async def read(self, run: Callable[[sqlite3.Connection], T]) -> T:
        """What `run` returns on the reader's thread.

        Raises:
            Unavailable: the store does not answer.
        """
        return await self._ask(self._reader, run)

    def _make_bucket(self, name: str) -> LocalBucket:
        return SqliteBucket(name, self)

    # ── on the event loop ────────────────────────────────────────────────────────────────────────────────────────

    async def _ask(self, worker: Worker[Any], run: Callable[[sqlite3.Connection], T]) -> T:
        answer: T = await self._answered(worker, Ask(run, self._loop.create_future()))
        return answer

    async def _answered(self, worker: Worker[Any], job: Write | Ask) -> Any:
        self.check_open()
        if worker.waiting() >= MAX_WAITING:
            raise Unavailable(f"{self.path} is too far behind")
        worker.put(job)
        try:
            async with asyncio.timeout(self._patience):
                return await job.answer
        except TimeoutError:
            self._healthy = False
            self._try_again()
            raise Unavailable(f"{self.path} did not answer within {self._patience:g} s") from None

    def _tell(self, served: Served) -> None:
        """Hands out what a thread has done."""
        if served.healthy is not None:
            self._healthy = served.healthy
        if served.healthy is False:
            self._try_again()
        for job, outcome in served.answers:
            failed = isinstance(outcome, Exception)
            if isinstance(job, Write) and not failed:
                value = None if job.data is None else Value(job.data, outcome)
                job.bucket.watchers.tell(Change(job.key, value), outcome)
            if job.answer.done():
                continue
            if failed:
                job.answer.set_exception(outcome)
            else:
                job.answer.set_result(outcome)

    def _try_again(self) -> None:
        """Sees in a while whether the file can be written to, unless that is on its way: nobody may write meanwhile."""
        if not self.closed and self._probing is None:
            self._probing = self._loop.call_later(PROBE_S, self._probe)

    def _probe(self) -> None:
        """Has the writer try a transaction."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        answer.add_done_callback(self._probed)
        self._writer.put(Ask(self._count, answer))

    def _probed(self, answer: asyncio.Future[Any]) -> None:
        self._probing = None
        if answer.exception() is None:
            self._healthy = True
        else:
            self._try_again()

    # ── on the threads ───────────────────────────────────────────────────────────────────────────────────────────

    def _serve_writer(self, jobs: list[Write | Ask]) -> None:
        served = Served()
        writes = [job for job in jobs if isinstance(job, Write) and not job.answer.cancelled()]
        try:
            if writes:
                served.answers += self._commit(writes)
                served.healthy = True
        except (sqlite3.Error, MemoryError) as error:
            roll_back(self._opened.writer)
            served.healthy = False
            served.answers += [(write, Unavailable(f"{self.path}: {error}")) for write in writes]
        self._serve_asks(self._opened.writer, jobs, served)

    def _serve_reader(self, jobs: list[Write | Ask]) -> None:
        self._serve_asks(self._opened.reader, jobs, Served())

    def _serve_asks(self, connection: sqlite3.Connection, jobs: list[Write | Ask], served: Served) -> None:
        for job in jobs:
            if isinstance(job, Ask):
                try:
                    served.answers.append((job, job.run(connection)))
                except (sqlite3.Error, MemoryError) as error:
                    roll_back(connection)
                    served.healthy = False
                    served.answers.append((job, Unavailable(f"{self.path}: {error}")))
        with suppress(RuntimeError):  # the loop has gone: nobody waits any more
            self._loop.call_soon_threadsafe(self._tell, served)

    def _commit(self, writes: list[Write]) -> list[tuple[Write | Ask, Any]]:
        """Carries out all writes in one transaction; returns when they are on the disk."""
        connection = self._opened.writer
        self._check_place()
        connection.execute("BEGIN IMMEDIATE")
        answers: list[tuple[Write | Ask, Any]] = [(write, self._apply(connection, write)) for write in writes]
        if any(not isinstance(outcome, Conflict) for _, outcome in answers):
            connection.execute(_COUNT, (self._revision,))
        connection.execute("COMMIT")
        return answers

    def _apply(self, connection: sqlite3.Connection, write: Write) -> int | Conflict:
        # A number that was drawn for a transaction that failed is not drawn again: it may have been written after all.
        self._revision += 1
        place = (write.bucket.name, write.key)
        if write.data is None:
            done = connection.execute(_DELETE, (*place, write.expected))
        elif write.expected:
            done = connection.execute(_REPLACE, (write.data, self._revision, *place, write.expected))
        else:
            done = connection.execute(_CREATE, (write.data, self._revision, *place))
        return self._revision if done.rowcount else Conflict(*place, write.expected)

    def _check_place(self) -> None:
        """Refuses to write to files that were removed, moved or replaced: all of it would be lost with the server.

        Raises:
            sqlite3.OperationalError: one of them was.
        """
        if _places_of(self.path) != self._opened.places:
            raise sqlite3.OperationalError("it or its log was removed or replaced; put it back, or restart the server")

    def _count(self, connection: sqlite3.Connection) -> None:
        self._check_place()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_COUNT, (self._revision,))
        connection.execute("COMMIT")

    def _finish(self) -> None:
        self._writer.finish()
        self._reader.finish()
        self._opened.reader.close()
        with suppress(sqlite3.Error):
            self._opened.writer.close()
        self._opened.lock.release()


def _places_of(path: Path) -> Places:
    """Where a store and its log are."""
    return _place_of(path), _place_of(log_of(path))


def _place_of(path: Path) -> Place:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class SqliteBucket(LocalBucket):
    """The rows of one bucket."""

    def __init__(self, name: str, store: SqliteStore) -> None:
        super().__init__(name, store)
        self._store = store

    async def get(self, key: str) -> Value | None:
        """What the key holds; see `Bucket.get`."""
        return await self._store.read(partial(_get, self.name, checked_key(key)))

    async def put(self, key: str, data: bytes, expected: int) -> int:
        """Writes a value at the expected revision; see `Bucket.put`."""
        if len(data) > MAX_VALUE:
            raise TooLarge(self.name, key, len(data))
        return await self._store.write(self, checked_key(key), bytes(data), expected)

    async def delete(self, key: str, expected: int) -> int:
        """Removes a value at the expected revision; see `Bucket.delete`."""
        return await self._store.write(self, checked_key(key), None, expected)

    async def scan(self, prefix: str) -> list[tuple[str, Value]]:
        """All keys with the prefix; see `Bucket.scan`."""
        return await self._store.read(partial(_scan, self.name, prefix))


def _open(path: Path) -> Opened:
    lock = FileLock(path)
    try:
        writer = open_writer(path)
        try:
            return Opened(lock, writer, open_reader(path), last_revision(writer), _places_of(path))
        except StoreFault:
            writer.close()
            raise
    except StoreFault:
        lock.release()
        raise


def _get(bucket: str, key: str, connection: sqlite3.Connection) -> Value | None:
    row = connection.execute(_GET, (bucket, key)).fetchone()
    return None if row is None else Value(*row)


def _scan(bucket: str, prefix: str, connection: sqlite3.Connection) -> list[tuple[str, Value]]:
    rows = connection.execute(_SCAN, (bucket, prefix, prefix + AFTER_ALL_KEYS))
    return [(key, Value(data, revision)) for key, data, revision in rows]
