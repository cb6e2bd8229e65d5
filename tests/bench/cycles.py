"""People who come and go, in every way there is: what is left of them in the server, and whether its memory grows."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import asyncssh

from .measure import Figure, two_cores
from .served import Served
from .terminals import Terminal, TurnedAway, connect, player_of

CYCLES: Final = 1_000
AT_ONCE: Final = 8

WARM: Final = 0.6
"""The share of the cycles after which caches are full, and memory is looked at first."""

GROWTH: Final = 8.0
"""Megabytes that the memory of all later cycles may differ by, which is what the allocator moves by itself; an app that
stays is 0.15."""

KINDS: Final = (
    "RelspaceApp",
    "PictureScreen",
    "ChannelDriver",
    "ChannelTerminal",
    "AppSession",
    "Session",
    "Visit",
    "Reception",
    "ServedChannel",
    "ServedConnection",
    "OpenRoom",
)
"""Classes of which a server with nobody in it has no object."""

SETTLED: Final = 8.0
"""Seconds in which what is ending has ended."""


@dataclass
class Outcome:
    """What was found after all have gone."""

    cycles: int = 0
    failed: int = 0
    """Cycles in which the person never saw a picture, though they stayed."""
    left: dict[str, int] = field(default_factory=dict)
    """Objects by class that are left, and tasks beyond those of the empty server."""
    grown: float = 0.0
    """Megabytes between the first look at the memory and the last one, all garbage having been collected."""
    grown_by_itself: float = 0.0
    """The same while garbage is collected when the server sees fit."""
    kept: float = 0.0
    """Megabytes that the server has more at the end than before anybody came: caches, and what the allocator keeps."""
    cpu: float = 0.0
    """Seconds of the server's processor time."""
    incidents: int = 0
    """Apps that crashed."""
    log: str = ""
    """What the server has logged."""


class Coming:
    """Lets people come and go.

    Args:
        served: the server.
        codes: rooms, in each of which everybody here has a seat or may watch.
        random: makes all choices.
    """

    def __init__(self, served: Served, codes: list[str], random: Random) -> None:
        self._served = served
        self._codes = codes
        self._random = random
        self.failed = 0

    async def cycles(self, count: int) -> None:
        """So many of them, a few at a time."""
        turns = iter(range(count))

        async def somebody(number: int) -> None:
            for _ in turns:
                await self._cycle(number)

        await asyncio.gather(*(somebody(number) for number in range(AT_ONCE)))

    async def _cycle(self, number: int) -> None:
        random = self._random
        place = random.choice(("", "join", "watch"))
        command = f"{place} {random.choice(self._codes)}" if place else None
        hasty = random.random() < 0.2
        try:
            terminal = await connect(self._served.port, number, command, painted=not hasty)
        except TurnedAway:
            return
        except (OSError, asyncssh.Error):
            self.failed += 1
            return
        await random.choice(WAYS_OUT)(terminal, random)
        with suppress(TimeoutError):
            await asyncio.wait_for(terminal.ended.wait(), 10)
        terminal.drop()


async def _quit(terminal: Terminal, random: Random) -> None:
    """Ctrl-C until it is over: the first one asks."""
    for _ in range(8):
        terminal.press(b"\x03")
        with suppress(TimeoutError):
            await asyncio.wait_for(terminal.ended.wait(), random.uniform(0.02, 0.3))
            return
    terminal.drop()


async def _drop(terminal: Terminal, random: Random) -> None:
    """The connection is lost."""
    await asyncio.sleep(random.uniform(0, 0.01))
    terminal.drop()


async def _close(terminal: Terminal, _random: Random) -> None:
    """The client closes its channel in good order."""
    if terminal.channel is not None:
        terminal.channel.close()


async def _hang_up(terminal: Terminal, _random: Random) -> None:
    """The client says goodbye."""
    terminal.leave()


WAYS_OUT: Final[tuple[Callable[[Terminal, Random], Awaitable[None]], ...]] = (_quit, _drop, _close, _hang_up)


async def come_and_go(folder: Path, cycles: int, seed: int = 1) -> Outcome:
    """Starts a server, has people come and go, and looks at what is left."""
    outcome = Outcome(cycles)
    warm = int(WARM * cycles)
    async with Served("game", folder) as served:
        before, empty = await _alive(served), served.memory
        random = Random(seed)
        outcome.failed += await _part(served, warm, random)
        by_itself = served.memory
        await _settled(served, before)
        collected, cpu = served.memory, served.cpu
        outcome.failed += await _part(served, cycles - warm, random)
        outcome.grown_by_itself = served.memory - by_itself
        outcome.cpu = served.cpu - cpu
        after = await _settled(served, before)
        outcome.grown, outcome.kept = served.memory - collected, served.memory - empty
        outcome.left = {name: after[name] - before[name] for name in after if after[name] > before[name]}
        outcome.log = served.log
    outcome.incidents = outcome.log.count("incident ")
    return outcome


async def _part(served: Served, cycles: int, random: Random) -> int:
    """Some of the cycles, in rooms that are closed afterwards; returns how many people saw nothing."""
    players = [player_of(number) for number in range(AT_ONCE)]
    half = AT_ONCE // 2
    codes = [await served.ask("open", players=some, seats=half, clock=0) for some in (players[:half], players[half:])]
    coming = Coming(served, codes, random)
    await coming.cycles(cycles)
    await asyncio.sleep(0.5)
    await served.ask("close")
    await asyncio.sleep(0.5)
    return coming.failed


async def _alive(served: Served) -> dict[str, int]:
    found: dict[str, int] = await served.ask("alive", of=KINDS)
    return found


async def _settled(served: Served, before: dict[str, int]) -> dict[str, int]:
    """What is alive once nobody is there any more, or when it takes too long."""
    loop = asyncio.get_running_loop()
    end = loop.time() + SETTLED
    while True:
        alive = await _alive(served)
        if loop.time() > end or all(alive[name] <= before[name] for name in alive):
            return alive
        await asyncio.sleep(0.3)


def figures(cycles: int, seed: int) -> list[Figure]:
    """Measures all of it."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, two_cores()[1])
    try:
        with tempfile.TemporaryDirectory(prefix="relspace-bench-") as folder:
            found = asyncio.run(come_and_go(Path(folder), cycles, seed))
    finally:
        os.sched_setaffinity(0, mine)
    if found.incidents:
        print(found.log, file=sys.stderr)
    name = f"cycles: {cycles} connect and disconnect,"
    left = ", ".join(f"{count} {kind}" for kind, count in found.left.items())
    return [
        Figure(f"{name} objects left", sum(found.left.values()), "", 0, note=left),
        Figure(f"{name} apps that crashed", found.incidents, "", 0, note=f"seed {seed}"),
        Figure(f"{name} people who saw nothing", found.failed, "", 0),
        Figure(f"{name} growth of memory after {WARM:.0%}, garbage collected", found.grown, "MB", GROWTH),
        Figure(f"{name} growth of memory after {WARM:.0%}, as it is", found.grown_by_itself, "MB"),
        Figure(f"{name} memory kept in all", found.kept, "MB"),
        Figure(f"{name} CPU of each", 1e3 * found.cpu / (cycles - int(WARM * cycles)), "ms"),
    ]
