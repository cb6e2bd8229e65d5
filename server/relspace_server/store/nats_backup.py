"""Copies of a store on NATS, in the same file as those of an SQLite store: either can be restored from either."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from relspace_server.store.backup import CopyNotWritten, check_copy, check_target, publish
from relspace_server.store.bucket import StoreError, StoreFault, Unavailable
from relspace_server.store.database import open_writer
from relspace_server.store.file_faults import refusal
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_entries import Entry

FIRST: Final = ("rooms", "links", "keys", "names", "accounts")
"""What is read first. A bucket that says what is to be done comes before those in which it is done: a copy that is made
while the game goes on then holds what a crash may leave, which every start finishes."""

OF_THE_MOMENT: Final = ("nodes", "present", "guests", "opening", "orders")
"""What nodes tell each other while they run. It is of no use later, and not copied."""

BATCH: Final = 64
"""Values that are on their way at once."""

_IN_PARTS: Final = "NATS may hold a part of the copy: run this again with --replace"

_PUT: Final = "INSERT OR REPLACE INTO entry (bucket, key, revision, data) VALUES (?, ?, ?, ?)"
_REMOVE: Final = "DELETE FROM entry WHERE bucket = ? AND key = ?"
_COUNT: Final = "UPDATE counter SET revision = ?"
_ROWS: Final = "SELECT bucket, key, data FROM entry WHERE (bucket, key) > (?, ?) ORDER BY bucket, key LIMIT ?"


class Row(NamedTuple):
    """A value in a copy."""

    bucket: str
    key: str
    data: bytes


async def back_up(store: NatsStore, target: Path) -> int:
    """Copies all that NATS keeps, while nodes run or not.

    Each value is as it is at the moment when it is read.

    Args:
        store: where it is kept.
        target: the copy, which must not exist yet; it is there when it is whole, checked and on the disk.

    Returns:
        How many values it holds.

    Raises:
        StoreFault: NATS does not answer, or the copy cannot be written.
    """
    part = target.with_name(target.name + ".part")
    await asyncio.to_thread(check_target, target)
    try:
        await asyncio.to_thread(_tidy, part)
        number = await _fill(store, part)
        await asyncio.to_thread(publish, part, target)
    except Unavailable as error:
        raise StoreFault(f"{error}; nothing was copied, try again") from None
    except sqlite3.Error as error:
        raise CopyNotWritten(target, str(error)) from None
    except OSError as error:
        raise CopyNotWritten(target, str(error.strerror)) from None
    finally:
        await asyncio.to_thread(_tidy, part)
    return number


async def restore(copy: Path, store: NatsStore, *, replace: bool = False) -> int:
    """Puts what a copy holds into NATS. No node may run.

    If it is broken off, NATS holds a part of it: then it is to be done again, with `replace`.

    Args:
        copy: what a backup made, of NATS or of an SQLite store.
        store: where it is to be kept.
        replace: whether what NATS keeps may be replaced.

    Returns:
        How many values were written.

    Raises:
        StoreFault: the copy is not sound, a node runs, NATS keeps something already or does not answer.
    """
    await asyncio.to_thread(check_copy, copy)
    number = 0
    try:
        if nodes := store.nodes():
            raise StoreFault(f"NATS: in use by {len(nodes)} of the game's servers; stop all of them first")
        there = await _there(store)
        if there and not replace:
            raise StoreFault(
                f"NATS: keeps {len(there)} values already; back them up, then run this again with --replace"
            )
        async for rows in _batches(copy):
            await asyncio.gather(*(_put(store, row, there.pop((row.bucket, row.key), 0)) for row in rows))
            number += len(rows)
        for (bucket, key), revision in there.items():
            await store.bucket(bucket).delete(key, revision)
    except StoreError as error:
        raise StoreFault(f"{error}; {_IN_PARTS}") from None
    except sqlite3.Error as error:
        unread = refusal(copy, error)
        raise (StoreFault(f"{unread}; {_IN_PARTS}") if number else unread) from None
    return number


def _tidy(part: Path) -> None:
    """Removes what is left of a copy that was not finished."""
    for ending in ("-wal", "-shm", "-journal", ""):
        part.with_name(part.name + ending).unlink(missing_ok=True)


async def _fill(store: NatsStore, part: Path) -> int:
    """Writes a copy to a new file."""
    connection = await asyncio.to_thread(open_writer, part)
    with closing(connection):
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        revision = 0
        async for bucket, entries in _read(store):
            await asyncio.to_thread(_write, connection, bucket, entries, revision)
            revision += len(entries)
        return await asyncio.to_thread(_finish, connection, revision)


async def _read(store: NatsStore) -> AsyncIterator[tuple[str, list[Entry]]]:
    """All that is kept, some values at a time."""
    kept = set(await store.kept()).difference(OF_THE_MOMENT)
    for bucket in sorted(kept, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name)):
        entries: list[Entry] = []
        async for entry in store.bucket(bucket).entries():
            entries.append(entry)
            if len(entries) == BATCH:
                yield bucket, entries
                entries = []
        yield bucket, entries


def _write(connection: sqlite3.Connection, bucket: str, entries: list[Entry], revision: int) -> None:
    for number, entry in enumerate(entries, revision + 1):
        if entry.value is None:
            connection.execute(_REMOVE, (bucket, entry.key))
        else:
            connection.execute(_PUT, (bucket, entry.key, number, entry.value.data))


def _finish(connection: sqlite3.Connection, revision: int) -> int:
    """Makes the file one that stands alone; returns how many values it holds."""
    connection.execute(_COUNT, (revision,))
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = DELETE")
    return int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])


async def _there(store: NatsStore) -> dict[tuple[str, str], int]:
    """The revision of all that is kept."""
    found: dict[tuple[str, str], int] = {}
    async for bucket, entries in _read(store):
        for entry in entries:
            found.pop((bucket, entry.key), None)
            if entry.value is not None:
                found[bucket, entry.key] = entry.revision
    return found


async def _batches(copy: Path) -> AsyncIterator[list[Row]]:
    """All values of a copy, some at a time."""
    reading = _rows(copy)
    while rows := await asyncio.to_thread(next, reading, None):
        yield [row for row in rows if row.bucket not in OF_THE_MOMENT]


def _rows(copy: Path) -> Iterator[list[Row]]:
    last = ("", "")
    while True:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            rows = [Row(*row) for row in connection.execute(_ROWS, (*last, BATCH))]
        if not rows:
            return
        yield rows
        last = rows[-1].bucket, rows[-1].key


async def _put(store: NatsStore, row: Row, revision: int) -> None:
    await store.bucket(row.bucket).put(row.key, row.data, revision)
