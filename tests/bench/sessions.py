"""Seated sessions over real SSH, in real rooms, on one core: what they cost, and how quickly they see things.

The floor of the same run is a second server on the same core: asyncssh, writing prepared bytes of the same sizes at the
same pace. The two are measured in turns, so that whatever else the machine does meets both.
"""

import asyncio
import os
import statistics
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from .crowd import SEATS, Crowd, sit_at_floor, sit_down
from .driving import Driven, Driver
from .measure import Figure, at, two_cores
from .served import Served
from .terminals import connect, leave_all, player_of

NEWCOMER: Final = 5_000
"""The number of the first of those who come in one at a time."""

NEWCOMERS: Final = 9

ROUNDS: Final = 3
TURN: Final = 4.0
"""Seconds that one server is driven before the other one."""

LOOKED_AT: Final = 8.0
"""Seconds for which keys are timed."""

ARROWS: Final = 50.0
"""Arrow keys a second, all sessions together."""

IDLE: Final = 12.0
"""Seconds for which nobody does anything: within so many each client is asked once whether it is there."""

MEMORY, FIRST, UPDATE, UPDATE_BYTES, IDLE_CPU = 0.2, 12.0, 0.8, 2_000, 0.1
"""Budgets of one session: MB, ms, ms, bytes, ms a second."""

KEY, MOVE_HALF, MOVE_MOST = 25.0, 15.0, 60.0
"""Budgets in ms: key to paint p99 with 200 sessions; a move to another screen, p50 and p99, with 25 rooms of 4."""


@dataclass
class Seen:
    """What was measured of one server."""

    empty: float = 0.0
    """Megabytes with nobody in it, after a few people have played."""
    full: float = 0.0
    """Megabytes with everybody in it."""
    came_in: float = 0.0
    """Milliseconds of processor time for somebody to come in and sit down, all at once."""
    first: list[float] = field(default_factory=list)
    """Milliseconds of processor time from connecting to the first picture, one at a time."""
    first_wall: list[float] = field(default_factory=list)
    """Seconds of the same."""
    updates: list[float] = field(default_factory=list)
    """Milliseconds of processor time for one update, which is one picture, by turn."""
    moves: list[float] = field(default_factory=list)
    """The same for all pictures of one move, by turn."""
    update_bytes: list[int] = field(default_factory=list)
    """Bytes of one update, by turn."""
    keys: Driven = field(default_factory=Driven)
    """Seen while moves and arrows were timed."""
    idle_bytes: int = 0
    idle: float = 0.0
    """Milliseconds of processor time a second, for one session."""


