"""People in the lobby while others play: every move changes what the lobby lists."""

import asyncio
import os
import tempfile
from pathlib import Path
from typing import Final

from .crowd import SEATS, sit_down
from .driving import Driver
from .measure import Figure, two_cores
from .served import Served
from .terminals import connect_all, leave_all, player_of

SEATED: Final = 100
WAITING: Final = 50
SECONDS: Final = 5.0
ROOMS, PEOPLE, CHANGES = 200, 200, 8
IDLE, CHANGE = 0.1, 5.0
"""Budgets of one session: ms a second, and ms for a change."""
FIRST: Final = 7_000
"""The number of the first of those who are in the lobby."""


async def measured(folder: Path) -> tuple[float, float]:
    """Milliseconds of processor time and bytes that somebody in the lobby costs each second."""
    async with Served("game", folder) as served:
        crowd = await sit_down(served, SEATED)
        await Driver(crowd, keys=False).run(2.0)
        without = await Driver(crowd, keys=False).run(SECONDS)
        everybody = [player_of(FIRST + number) for number in range(WAITING)]
        await served.ask("know", people=everybody, motion=False)
        waiting = await connect_all(served.port, [(FIRST + number, None) for number in range(WAITING)])
        await asyncio.sleep(1.0)
        sent = sum(one.bytes for one in waiting)
        among = await Driver(crowd, keys=False).run(SECONDS)
        sent = sum(one.bytes for one in waiting) - sent
        await leave_all(waiting)
        await crowd.leave()
    cpu = among.cpu / max(1, among.updates) - without.cpu / max(1, without.updates)
    return 1e3 * cpu * among.updates / SECONDS / WAITING, sent / SECONDS / WAITING


async def crowded(folder: Path) -> tuple[float, float, float]:
    """A full lobby: ms a second that one session costs while nothing happens, and ms and bytes of a change."""
    async with Served("game", folder, max_rooms=ROOMS + CHANGES) as served:
        everybody = [player_of(FIRST + number) for number in range(PEOPLE)]
        await served.ask("know", people=everybody, motion=False)
        for number in range(ROOMS):
            await served.ask("open", players=[player_of(number)], seats=SEATS, clock=30)
        waiting = await connect_all(served.port, [(FIRST + number, None) for number in range(PEOPLE)])
        await asyncio.sleep(2.0)
        before = served.cpu
        await asyncio.sleep(SECONDS)
        idle = 1e3 * (served.cpu - before) / SECONDS / PEOPLE
        before, sent = served.cpu, sum(one.bytes for one in waiting)
        for number in range(CHANGES):
            await served.ask("open", players=[player_of(ROOMS + number)], seats=SEATS, clock=30)
            await asyncio.sleep(1.0)
        change = 1e3 * (served.cpu - before) / CHANGES / PEOPLE - idle
        sent = sum(one.bytes for one in waiting) - sent
        await leave_all(waiting)
    return idle, change, sent / CHANGES / PEOPLE


def figures() -> list[Figure]:
    """Measures all of it."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, two_cores()[1])
    try:
        with tempfile.TemporaryDirectory(prefix="relspace-bench-") as folder:
            cpu, sent = asyncio.run(measured(Path(folder)))
        with tempfile.TemporaryDirectory(prefix="relspace-bench-") as folder:
            idle, change, changed = asyncio.run(crowded(Path(folder)))
    finally:
        os.sched_setaffinity(0, mine)
    name = f"lobby: {WAITING} people in it, {SEATED // SEATS} rooms of {SEATS} play,"
    return [
        Figure(f"{name} CPU of one of them", cpu, "ms/s"),
        Figure(f"{name} bytes to one of them", sent, "bytes/s"),
        Figure(f"lobby: {ROOMS} rooms, {PEOPLE} people, idle, CPU of one of them", idle, "ms/s", IDLE),
        Figure(f"lobby: {ROOMS} rooms, {PEOPLE} people, a change, CPU for one of them", change, "ms", CHANGE),
        Figure(f"lobby: {ROOMS} rooms, {PEOPLE} people, a change, bytes to one of them", changed, "bytes"),
    ]
