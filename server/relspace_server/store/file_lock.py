"""Who may open the SQLite file: one store of one process at a time."""

import fcntl
import os
import stat
from contextlib import suppress
from pathlib import Path

from relspace_server.store.file_faults import CannotOpen, Locked, NoFile, NoFolder, unwritable


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
            NoFile: the lock is none.
            NotWritable: the folder cannot be made or written to.
            DiskFull: there is no room for it.
        """
        lock = _lock_of(path)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        except (FileExistsError, NotADirectoryError):
            raise NoFolder(path.parent) from None
        except IsADirectoryError:
            raise NoFile(lock) from None
        except OSError as error:
            raise unwritable(lock if os.path.lexists(lock) else path.parent, error) from None
        try:
            self._take(path, lock)
        except BaseException:
            os.close(self._file)
            raise

    def _take(self, path: Path, lock: Path) -> None:
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise NoFile(lock)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked(path, os.pread(self._file, 16, 0).decode("ascii", "replace").strip()) from None
        except OSError as error:
            raise CannotOpen(path, f"the lock: {error.strerror}") from None
        with suppress(OSError):  # on a full disk nobody is told which process it is
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Lets go."""
        os.close(self._file)


def is_locked(path: Path) -> bool:
    """Whether a server runs on a store at this moment. Changes nothing."""
    try:
        file = os.open(_lock_of(path), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def _lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")