async def measured(people: int, folder: Path, every: float) -> tuple[Seen, Seen]:
    """Measures the game and the floor with so many people seated, and a move of each room every so many seconds."""
    game, floor = Seen(), Seen()
    async with Served("game", folder / "game") as real, Served("floor", folder / "floor") as bare:
        await real.ask("know", people=[player_of(NEWCOMER + number) for number in range(NEWCOMERS)], motion=False)
        await _warm_up(real, bare)
        game.empty, floor.empty = real.memory, bare.memory
        crowd = await sit_down(real, people)
        game.came_in = 1e3 * crowd.came_in / people
        warm = await Driver(crowd, every).run(TURN, arrows=ARROWS)
        at_floor = await sit_at_floor(bare, people, _sizes(crowd, warm))
        floor.came_in = 1e3 * at_floor.came_in / people
        await Driver(at_floor).run(1.0)
        both = ((crowd, game), (at_floor, floor))
        for _ in range(ROUNDS):
            for some, seen in both:
                driven = await Driver(some, every, keys=False).run(TURN)
                seen.updates.append(1e3 * driven.cpu / max(1, driven.pictures))
                seen.moves.append(1e3 * driven.cpu / max(1, driven.updates))
                seen.update_bytes.append(driven.bytes // max(1, driven.pictures))
        for some, seen in both:
            seen.full = some.served.memory
            seen.keys = await Driver(some, every).run(LOOKED_AT, arrows=ARROWS, lag=True)
        for some, seen in both:
            await _first_pictures(some.served, seen)
            await _idle(some, seen)
        await crowd.leave()
        await at_floor.leave()
    return game, floor


def _sizes(crowd: Crowd, warm: Driven) -> dict[str, int]:
    """How large the floor's prepared bytes are."""
    return {
        "first": int(statistics.mean(one.first_bytes for one in crowd.everybody)),
        "update": int(statistics.mean(warm.seen_bytes or [600])),
        "own": int(statistics.mean(warm.own_bytes or [300])),
    }


async def _warm_up(real: Served, bare: Served) -> None:
    """A few people play for a moment and leave, so that what is made only once is there."""
    crowd = await sit_down(real, SEATS)
    await Driver(crowd).run(2.0, arrows=ARROWS)
    await crowd.leave()
    await leave_all([await connect(bare.port, NEWCOMER, painted=False)])
    await asyncio.sleep(1.0)


async def _first_pictures(served: Served, seen: Seen) -> None:
    """People who were here before come in one at a time, while the others sit still."""
    for number in range(NEWCOMERS):
        before = served.cpu
        terminal = await connect(served.port, NEWCOMER + number)
        await asyncio.sleep(0.02)
        seen.first.append(1e3 * (served.cpu - before))
        seen.first_wall.append(terminal.first_picture)
        await leave_all([terminal])
        await asyncio.sleep(0.4)


async def _idle(crowd: Crowd, seen: Seen) -> None:
    """Nobody does anything."""
    await asyncio.sleep(1.0)
    sent, cpu = sum(one.bytes for one in crowd.everybody), crowd.served.cpu
    await asyncio.sleep(IDLE)
    seen.idle = 1e3 * (crowd.served.cpu - cpu) / IDLE / len(crowd.everybody)
    seen.idle_bytes = sum(one.bytes for one in crowd.everybody) - sent


async def ticking(people: int, folder: Path) -> tuple[float, float]:
    """What a clock that runs costs a session whose table nobody touches: ms of processor time and bytes, a second."""
    async with Served("game", folder) as real:
        crowd = await sit_down(real, people, clock=30)
        seen = Seen()
        await _idle(crowd, seen)
        await crowd.leave()
    return seen.idle, seen.idle_bytes / IDLE / people


async def filming(people: int, folder: Path, every: float) -> tuple[float, float]:
    """What a move costs each who sees it as a short film: ms of processor time and bytes."""
    async with Served("game", folder) as real:
        crowd = await sit_down(real, people, motion=True)
        await Driver(crowd, every).run(TURN)
        sent, cpu = sum(one.bytes for one in crowd.everybody), real.cpu
        moves = (await Driver(crowd, every, keys=False).run(2 * TURN)).moves
        await asyncio.sleep(1.0)  # the last films end
        sent, cpu = sum(one.bytes for one in crowd.everybody) - sent, real.cpu - cpu
        await crowd.leave()
    seen = max(1, moves) * SEATS
    return 1e3 * cpu / seen, sent / seen


def figures(levels: tuple[int, ...], every: float) -> list[Figure]:
    """Measures all of it, for each number of sessions."""
    found: list[Figure] = []
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, two_cores()[1])
    try:
        for people in levels:
            with tempfile.TemporaryDirectory(prefix="relspace-bench-") as folder:
                game, floor = asyncio.run(measured(people, Path(folder), every))
            found += _figures(people, game, floor)
        with tempfile.TemporaryDirectory(prefix="relspace-bench-") as folder:
            people = min(40, max(levels))
            cpu, sent = asyncio.run(ticking(people, Path(folder)))
        name = f"sessions {people}: a clock of 30 s that runs,"
        found.append(Figure(f"{name} CPU of a session", cpu, "ms/s"))
        found.append(Figure(f"{name} bytes to a session", sent, "bytes/s"))
        with tempfile.TemporaryDirectory(prefix="relspace-bench-") as folder:
            cpu, sent = asyncio.run(filming(people, Path(folder), every))
        name = f"sessions {people}: a move as a short film, to one viewer,"
        found.append(Figure(f"{name} CPU", cpu, "ms"))
        found.append(Figure(f"{name} bytes", sent, "bytes"))
    finally:
        os.sched_setaffinity(0, mine)
    return found


