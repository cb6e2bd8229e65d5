"""How large the SQLite store is, for whoever tells the host: `admin status` and `doctor`."""

from pathlib import Path

from relspace_server.store.write_ahead import log_of


def store_size(path: Path) -> int:
    """Bytes of a database and its log, in which the newest of it is for a while; a file that is not there has none.

    Args:
        path: the database.
    """
    return sum(_size(file) for file in (path, log_of(path)))


def megabytes(size: int) -> str:
    """So many bytes, as the host reads them: `2.4 MB`."""
    return f"{size / 1e6:.1f} MB"


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
