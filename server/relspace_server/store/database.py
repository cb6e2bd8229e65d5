"""The SQLite file: how it is looked at and opened, and what its tables are."""

import errno
import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from relspace_server.store.bucket import StoreFault
from relspace_server.store.file_faults import (
    CannotOpen,
    Corrupt,
    Gone,
    LogDamaged,
    Newer,
    NoFile,
    NotWritable,
    refusal,
    unwritable,
)
from relspace_server.store.file_lock import is_locked
from relspace_server.store.write_ahead import is_damaged, log_of

APPLICATION_ID: Final = 0x5265_6C53
"""Marks the file as a store of this program."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        "CREATE TABLE counter (revision INTEGER NOT NULL)",
        "INSERT INTO counter VALUES (0)",
        """
        CREATE TABLE entry (
            bucket TEXT NOT NULL, key TEXT NOT NULL, revision INTEGER NOT NULL, data BLOB NOT NULL,
            PRIMARY KEY (bucket, key)
        )
        """,
    ),
)
"""The statements that lead from each version of the tables to the next; `PRAGMA user_version` counts them."""

BUSY_S: Final = 5.0
"""Seconds to wait for another connection, such as a backup's."""

_EFFECTIVE: Final = os.access in os.supports_effective_ids

_WAL_KEPT: Final = 64 * 1024 * 1024


def open_writer(path: Path) -> sqlite3.Connection:
    """The connection that writes: WAL, every commit flushed to the disk, tables of the newest version.

    Raises:
        StoreFault: the file cannot be used; the text says why and what to do.
    """
    check_writable(path)
    check_log(path)
    _make(path)
    connection = _connect(path)
    try:
        check_contents(connection, path, thorough=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute(f"PRAGMA journal_size_limit = {_WAL_KEPT}")
        migrate(connection, MIGRATIONS)
    except sqlite3.Error as error:
        connection.close()
        raise refusal(path, error) from None
    except StoreFault:
        connection.close()
        raise
    return connection


def check_writable(path: Path) -> None:
    """Looks whether this user may write to all files of a store that are there.

    Raises:
        NotWritable: not to one of them.
    """
    for end in ("", "-wal", "-shm", ".lock"):
        file = path.with_name(path.name + end)
        if os.access(file, os.F_OK) and not os.access(file, os.R_OK | os.W_OK, effective_ids=_EFFECTIVE):
            raise NotWritable(file, os.strerror(errno.EACCES))


def check_log(path: Path) -> None:
    """Looks whether a store that nobody writes to can be opened without losing what was written last.

    Raises:
        Gone: only its log is there.
        LogDamaged: a part of its log could not be read.
        CannotOpen: it cannot be looked at.
    """
    log = log_of(path)
    try:
        if log.exists() and log.stat().st_size and not (path.exists() and path.stat().st_size):
            raise Gone(path, log)
        if is_damaged(log):
            raise LogDamaged(log)
    except OSError as error:
        raise CannotOpen(log, str(error.strerror)) from None


def _make(path: Path) -> None:
    """Makes the file, for its owner alone, where there is none.

    Raises:
        StoreFault: there is something else, or it cannot be written to.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        regular = stat.S_ISREG(os.fstat(file).st_mode)
        os.close(file)
    except IsADirectoryError:
        regular = False
    except OSError as error:
        raise unwritable(path, error) from None
    if not regular:
        raise NoFile(path)


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that only reads, and sees whatever has been committed.

    Raises:
        StoreFault: the file cannot be used.
    """
    connection = _connect(path)
    try:
        connection.execute("PRAGMA query_only = ON")
        last_revision(connection)
    except sqlite3.Error as error:
        connection.close()
        raise refusal(path, error) from None
    return connection


def last_revision(connection: sqlite3.Connection) -> int:
    """The last revision that was drawn for a write that is stored."""
    return int(connection.execute("SELECT revision FROM counter").fetchone()[0])


def check_file(path: Path) -> None:
    """Reads a store's file from end to end.

    Raises:
        StoreFault: it cannot be read, is damaged, newer, or something else.
    """
    if not is_locked(path):
        check_log(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_S)) as connection:
            check_contents(connection, path, thorough=True)
            if read_number(connection, "application_id") != APPLICATION_ID:
                raise Corrupt(path, "it is empty")
    except sqlite3.Error as error:
        raise refusal(path, error) from None


def check_contents(connection: sqlite3.Connection, path: Path, *, thorough: bool) -> None:
    """Looks whether a connection leads to a sound store of a version that this program knows, or to an empty file.

    Raises:
        Corrupt: it does not.
        Newer: it does, but of a later version.
        sqlite3.Error: it cannot be read.
    """
    mark = read_number(connection, "application_id")
    version = read_number(connection, "user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if mark != APPLICATION_ID and (mark or version or tables):
        raise Corrupt(path, "another program's database")
    if version > len(MIGRATIONS):
        raise Newer(path, version, len(MIGRATIONS))
    found = connection.execute(f"PRAGMA {'integrity_check' if thorough else 'quick_check'}(1)").fetchone()[0]
    if found != "ok":
        raise Corrupt(path, " ".join(str(found).split()))


def migrate(connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...]) -> None:
    """Brings the tables to the newest version, each step in a transaction of its own.

    Raises:
        sqlite3.Error: a step failed; the tables are at the version before it.
    """
    for version in range(read_number(connection, "user_version"), len(migrations)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in migrations[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            roll_back(connection)
            raise


def roll_back(connection: sqlite3.Connection) -> None:
    """Ends a transaction that failed; some failures have ended it already."""
    if connection.in_transaction:
        with suppress(sqlite3.Error):
            connection.rollback()


def read_number(connection: sqlite3.Connection, pragma: str) -> int:
    """The number that a pragma stands for."""
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that is handed from thread to thread, and begins no transaction by itself."""
    return sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
