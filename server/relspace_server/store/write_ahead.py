"""The log beside the SQLite file, `…-wal`, which holds what was written last: whether all of it can be read.

SQLite reads the log up to the first step that is not whole, and takes that for the place where a crash broke it off. So
it is, where nothing follows but the rest of the transaction that was being written. Whole transactions behind that
place were acknowledged, and would be left out without a word.

The form of the log: https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log".
"""

import sys
from array import array
from pathlib import Path
from struct import Struct
from typing import BinaryIO, Final, NamedTuple

_HEADER: Final = Struct(">8I")
"""Mark, version, size of a page, number of the checkpoint, two salts, two sums."""

_FRAME: Final = Struct(">6I")
"""Page, size of the file after a commit (0 if the transaction goes on), two salts, two sums; the page follows."""

_MARK: Final = 0x377F0682
"""The mark of a log; its last bit says that sums are made of numbers with the highest byte first."""

_SUMMED: Final = 8
"""Bytes of a frame's head that its sum is made of, besides the page."""

Sum = tuple[int, int]


class _Log(NamedTuple):
    """What the head of a log says."""

    page: int
    """Bytes of a page."""
    salts: tuple[int, int]
    """Frames with other ones were left from before the last checkpoint."""
    sums: Sum
    big: bool
    """Whether sums are made of numbers with the highest byte first."""


def log_of(path: Path) -> Path:
    """The log of an SQLite file."""
    return path.with_name(path.name + "-wal")


def is_damaged(log: Path) -> bool:
    """Whether a log that nobody writes to has whole transactions behind a place that cannot be read. Blocks.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        size = log.stat().st_size
        with log.open("rb") as file:
            head = _head(file.read(_HEADER.size))
            if head is None:
                return size > _HEADER.size + _FRAME.size
            return _has_lost(file, head)
    except FileNotFoundError:
        return False


def _head(data: bytes) -> _Log | None:
    """What the head says; None if it cannot be read."""
    if len(data) < _HEADER.size:
        return None
    mark, _, page, _, *rest = _HEADER.unpack(data)
    big, sums = bool(mark & 1), (rest[2], rest[3])
    if mark & ~1 != _MARK or _summed((0, 0), data[: _HEADER.size - 8], big=big) != sums:
        return None
    return _Log(page, (rest[0], rest[1]), sums, big)


def _has_lost(file: BinaryIO, head: _Log) -> bool:
    """Whether two commits in a row stand behind the first frame that is not whole.

    Each frame is summed from the one before it. The rest of a transaction that was broken off has one commit at most,
    and so has each that was given up and then partly written over.
    """
    before, broken, commits = head.sums, False, 0
    while len(frame := file.read(_FRAME.size + head.page)) == _FRAME.size + head.page:
        _, after, *rest = _FRAME.unpack_from(frame)
        sums = (rest[2], rest[3])
        summed = frame[:_SUMMED] + frame[_FRAME.size :]
        if (rest[0], rest[1]) != head.salts or _summed(before, summed, big=head.big) != sums:
            broken, commits = True, 0
        elif broken:
            commits += after > 0
        if commits > 1:
            return True
        before = sums
    return False


def _summed(before: Sum, data: bytes, *, big: bool) -> Sum:
    """The sum of bytes, going on from an earlier one."""
    words = array("I", data)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    one, two = before
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
