"""Whether a server is well: what is left in it, and how soon somebody else's key is painted meanwhile."""

import asyncio
import json
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from ..bench.cycles import KINDS as BENCH_KINDS
from ..bench.measure import at
from ..bench.served import Served

KINDS: Final = tuple(name for name in BENCH_KINDS if name != "OpenRoom")
"""Classes of which a server with nobody in it has no object. Rooms stay for a while."""

KEY_SECONDS: Final = 0.1
"""Within which other people's keys are painted, 99 times in 100, whatever one client does."""

GROWTH: Final = 10.0
"""Megabytes that memory may grow by where it must be flat, once it is warm: what allocator and collector move."""

BUSY: Final = 0.02
"""The share of the time for which the server may have waited for a core."""

SETTLED_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class State:
    """What there is in a server."""

    objects: dict[str, int]
    """By class; and tasks."""
    descriptors: int
    memory: float
    """Megabytes."""
    terminals: int
    """Pseudo-terminals that it has open."""
    waited: float
    """Seconds for which it had work and no core to do it on."""
    at: float
    """When this was looked at, by the monotonic clock."""
    log: str

    def left(self, before: "State") -> dict[str, int]:
        """What there is more of."""
        now = {**self.objects, "descriptors": self.descriptors}
        then = {**before.objects, "descriptors": before.descriptors}
        return {name: count - then[name] for name, count in now.items() if count > then[name]}

    def told(self, before: "State") -> str:
        """For people."""
        counts = f"{self.objects['tasks']:>4} tasks  {self.descriptors:>4} descriptors"
        return f"{counts}  {self.memory:>6.1f} MB ({self.memory - before.memory:+.1f})"

    def busy(self, before: "State") -> bool:
        """Whether others on this machine took so much of it meanwhile that times say nothing about the server."""
        return self.waited - before.waited > BUSY * (self.at - before.at)


class Health:
    """Looks at a server.

    Args:
        served: the server.
    """

    def __init__(self, served: Served) -> None:
        self._served = served

    async def settled(self, before: State | None = None) -> State:
        """What there is once nobody is there any more, or when that takes too long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + SETTLED_SECONDS
        while True:
            state = await self._look()
            people = sum(count for name, count in state.objects.items() if name != "tasks")
            if loop.time() > end or (not people and (before is None or not state.left(before))):
                return state
            await asyncio.sleep(0.5)

    async def _look(self) -> State:
        return State(
            await self._served.ask("alive", of=KINDS),
            _descriptors(self._served.process.pid),
            self._served.memory,
            _terminals(self._served.process.pid),
            _waited(self._served.process.pid),
            time.monotonic(),
            self._served.log,
        )

    def faults(self, before: State, after: State, watcher: "Watcher", *, flat: bool) -> list[str]:
        """What is not as it must be."""
        found = [f"{count} {name} are left" for name, count in after.left(before).items()]
        news = after.log[len(before.log) :]
        found += [line for line in news.splitlines() if "incident" in line or "Traceback" in line][:5]
        if after.terminals > before.terminals:
            found.append("there are more pseudo-terminals than before")
        if flat and after.memory > before.memory + GROWTH:
            found.append(f"memory grew by {after.memory - before.memory:.1f} MB")
        if not watcher.seconds:
            found.append("nobody's keys were painted")
        elif at(watcher.seconds, 0.99) > KEY_SECONDS and not after.busy(before):
            found.append(f"somebody's key was painted after {1000 * at(watcher.seconds, 0.99):.0f} ms")
        return found


def _descriptors(pid: int) -> int:
    """How many files and sockets are open; the pipes to processes in which bots think are kept once there is one."""
    number = 0
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            number += not str(descriptor.readlink()).startswith("pipe:")
    return number


def _waited(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def _terminals(pid: int) -> int:
    """Counted by process: others on the machine open and close their own."""
    opened = [path.readlink() for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink()]
    return sum(str(path).startswith(("/dev/ptmx", "/dev/pts/")) for path in opened)


class Watcher:
    """Somebody else, in a process of their own, who presses a key again and again. A context.

    Args:
        port: the server's.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._process: asyncio.subprocess.Process | None = None
        self.seconds: list[float] = []
        """From each key to its picture, once they have gone."""

    async def __aenter__(self) -> Self:
        command = (sys.executable, "-m", "tests.soak.somebody", str(self._port))
        pipe = asyncio.subprocess.PIPE
        root = Path(__file__).parents[2]
        self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, cwd=root)
        assert self._process.stdout is not None
        await self._process.stdout.readline()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        out, _ = await self._process.communicate(b"")
        self.seconds = json.loads(out or b"[]")

    def __str__(self) -> str:
        kinds = ((0.5, "half"), (0.99, "99 %"), (1.0, "all"))
        shown = ", ".join(f"{name} {1000 * at(self.seconds, share):.1f}" for share, name in kinds)
        return f"keys painted within ms: {shown}"
