"""The record of a game, played again and found honest."""

from collections.abc import Iterable
from typing import NamedTuple

from relspace.rules.record import Record, read_record
from relspace.rules.replay import Step, replay


class Checked(NamedTuple):
    """The record of an honest game."""

    record: Record
    steps: tuple[Step, ...]
    """Every position, the deal first; one more at the end of a game that was abandoned."""


def check(lines: Iterable[str]) -> Checked:
    """Reads a record and plays its game again.

    Raises:
        Unreadable: `bad-record` with the line that is wrong, or `bad-version`.
    """
    record = read_record(lines)
    return Checked(record, tuple(replay(record)))
