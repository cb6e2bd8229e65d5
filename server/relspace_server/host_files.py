"""Files that a host names: read whole, and never waited for. A pipe that nobody fills would hold the server up."""

import os
import stat
from pathlib import Path


class NoRegularFile(OSError):
    """Something else has the name: a pipe, a socket, a device."""

    def __init__(self, path: Path) -> None:
        super().__init__(0, "it is no regular file", str(path))


def read_whole(path: Path, most: int) -> bytes:
    """What a file holds.

    Args:
        path: the file.
        most: bytes that are of use.

    Returns:
        All of it, or its first `most` + 1 bytes if it is longer.

    Raises:
        NoRegularFile: it is none.
        OSError: it cannot be read.
    """
    kind = path.stat().st_mode
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise NoRegularFile(path)
    with open(path, "rb", opener=_at_once) as file:
        return file.read(most + 1)


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)
