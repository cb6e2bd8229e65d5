"""Copies of a store: taken while the server runs, checked, and brought back."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from relspace_server.store.bucket import StoreFault
from relspace_server.store.database import BUSY_S, FileLock, NotWritable, check_file, refusal


def back_up(store: Path, target: Path) -> None:
    """Copies a store as it is at this moment, whether a server runs on it or not. Blocks.

    Args:
        store: the store's file.
        target: the copy, which must not exist yet; it is there when it is whole, checked and on the disk.

    Raises:
        StoreFault: the store cannot be read, or the copy not be written.
    """
    refuse_existing(target)
    part = _copy(store, target)
    part.replace(target)
    _flush(target.parent)


def refuse_existing(target: Path) -> None:
    """Looks whether a copy may be called so.

    Raises:
        StoreFault: there is such a file.
    """
    if target.exists():
        raise StoreFault(f"{target}: is there already; name a file that is not, or move this one away")


def publish(part: Path, target: Path) -> None:
    """Checks a copy that was written beside the target, has it on the disk, and gives it its name. Blocks.

    Raises:
        StoreFault: it is not sound, or cannot be written.
    """
    try:
        part.chmod(0o600)
        check_file(part)
        _flush(part)
        part.replace(target)
        _flush(target.parent)
    except OSError as error:
        raise NotWritable(target.parent, str(error.strerror)) from None


def restore(copy: Path, store: Path) -> Path | None:
    """Puts a copy in the place of a store that no server runs on. Blocks.

    Args:
        copy: what `back_up` made.
        store: the store's file; its folder is made if need be.

    Returns:
        Where the store that was there before is now, or None if there was none.

    Raises:
        StoreFault: the copy is not sound, a server runs on the store, or the folder cannot be written to. The store is
            as it was.
    """
    check_file(copy)
    lock = FileLock(store)
    try:
        part = _copy(copy, store)
        replaced = _move_away(store)
        part.replace(store)
        _flush(store.parent)
    finally:
        lock.release()
    return replaced


def _copy(source: Path, target: Path) -> Path:
    """Writes a checked copy beside the target and returns its path."""
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_S)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        part.chmod(0o600)
    except sqlite3.Error as error:
        raise refusal(source, error) from None
    except OSError as error:
        raise NotWritable(target.parent, str(error.strerror)) from None
    check_file(part)
    _flush(part)
    return part


def _move_away(store: Path) -> Path | None:
    """Moves a store with all that belongs to it to a free name, and returns that."""
    if not store.exists():
        return None
    number = 1
    while (moved := store.with_name(f"{store.name}.replaced-{number}")).exists():
        number += 1
    for ending in ("-wal", "-shm", ""):
        part = store.with_name(store.name + ending)
        if part.exists():
            part.rename(moved.with_name(moved.name + ending))
    return moved


def _flush(path: Path) -> None:
    """Has the system write a file or a folder to the disk."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
