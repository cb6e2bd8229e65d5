"""Copies of a store: taken while the server runs, checked, and brought back."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from relspace_server.store.bucket import StoreFault
from relspace_server.store.database import BUSY_S, check_file, check_log, last_revision
from relspace_server.store.file_faults import Corrupt, LogDamaged, NotWritable, refusal
from relspace_server.store.file_lock import FileLock, is_locked
from relspace_server.store.write_ahead import log_of


class CopyNotWritten(StoreFault):
    """The file that was named for a copy cannot be written."""

    def __init__(self, target: Path, reason: str) -> None:
        super().__init__(f"{target}: cannot be written ({reason}); see to that, or name another file")


class CopyNotRead(StoreFault):
    """The file that was named as a copy cannot be read."""

    def __init__(self, copy: Path, reason: str) -> None:
        super().__init__(f"{copy}: cannot be read ({reason}); name a file that relspace-server backup has made")


def back_up(store: Path, target: Path) -> bool:
    """Copies a store as it is at this moment, whether a server runs on it or not. Blocks.

    Args:
        store: the store's file.
        target: the copy, which must not exist yet; it is there when it is whole, checked and on the disk.

    Returns:
        Whether all is in it; False if the store's log is damaged, and the copy ends where that begins.

    Raises:
        StoreFault: the store cannot be read, or the copy not be written.
    """
    check_target(target)
    whole = is_locked(store) or _is_whole(store)
    try:
        with _unchanged(store, target, whole=whole) as source:
            part = _copy(source, target, partial(CopyNotWritten, target))
        part.replace(target)
        _flush(target.parent)
    except OSError as error:
        raise CopyNotWritten(target, str(error.strerror)) from None
    return whole


def _is_whole(store: Path) -> bool:
    try:
        check_log(store)
    except LogDamaged:
        return False
    return True


@contextmanager
def _unchanged(store: Path, target: Path, *, whole: bool) -> Iterator[Path]:
    """What is read for a copy: the store, or files like its own where SQLite would change those."""
    if whole:
        yield store
        return
    source = target.with_name(target.name + ".source")
    pairs = ((store, source), (log_of(store), log_of(source)))
    try:
        for old, new in pairs:
            os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            shutil.copyfile(old, new)
        yield source
    finally:
        for _, new in pairs:
            new.unlink(missing_ok=True)


def check_target(target: Path) -> None:
    """Looks whether a copy can be made there, before anything is read.

    Raises:
        StoreFault: there is such a file, or no folder for it.
    """
    try:
        _check_folder(target)
        if target.is_dir():
            raise StoreFault(f"{target}: is a folder; name a file in it")
        if target.exists():
            raise StoreFault(f"{target}: is there already; name a file that is not, or move this one away")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise CopyNotWritten(target, os.strerror(errno.EACCES))
    except OSError as error:
        raise CopyNotWritten(target, str(error.strerror)) from None


def find_copy(copy: Path) -> None:
    """Looks whether there is a file that may be a copy.

    Raises:
        StoreFault: there is none, or it cannot be read.
    """
    try:
        _check_folder(copy)
        if copy.is_dir():
            raise StoreFault(f"{copy}: is a folder; name a file that relspace-server backup has made")
        if not copy.exists():
            raise StoreFault(f"{copy}: there is no such file; name one that relspace-server backup has made")
        if not copy.is_file():
            raise StoreFault(f"{copy}: is no regular file; name one that relspace-server backup has made")
        copy.open("rb").close()
    except OSError as error:
        raise CopyNotRead(copy, str(error.strerror)) from None


def check_copy(copy: Path) -> None:
    """Reads a copy from end to end.

    Raises:
        StoreFault: it is not there, cannot be read, is not sound, or is of a newer version.
    """
    find_copy(copy)
    try:
        check_file(copy)
    except Corrupt as error:
        raise CopyNotRead(copy, f"damaged, or not a store of this program: {error.reason}") from None


def _check_folder(file: Path) -> None:
    """Looks whether there is the folder of a file that somebody has named."""
    if not file.parent.exists():
        raise StoreFault(f"{file.parent}: no such folder; make it, or name a file in another one")
    if not file.parent.is_dir():
        raise StoreFault(f"{file.parent}: is no folder; name a file in one")


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
        raise CopyNotWritten(target, str(error.strerror)) from None


def restore(copy: Path, store: Path) -> Path | None:
    """Puts a copy in the place of a store that no server runs on. Blocks.

    Args:
        copy: what `back_up` made.
        store: the store's file; its folder is made if need be.

    Returns:
        Where the store that was there before is now, or None if there was none.

    Raises:
        StoreFault: the copy is not sound, a server runs on the store, or the folder cannot be written to. The store is
            as it was, or the line says where it is.
    """
    check_copy(copy)
    lock = FileLock(store)
    try:
        part = _copy(copy, store, partial(NotWritable, store.parent))
        replaced = _exchange(part, store)
    except OSError as error:
        raise NotWritable(store.parent, str(error.strerror)) from None
    finally:
        lock.release()
    return replaced


_OF_THE_SOURCE: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""What SQLite says of the source alone while it copies; all else, such as a full disk, is of the target."""


