"""Why the SQLite file cannot be used: each a line for the host, with a word that docs/hosting.md explains."""

import errno
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from relspace_server.store.bucket import StoreFault

FULL_BELOW: Final = 1_000_000
"""Bytes of free disk space below which what fails is put down to that: SQLite may say no more than `I/O error`."""


class Locked(StoreFault):
    """Another server has the store."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(
            f"{path}: in use by another relspace-server{f' (process {holder})' if holder else ''}; "
            "stop that one first, or give this one its own folder with --data-dir",
            "store-in-use",
        )


class Held(StoreFault):
    """Another program has the file open and lets nobody else in."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: another program holds it, such as sqlite3; end that one (fuser names it), and start again",
            "store-held",
        )


class NotWritable(StoreFault):
    """This user may not write there."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path}: cannot be written to ({reason}); "
            "let this user write there, or choose another folder with --data-dir",
            "store-not-writable",
        )


class DiskFull(StoreFault):
    """There is no room on the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: the disk is full; make room on it, and start again: nothing is lost", "store-disk-full"
        )


class NoFolder(StoreFault):
    """Something else has the name of the folder, or of one that it is in."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: is no folder; name another one with --data-dir", "store-no-folder")


class NoFile(StoreFault):
    """Something else than a file has the name of the store, or of its lock."""

    def __init__(self, path: Path) -> None:
        what = "is a folder, not a store" if path.is_dir() else "is no regular file"
        super().__init__(
            f"{path}: {what}; move it away, or choose another data folder with --data-dir", "store-no-file"
        )


class Corrupt(StoreFault):
    """The file is damaged, or something else."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path}: damaged, or not a store of this program ({reason}); "
            "bring back a backup with relspace-server restore, or move the file away",
            "store-damaged",
        )
        self.reason: Final = reason
        """What is wrong with it."""


class LogDamaged(StoreFault):
    """What was written last is damaged in the middle: SQLite would leave out the rest without a word."""

    def __init__(self, log: Path) -> None:
        super().__init__(
            f"{log}: damaged, and what was written last is in it; bring back a backup with relspace-server restore, "
            "or keep what can be read of it: relspace-server backup FILE, and then restore FILE",
            "store-log-damaged",
        )


class Gone(StoreFault):
    """The file is not there, but its log is: SQLite would begin anew, and remove the log."""

    def __init__(self, path: Path, log: Path) -> None:
        super().__init__(
            f"{path}: gone or empty, while {log.name} is there; put the file back, or bring back a backup with "
            f"relspace-server restore. To begin anew, move {log.name} away",
            "store-gone",
        )


class Newer(StoreFault):
    """A later version of the program wrote the file."""

    def __init__(self, path: Path, version: int, known: int) -> None:
        super().__init__(
            f"{path}: written by a newer version of this program (tables {version}, this one knows {known}); "
            "install that version, or bring back an older backup with relspace-server restore",
            "store-newer",
        )


class CannotOpen(StoreFault):
    """Any other reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: cannot be opened ({reason}); see to that and start again", "store-cannot-open")


def unwritable(path: Path, error: OSError) -> StoreFault:
    """What to tell the host about what the system does not let be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(path)
    return NotWritable(path, str(error.strerror))


def refusal(path: Path, error: sqlite3.Error) -> StoreFault:
    """What to tell the host about a file that SQLite does not want."""
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF:
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return Corrupt(path, str(error))
        case sqlite3.SQLITE_CANTOPEN if _is_odd(path):
            return NoFile(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return NotWritable(path, str(error))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Held(path)
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR if _is_full(path):
            return DiskFull(path)
        case _:
            return CannotOpen(path, str(error))


def _is_odd(path: Path) -> bool:
    try:
        return path.exists() and not path.is_file()
    except OSError:
        return False


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < FULL_BELOW
    except OSError:
        return False
