"""Practice games that are not over: a file for each, and a lock that tells whether a program plays it.

A game is written whenever it changes, so that a window that is closed loses nothing. A lock ends with its process,
however that ends: the file is there for the next one.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

SUFFIX: Final = ".room"


class KeptGames:
    """The games in one folder.

    Args:
        folder: where they are.
        locks: another folder, for the locks.
        write: writes a whole file; never raises.
    """

    def __init__(self, folder: Path, locks: Path, write: Callable[[Path, bytes], None]) -> None:
        self._folder = folder
        self._locks = locks
        self._write = write
        self._mine: dict[str, FileLock] = {}
        """The locks of the games that this program plays, by room."""

    def keep(self, room: str, data: bytes) -> bool:
        """Writes a game as it is now; returns False where another program plays one in a room of the same name."""
        if not self._has(room):
            return False
        self._write(self._folder / f"{room}{SUFFIX}", data)
        return True

    def forget(self, room: str) -> None:
        """A game is over."""
        if room in self._mine:
            with suppress(OSError):
                (self._folder / f"{room}{SUFFIX}").unlink(missing_ok=True)
            self._let_go(room)

    def take(self, room: str) -> bytes | None:
        """A game that this program plays from now on; its file stays.

        Returns:
            None if another program plays it, nothing if it is over.
        """
        if not self._has(room):
            return None
        try:
            return (self._folder / f"{room}{SUFFIX}").read_bytes()
        except OSError:
            self._let_go(room)
            return b""

    def waiting(self) -> Iterator[bytes]:
        """The games that no program plays. They stay so."""
        for file in sorted(self._folder.glob(f"*{SUFFIX}")):
            with suppress(OSError):
                if self._is_free(file.stem):
                    yield file.read_bytes()

    def played_elsewhere(self) -> bool:
        """Whether another program plays one of them."""
        rooms = (file.stem for file in self._folder.glob(f"*{SUFFIX}"))
        return any(room not in self._mine and self._is_held(room) for room in rooms)

    def leave(self) -> None:
        """Lets other programs have the games."""
        for lock in self._mine.values():
            lock.release()
        self._mine.clear()

    def _let_go(self, room: str) -> None:
        """Gives up the lock of a game that is no more."""
        lock = self._mine.pop(room, None)
        if lock is not None:
            with suppress(OSError):  # not every system removes a file that is held
                Path(lock.lock_file).unlink(missing_ok=True)
            lock.release()

    def _is_held(self, room: str) -> bool:
        """Whether a program has the lock of a game."""
        try:
            with FileLock(self._locks / room, timeout=0):
                return False
        except Timeout:
            return True
        except OSError:
            return False

    def _is_free(self, room: str) -> bool:
        with suppress(Timeout, OSError):
            self._locks.mkdir(parents=True, exist_ok=True)
            with FileLock(self._locks / room, timeout=0):
                return True
        return False

    def _has(self, room: str) -> bool:
        """Whether the game in this room is this program's, or is so from now on."""
        if room in self._mine:
            return True
        lock = FileLock(self._locks / room, timeout=0)
        try:
            self._locks.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout:
            return False
        except OSError:
            return True  # the folder cannot be written to: whoever writes there tells why
        self._mine[room] = lock
        return True
