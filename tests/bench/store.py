"""The SQLite store beside bare fsyncs on the same disk: writes a second, how long one takes, a restart."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from relspace.room.outcome import Skill
from relspace.room.state import RoomState
from relspace.room.stored import encode_room
from relspace.text import name_key
from relspace_server.accounts.account import Account, encode_account
from relspace_server.accounts.score import Played, Score
from relspace_server.config import STORE_FILE
from relspace_server.store.bucket import Bucket
from relspace_server.store.sqlite import SqliteStore

from ..ports import free_port
from .measure import Figure, at
from .table import game

WRITERS: Final = 50
SECONDS: Final = 3.0

PACE: Final = 200.0
"""Writes a second whose time is taken."""

ROOMS, ACCOUNTS, CONNECTED = 1_000, 10_000, 100
"""What a restart finds; in so many rooms everybody was connected when the server was killed."""

PAGE: Final = b"p" * 4096

CAS, RESTART = 5_000, 2.0
"""Budgets: compare-and-set writes a second, seconds until people can come in again."""


def fsyncs(folder: Path, seconds: float = 1.5, pause: float = 0.0) -> list[float]:
    """How long each of many fsyncs takes, a page being appended before each; seconds."""
    times = []
    with (folder / "floor").open("ab", buffering=0) as file:
        end = time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            file.write(PAGE)
            os.fsync(file.fileno())
            times.append(time.perf_counter() - start)
            time.sleep(pause)
    return times


async def _write_on(bucket: Bucket, key: str, data: bytes, end: float) -> int:
    """One writer: one write after the other, each on the revision before."""
    revision, count = 0, 0
    while time.perf_counter() < end:
        revision = await bucket.put(key, data, revision)
        count += 1
    return count


async def writes_a_second(folder: Path, data: bytes) -> float:
    """How many values of a room's size so many writers write."""
    store = await SqliteStore.open(folder / "writes.sqlite3")
    bucket = store.bucket("rooms")
    start = time.perf_counter()
    counts = await asyncio.gather(
        *(_write_on(bucket, f"R{number}", data, start + SECONDS) for number in range(WRITERS))
    )
    seconds = time.perf_counter() - start
    mode, level = await store.durability()
    assert (mode, level) == ("wal", 2), "the store does not flush every write"
    await store.close()
    return sum(counts) / seconds


async def write_times(folder: Path, data: bytes) -> list[float]:
    """How long a write takes at a given pace; seconds."""
    store = await SqliteStore.open(folder / "times.sqlite3")
    bucket = store.bucket("rooms")
    random = Random(1)
    times: list[float] = []
    revisions = [await bucket.put(f"R{number}", data, 0) for number in range(WRITERS)]

    async def write(number: int) -> None:
        start = time.perf_counter()
        revisions[number] = await bucket.put(f"R{number}", data, revisions[number])
        times.append(time.perf_counter() - start)

    writing = []
    end = time.perf_counter() + SECONDS
    turn = 0
    while time.perf_counter() < end:
        await asyncio.sleep(random.uniform(0, 2 / PACE))
        writing.append(asyncio.ensure_future(write(turn % WRITERS)))
        turn += 1
    await asyncio.gather(*writing)
    await store.close()
    return times


_PLAYED: Final = tuple(Played(f"K7QX2-19a-{number}", number, ("Vega", "Rigel"), 1, 1, 12) for number in range(20))

_SCORE: Final = Score(
    Skill(1_800_000, 90_000), rated=20, rated_wins=9, games=31, wins=12, jams=44, fastest=19, last=_PLAYED
)


