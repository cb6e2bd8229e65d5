"""Who may open the SQLite file: one store of one process at a time.

Two locks are held: that of a file beside the store, in which it says whose it is, and that of the folder, which is
there as long as the store is. Somebody may have removed the file while a server runs, taking it for a leftover.
"""

import fcntl
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from relspace_server.store.file_faults import CannotOpen, Locked, NoFile, NoFolder, unwritable

GLANCES: Final = 5
"""How often a lock that somebody has is tried again: whoever only looks whether it is held has it for an instant."""

GLANCE_SECONDS: Final = 0.03
"""Seconds between two tries."""


class FileLock:
    """Keeps every other process, and every other store of this one, from the same folder.

    The system lets go of it when the process ends, however it ends.
    """

    def __init__(self, path: Path) -> None:
        """Takes the locks of a store.

        Args:
            path: the store's file; its folder is made if need be.

        Raises:
            Locked: somebody else has one of them.
            NoFolder: it is none.
            NoFile: the lock is none.
            NotWritable: the folder cannot be made or written to.
            DiskFull: there is no room for it.
        """
        self._files: list[int] = []
        try:
            self._take_file(path)
            self._take_folder(path)
        except BaseException:
            self.release()
            raise
        with suppress(OSError):  # on a full disk nobody is told which process it is
            os.ftruncate(self._files[0], 0)
            os.pwrite(self._files[0], f"{os.getpid()}\n".encode(), 0)

    def _take_file(self, path: Path) -> None:
        lock = _lock_of(path)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        except (FileExistsError, NotADirectoryError):
            raise NoFolder(path.parent) from None
        except IsADirectoryError:
            raise NoFile(lock) from None
        except OSError as error:
            raise unwritable(lock if os.path.lexists(lock) else path.parent, error) from None
        self._files.append(file)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise NoFile(lock)
        try:
            _lock(file)
        except BlockingIOError:
            raise Locked(path, os.pread(file, 16, 0).decode("ascii", "replace").strip()) from None
        except OSError as error:
            raise CannotOpen(path, f"the lock: {error.strerror}") from None

    def _take_folder(self, path: Path) -> None:
        """Locks the folder, where its file system can do that; where not, the file has to do."""
        with suppress(OSError):
            self._files.append(_open_folder(path))
            try:
                _lock(self._files[-1])
            except BlockingIOError:
                raise Locked(path, "") from None

    def release(self) -> None:
        """Lets go."""
        for file in self._files:
            os.close(file)
        self._files.clear()


def is_locked(path: Path) -> bool:
    """Whether a server runs on a store at this moment. Changes nothing."""
    return _is_held(lambda: os.open(_lock_of(path), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)) or _is_held(
        lambda: _open_folder(path)
    )


def _is_held(opened: Callable[[], int]) -> bool:
    """Whether somebody has the lock of a file; nobody has that of one that cannot be opened."""
    try:
        file = opened()
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(file)
    return False


def _lock(file: int) -> None:
    """Takes a lock for oneself.

    Raises:
        BlockingIOError: somebody else has it, and keeps it.
        OSError: it cannot be had.
    """
    for _ in range(GLANCES):
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(GLANCE_SECONDS)
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _open_folder(path: Path) -> int:
    return os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def _lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")