def _figures(people: int, game: Seen, floor: Seen) -> list[Figure]:
    return [*_costs(people, game, floor), *_times(people, game, floor)]


def _costs(people: int, game: Seen, floor: Seen) -> list[Figure]:
    name = f"sessions {people}:"
    many = people >= 50
    memory, at_floor = ((one.full - one.empty) / people for one in (game, floor))
    update, update_floor = statistics.median(game.updates), statistics.median(floor.updates)
    key, key_floor = _key_cost(game, update), _key_cost(floor, update_floor)
    spread = " ".join(f"{one:.2f}" for one in game.updates)
    sent = statistics.mean(game.update_bytes or [0])
    return [
        Figure(f"{name} the empty server", game.empty, "MB", floor=floor.empty),
        Figure(f"{name} memory of a session", memory, "MB", MEMORY if many else None, floor=at_floor),
        Figure(
            f"{name} connect to first picture, CPU",
            statistics.median(game.first),
            "ms",
            FIRST,
            floor=statistics.median(floor.first),
        ),
        Figure(f"{name} coming in and sitting down at once, CPU", game.came_in, "ms", floor=floor.came_in),
        Figure(
            f"{name} an update, CPU",
            update,
            "ms",
            UPDATE if many else None,
            note=f"turns: {spread}",
            floor=update_floor,
        ),
        Figure(
            f"{name} a move, to one viewer, CPU",
            statistics.median(game.moves),
            "ms",
            note=f"{statistics.median(game.moves) / update:.2f} pictures",
            floor=statistics.median(floor.moves),
        ),
        Figure(f"{name} a key, CPU", key, "ms", note="typed ones and arrows", floor=key_floor),
        Figure(f"{name} an update, bytes", sent, "bytes", UPDATE_BYTES),
        Figure(f"{name} idle, bytes to all", game.idle_bytes, "bytes", 0),
        Figure(f"{name} idle, CPU of a session", game.idle, "ms/s", IDLE_CPU if many else None, floor=floor.idle),
    ]


def _key_cost(seen: Seen, update: float) -> float:
    """Milliseconds of processor time for a key: what keys and updates took together, less the updates."""
    return (1e3 * seen.keys.cpu - seen.keys.updates * update) / max(1, seen.keys.keys)


def _times(people: int, game: Seen, floor: Seen) -> list[Figure]:
    name = f"sessions {people}:"
    keys, floor_keys = game.keys, floor.keys
    note = f"{len(keys.pressed)} keys, {keys.silent} without effect"
    found = [
        Figure(
            f"{name} connect to first picture, p50",
            1e3 * at(game.first_wall, 0.5),
            "ms",
            floor=1e3 * at(floor.first_wall, 0.5),
        )
    ]
    for share, percentile in ((0.5, "p50"), (0.99, "p99")):
        must = KEY if people >= 200 and share > 0.5 else None
        pair = 1e3 * at(keys.pressed, share), 1e3 * at(floor_keys.pressed, share)
        found.append(Figure(f"{name} key to paint, {percentile}", pair[0], "ms", must, note=note, floor=pair[1]))
    for share, percentile, budget in ((0.5, "p50", MOVE_HALF), (0.99, "p99", MOVE_MOST)):
        if keys.moved:
            pair = 1e3 * at(keys.moved, share), 1e3 * at(floor_keys.moved, share)
            must = budget if people == 25 * SEATS else None
            title = f"{name} a move, stored, key to another's screen, {percentile}"
            found.append(Figure(title, pair[0], "ms", must, note=f"{keys.missed} missed", floor=pair[1]))
    for share, percentile in ((0.5, "p50"), (0.99, "p99")):
        pair = 1e3 * at(keys.lags, share), 1e3 * at(floor_keys.lags, share)
        found.append(Figure(f"{name} loop lag, {percentile}", pair[0], "ms", floor=pair[1]))
    return found
