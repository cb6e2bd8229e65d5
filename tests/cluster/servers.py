"""`relspace-server serve` in processes of their own, which share a NATS server; programs play on them."""

import asyncio
import shutil
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import asyncssh

from relspace_server.ssh.hostkey import FILE_NAME, host_key

from ..api.program import Program
from ..e2e.conftest import QUICK
from ..e2e.server import Server


@dataclass
class Servers:
    """Nodes of one cluster."""

    folder: Path
    nats: str
    flags: tuple[str, ...] = ()
    running: list[Server] = field(default_factory=list)
    _numbers: "count[int]" = field(default_factory=count)

    async def start(self, *flags: str, port: int | None = None) -> Server:
        """Starts a node, with the host key of the others."""
        data = self.folder / f"node{next(self._numbers)}"
        shared = self.folder / "shared"
        host_key(shared)
        data.mkdir(mode=0o700)
        shutil.copy(shared / FILE_NAME, data / FILE_NAME)
        return await self._run(data, port, ("--store", self.nats, *flags))

    async def start_again(self, server: Server) -> Server:
        """Starts a node that has stopped, on the same port, with the same folder."""
        return await self._run(server.folder, server.port, ("--store", self.nats))

    async def _run(self, data: Path, port: int | None, flags: tuple[str, ...]) -> Server:
        server = await asyncio.to_thread(lambda: Server(data, port, *QUICK, *self.flags, *flags))
        self.running.append(server)
        return server

    async def stop(self) -> None:
        """Stops all of them, whatever becomes of one."""
        async with AsyncExitStack() as stack:
            for server in self.running:
                stack.push_async_callback(asyncio.to_thread, server.stop)


async def enters(port: int, name: str, key: asyncssh.SSHKey) -> Program:
    """A program comes in under a name."""
    client = await asyncssh.connect(
        "127.0.0.1", port, username=name, client_keys=[key], known_hosts=None, agent_path=None, config=None
    )
    return await Program.on(client)


def snapshots(program: Program) -> list[dict[str, Any]]:
    return [message for message in program.messages if message.get("type") == "snapshot"]


def newest(program: Program) -> dict[str, Any]:
    """The newest snapshot."""
    return snapshots(program)[-1]


def on_turn(program: Program) -> bool:
    found = snapshots(program)
    return (
        bool(found) and found[-1]["phase"] == "playing" and bool(found[-1].get("legal")) and not found[-1].get("ahead")
    )


def ply(program: Program) -> int:
    return int(newest(program).get("view", {}).get("ply", -1))


async def until(program: Program, wanted: Callable[[], bool], seconds: float = 20.0) -> None:
    """Waits until what a program was sent makes something true."""
    async with asyncio.timeout(seconds):
        while not wanted():
            assert not program.closed, program.messages[-3:]
            await asyncio.sleep(0.005)


async def move(*programs: Program) -> int:
    """Whoever is on turn makes a move; returns the ply it was meant for."""
    async with asyncio.timeout(20):
        while True:
            for one in programs:
                if on_turn(one):
                    at = ply(one)
                    await one.ask("move", move=newest(one)["legal"][0]["move"], ply=at)
                    return at
            await asyncio.sleep(0.005)


async def sit_down(here: Server, there: Server, keys: Mapping[str, asyncssh.SSHKey]) -> tuple[Program, Program, str]:
    """Vega on one node and Rigel on another, in a room of two; with its code."""
    vega, rigel = await enters(here.port, "vega", keys["vega"]), await enters(there.port, "rigel", keys["rigel"])
    code = (await vega.ask("create", options={"seats": 2, "clock": 60}))["room"]
    await rigel.ask("join", room=code)
    return vega, rigel, code


async def play_and_talk(vega: Program, rigel: Program) -> None:
    """They begin, and each sees what the other does and says."""
    await vega.ask("ready")
    await rigel.ask("ready")
    await make_moves(vega, rigel)
    await rigel.ask("say", text="good luck")
    await until(vega, lambda: any("good luck" in str(message) for message in vega.messages))


async def make_moves(*programs: Program) -> None:
    """Three moves, each of which all are shown."""
    for _ in range(3):
        at = await move(*programs)
        for program in programs:
            await until(program, lambda program=program, at=at: ply(program) > at)  # type: ignore[misc]