async def fill(folder: Path, *, clock: int) -> None:
    """Makes the store of a server that was killed: many rooms and accounts, some people having been connected.

    Args:
        folder: the server's.
        clock: seconds of a turn in every room, long over; 0 without a clock.
    """
    store = await SqliteStore.open(folder / STORE_FILE)
    rooms, accounts, names = store.bucket("rooms"), store.bucket("accounts"), store.bucket("names")
    room = _room(clock)

    def put_room(number: int) -> Awaitable[int]:
        there = number < CONNECTED
        seats = tuple(
            replace(seat, session=f"gone/{number}-{nth}" if there else "", away_since=0 if there else room.touched)
            for nth, seat in enumerate(room.seats)
        )
        state = replace(room, code=f"R{number:04}", seats=seats)
        return rooms.put(state.code, encode_room(state), 0)

    def put_account(number: int) -> Awaitable[int]:
        own = f"SHA256:{number:043}"
        account = Account(own, f"Vega{number}", 0, keys=(own,), score=_SCORE)
        return accounts.put(account.id, encode_account(account), 0)

    def put_name(number: int) -> Awaitable[int]:
        return names.put(name_key(f"Vega{number}"), f"SHA256:{number:043}".encode(), 0)

    await _in_slices(put_room, ROOMS)
    await _in_slices(put_account, ACCOUNTS)
    await _in_slices(put_name, ACCOUNTS)
    await store.close()


def _room(clock: int) -> RoomState:
    """A room of four people in the middle of a game, as it was ten minutes ago."""
    state = game(4, 40)[-1]
    assert state.game is not None
    now = time.time_ns() // 1_000_000 - 600_000
    deadline = now + 1000 * clock if clock else 0
    return replace(
        state,
        options=replace(state.options, clock=clock),
        touched=now,
        game=replace(state.game, started=now, moved=now, deadline=deadline),
    )


async def _in_slices(put: Callable[[int], Awaitable[int]], count: int, size: int = 500) -> None:
    for start in range(0, count, size):
        await asyncio.gather(*(put(number) for number in range(start, min(count, start + size))))


def restart(folder: Path) -> float:
    """Seconds from starting the server until a client is greeted by it."""
    port = free_port()
    # As for a host, whose server was started before: the modules are compiled, whatever this environment says of it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder.parent / "compiled")
    start = time.perf_counter()
    with (folder / "serve.log").open("ab") as log:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "relspace_server", "serve", "--host", "127.0.0.1"),
                *("--port", str(port), "--data-dir", str(folder)),
            ],
            stdout=log,
            stderr=log,
            env=environment,
        )
    try:
        return _greeted(process, port) - start
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def _greeted(process: "subprocess.Popen[bytes]", port: int) -> float:
    """When a server first greets a client."""
    end = time.perf_counter() + 60
    while time.perf_counter() < end and process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), 30) as client:
                if client.recv(3) == b"SSH":
                    return time.perf_counter()
        except OSError:
            time.sleep(0.005)
    raise RuntimeError("the server does not start")


def figures() -> list[Figure]:
    """Measures all of it."""
    data = encode_room(game(4, 40)[-1])
    with tempfile.TemporaryDirectory(prefix="relspace-bench-") as name:
        folder = Path(name)
        before = fsyncs(folder)
        rate = asyncio.run(writes_a_second(folder, data))
        bare = [*before, *fsyncs(folder)]
        times = asyncio.run(write_times(folder, data))
        paced = fsyncs(folder, SECONDS, 1 / PACE)
        empty, calm, timed = folder / "empty", folder / "calm", folder / "timed"
        for each in (empty, calm, timed):
            each.mkdir()
        asyncio.run(fill(calm, clock=0))
        asyncio.run(fill(timed, clock=30))
        restart(empty)  # compiles the modules
        started, restarted, overdue = restart(empty), restart(calm), restart(timed)
    size = f"{len(data)} bytes each"
    return [
        Figure(
            f"store: compare-and-set writes, {WRITERS} writers (floor: fsyncs one by one)",
            rate,
            "/s",
            CAS,
            "high",
            size,
            len(bare) / sum(bare),
        ),
        *(
            Figure(
                f"store: a write at {PACE:.0f}/s, {name} (floor: an fsync)",
                1e3 * at(times, share),
                "ms",
                floor=1e3 * at(paced, share),
            )
            for share, name in ((0.5, "p50"), (0.99, "p99"))
        ),
        Figure(
            f"store: ready after a kill, {ROOMS} rooms, {ACCOUNTS} accounts (floor: empty)",
            restarted,
            "s",
            RESTART,
            note=f"{CONNECTED} rooms in which people were connected",
            floor=started,
        ),
        Figure(
            "store: the same, every turn's clock having run out (floor: empty)", overdue, "s", RESTART, floor=started
        ),
    ]
