"""The SQLite file: who may open it, how it is opened, and what its tables are."""

import fcntl
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from relspace_server.store.bucket import StoreFault

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

_WAL_KEPT: Final = 64 * 1024 * 1024


class Locked(StoreFault):
    """Another process has the store."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(
            f"{path}: in use by another relspace-server{f' (process {holder})' if holder else ''}; "
            "stop that one first, or give this one its own folder with --data-dir"
        )


class NotWritable(StoreFault):
    """This user may not write there."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path}: cannot be written to ({reason}); "
            "let this user write there, or choose another folder with --data-dir"
        )


class NoFolder(StoreFault):
    """Something else has the name of the folder, or of one that it is in."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: is no folder; name another one with --data-dir")


class NoFile(StoreFault):
    """A folder has the name of the store."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: is a folder, not a store; move it away, or choose another data folder with --data-dir"
        )


class Corrupt(StoreFault):
    """The file is damaged, or something else."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path}: damaged, or not a store of this program ({reason}); "
            "bring back a backup with relspace-server restore, or move the file away"
        )
        self.reason: Final = reason
        """What is wrong with it."""


class Newer(StoreFault):
    """A later version of the program wrote the file."""

    def __init__(self, path: Path, version: int) -> None:
        super().__init__(
            f"{path}: written by a newer version of this program (tables {version}, this one knows {len(MIGRATIONS)}); "
            "install that version, or bring back an older backup with relspace-server restore"
        )


class CannotOpen(StoreFault):
    """Any other reason, such as a full disk."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: cannot be opened ({reason}); see to that and start again")


class FileLock:
    """Keeps every other process, and every other store of this one, from the same file.

    The system lets go of it when the process ends, however it ends.
    """

    def __init__(self, path: Path) -> None:
        """Takes the lock of a store.

        Args:
            path: the store's file; its folder is made if need be.

        Raises:
            Locked: somebody else has it.
            NoFolder: it is none.
            NotWritable: the folder cannot be made or written to.
        """
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except (FileExistsError, NotADirectoryError):
            raise NoFolder(path.parent) from None
        except OSError as error:
            raise NotWritable(path.parent, str(error.strerror)) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._file, 16, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            raise Locked(path, holder) from None
        except OSError as error:
            os.close(self._file)
            raise CannotOpen(path, f"the lock: {error.strerror}") from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Lets go."""
        os.close(self._file)


def is_locked(path: Path) -> bool:
    """Whether a server runs on a store at this moment. Changes nothing."""
    try:
        file = os.open(path.with_name(path.name + ".lock"), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def open_writer(path: Path) -> sqlite3.Connection:
    """The connection that writes: WAL, every commit flushed to the disk, tables of the newest version.

    Raises:
        StoreFault: the file cannot be used; the text says why and what to do.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except IsADirectoryError:
        raise NoFile(path) from None
    except OSError as error:
        raise NotWritable(path, str(error.strerror)) from None
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
        raise Newer(path, version)
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


def refusal(path: Path, error: sqlite3.Error) -> StoreFault:
    """What to tell the host about a file that SQLite does not want."""
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF:
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return Corrupt(path, str(error))
        case sqlite3.SQLITE_CANTOPEN if path.is_dir():
            return NoFile(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return NotWritable(path, str(error))
        case _:
            return CannotOpen(path, str(error))


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that is handed from thread to thread, and begins no transaction by itself."""
    return sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