def _copy(source: Path, target: Path, unwritten: Callable[[str], StoreFault]) -> Path:
    """Writes a checked copy beside the target and returns its path.

    Args:
        source: a store's file.
        target: what the copy will be called.
        unwritten: what is raised where SQLite cannot write it, for the reason.

    Raises:
        StoreFault: the source cannot be read, or the copy not be written.
        OSError: the copy cannot be written.
    """
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # before there is anything to read in it
    read = False
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_S)) as connection:
            last_revision(connection)
            read = True
            connection.execute("VACUUM INTO ?", (str(part),))
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        if not read or getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _OF_THE_SOURCE:
            raise refusal(source, error) from None
        raise unwritten(str(error)) from None
    check_file(part)
    _flush(part)
    return part


def _exchange(part: Path, store: Path) -> Path | None:
    """Moves a store with all that belongs to it to a free name, which is returned, and a copy to its place.

    Raises:
        StoreFault: the store cannot be moved back; the line says where it is.
        OSError: it was not done, and the store is where it was; the copy is removed.
    """
    moves: list[tuple[Path, Path]] = []
    ends = [end for end in ("-wal", "-shm", "") if store.with_name(store.name + end).exists()]
    moved = _free_name(store) if ends else None
    if moved is not None:  # a log that stayed would be read into the copy
        moves += ((store.with_name(store.name + end), moved.with_name(moved.name + end)) for end in ends)
    moves.append((part, store))
    done: list[tuple[Path, Path]] = []
    try:
        for old, new in moves:
            old.rename(new)
            done.append((old, new))
        _hand_over(store)
        _flush(store.parent)
    except OSError as error:
        _undo(done, store, error)
        part.unlink(missing_ok=True)
        raise
    return moved


def _free_name(store: Path) -> Path:
    """What a store is called that another one replaces."""
    number = 1
    while (name := store.with_name(f"{store.name}.replaced-{number}")).exists() or log_of(name).exists():
        number += 1
    return name


def _undo(done: list[tuple[Path, Path]], store: Path, reason: OSError) -> None:
    """Moves back what was moved, in the opposite order.

    Raises:
        StoreFault: that cannot be done either.
    """
    try:
        for old, new in reversed(done):
            new.rename(old)
    except OSError as error:
        where = next((new for old, new in done if old == store), store)
        raise StoreFault(
            f"{store}: cannot be replaced ({reason.strerror}), and what was there cannot be moved back "
            f"({error.strerror}): it is {where}; rename it, and what begins like it, to {store.name}"
        ) from None


def _hand_over(store: Path) -> None:
    """Gives what root has put into a server's folder to the user of the server, whose the folder is."""
    if os.geteuid() != 0:
        return
    owner = store.parent.stat()
    for path in store.parent.glob(f"{store.name}*"):
        os.chown(path, owner.st_uid, owner.st_gid)


def _flush(path: Path) -> None:
    """Has the system write a file or a folder to the disk."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
