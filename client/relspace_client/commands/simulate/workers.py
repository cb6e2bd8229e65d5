"""Playing many games in several processes. How many there are changes nothing but the time it takes."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from relspace.errors import Fault, Refused
from relspace.rules.record import read_record, write_record
from relspace.rules.replay import verify
from relspace_client.commands.simulate.lineup import Lineup
from relspace_client.commands.simulate.play import Outcome, Played, play

MOST_WORKERS: Final = 60
"""More processes than this cannot be waited for on every system."""

BATCHES: Final = 200
"""Into so many parts the games of a line-up are divided, so that progress is seen."""

MOST_IN_BATCH: Final = 50
"""Games of a part."""

AHEAD: Final = 2
"""Parts that wait for each process."""


class Batch(NamedTuple):
    """Games that one process plays in a row."""

    lineup: Lineup
    numbers: range
    records: Path | None
    """Where to write their records."""


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def batches(lineup: Lineup, games: int, records: Path | None) -> list[Batch]:
    """The parts that the games of a line-up are played in."""
    size = max(1, min(MOST_IN_BATCH, games // BATCHES))
    return [Batch(lineup, range(start, min(start + size, games + 1)), records) for start in range(1, games + 1, size)]


def run(todo: list[Batch], workers: int) -> Iterator[list[Outcome]]:
    """Plays, part after part.

    Args:
        todo: the parts.
        workers: processes; 1 plays in this one.

    Raises:
        Fault: a process was killed, or a record that was written is not that of an honest game.
        OSError: a record cannot be written.
    """
    workers = min(workers, len(todo), MOST_WORKERS)
    if workers <= 1:
        yield from map(play_batch, todo)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    try:
        yield from _in_order(pool, todo, AHEAD * workers)
    except BrokenProcessPool:
        raise Fault("a process that played games was killed") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, todo: list[Batch], ahead: int) -> Iterator[list[Outcome]]:
    """The parts' outcomes in order, while a few more parts are being played."""
    rest = iter(todo)
    waiting: list[Future[list[Outcome]]] = []
    while True:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # processes inherit it: Ctrl-C is for this one alone
        try:
            waiting += [pool.submit(play_batch, batch) for batch in islice(rest, ahead - len(waiting))]
        finally:
            signal.signal(signal.SIGINT, before)
        if not waiting:
            return
        yield waiting.pop(0).result()


def play_batch(batch: Batch) -> list[Outcome]:
    """Plays the games of a part, and writes their records."""
    outcomes = []
    for number in batch.numbers:
        played = play(batch.lineup, number)
        if batch.records is not None:
            write(played, batch.records / f"game-{number:05}.jsonl")
        outcomes.append(played.outcome)
    return outcomes


def write(played: Played, path: Path) -> None:
    """Writes a record, after it was read back and its game played again.

    Raises:
        Fault: it is not that of an honest game.
        OSError: it cannot be written; `FileExistsError` if there is such a file.
    """
    text = write_record(played.record)
    try:
        verify(read_record(text.splitlines()))
    except Refused as refused:
        raise Fault(f"{path}: {refused}") from None
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
