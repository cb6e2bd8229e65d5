"""What is done to the server, each in full measure."""

import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import asyncssh
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import String

from ..api.fuzz import carry_out as say
from ..api.fuzz import faults_of
from ..api.fuzz import plan as draw_program
from ..api.program import Program
from ..bench.served import Served
from ..hostile.fuzz import REFUSALS, Client, carry_out, header, knock, log_in, noise, plan
from ..hostile.wire import sent_until_closed, silent
from ..ssh.house import until
from ..ssh.openssh import Terminal, command
from .crashes import Crashes

AT_ONCE: Final = 2
"""Clients that act at the same time: coming in is dear, and it is not the number of people that is looked at here."""

SILENT: Final = 400
ENTER_SECONDS: Final = 2.0
"""Within which a player enters while so many connections say nothing."""

SENT_SECONDS: Final = 120.0
"""In which a flood has gone."""

STALLED_PLAYERS: Final = 10

KILLS: Final = 100
"""Times that clients are killed, and servers."""

LEAST_PICTURE: Final = 2_000
"""Bytes that the first picture on a terminal has at least."""


@dataclass
class Run:
    """One part while it runs."""

    served: Served
    random: Random
    end: float
    """When its time is over, by the monotonic clock."""
    count: int = 0
    """How often it was done."""
    faults: list[str] = field(default_factory=list)
    told: str = ""
    """What else there is to say of it."""

    @property
    def port(self) -> int:
        """The server's."""
        return self.served.port

    async def again_and_again(self, work: Callable[[int], Awaitable[None]], most: int, at_once: int = AT_ONCE) -> None:
        """Does something, a few at a time, until the time is over, at most so often."""

        async def somebody() -> None:
            while time.monotonic() < self.end and self.count < most:
                self.count += 1
                try:
                    await work(self.count)
                except REFUSALS as error:
                    self.faults.append(f"number {self.count}: {error!r}")

        await asyncio.gather(*(somebody() for _ in range(at_once)))


async def fuzz(run: Run) -> None:
    """Sessions in which anything is sent."""
    await run.again_and_again(lambda _: carry_out(run.port, plan(run.random, 30)), 10_000_000)


async def programs(run: Run) -> None:
    """Programs that say anything, in both forms of the machine API."""

    async def one(_number: int) -> None:
        what = draw_program(run.random, 60)
        client = await log_in(run.port)
        try:
            program = await Program.on(client, what.form)
            await say(program, what.steps)
        finally:
            await _drop(client)
        run.faults.extend(faults_of(program))

    await run.again_and_again(one, 10_000_000)


async def headers(run: Run) -> None:
    """Whatever may stand before an SSH connection, from a load balancer and from others."""

    async def one(number: int) -> None:
        data = header(run.random) + run.random.choice((b"", b"SSH-2.0-x\r\n")) + noise(run.random, 6)
        await knock(run.port, data, f"127.0.0.{1 + number % 2}")

    await run.again_and_again(one, 1_000_000, 8)


async def help_and_drop(run: Run) -> None:
    """20,000 times: connect, ask for help, drop."""

    async def one(_number: int) -> None:
        client = await log_in(run.port)
        done = await client.run("help", check=True)
        if "rooms" not in str(done.stdout):
            run.faults.append("no help")
        await _drop(client)

    await run.again_and_again(one, 20_000)


async def play_and_drop(run: Run) -> None:
    """10,000 times: connect, see the lobby, drop."""

    async def one(number: int) -> None:
        client = await log_in(run.port)
        with contextlib.suppress(*(REFUSALS if number % 4 == 0 else ())):
            await _session(client, seen=0 if number % 4 == 0 else 500)
        await _drop(client)

    await run.again_and_again(one, 10_000)


async def floods(run: Run) -> None:
    """10 MB of keys, packets of nothing, window changes without end."""

    async def one(number: int) -> None:
        client = await log_in(run.port)
        session = await _session(client)
        if number % 3 == 0:
            session.channel.write(b"q" * 10_000_000)
        elif number % 3 == 1:
            for _ in range(100_000):
                asyncssh.SSHClientConnection.send_packet(client, MSG_IGNORE, String(b""))
        else:
            for size in range(20_000):
                session.channel.change_terminal_size(40 + size % 100, 20)
        await until(lambda: not client._transport or not client._transport.get_write_buffer_size(), SENT_SECONDS)
        await _drop(client)

    await run.again_and_again(one, 1_000)


async def noisy(run: Run) -> None:
    """50 MB of what is no SSH, and 400 connections that say nothing while a player enters."""
    starts = (b"", b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n", b"SSH-2.0-")
    while time.monotonic() < run.end or not run.count:
        data = run.random.choice(starts) + os.urandom(65_536)
        if await sent_until_closed(run.port, data, 50_000_000) >= 50_000_000:
            run.faults.append("50 MB of noise were read")
        sockets = [await silent(run.port, f"127.0.0.{3 + number % 8}") for number in range(SILENT)]
        began = time.monotonic()
        client = await log_in(run.port)
        await _session(client)
        if time.monotonic() - began > ENTER_SECONDS:
            run.faults.append(f"a player entered after {time.monotonic() - began:.1f} s")
        for sock in sockets:
            sock.close()
        await _drop(client)
        run.count += 1


async def stalled(run: Run) -> None:
    """Ten people in busy rooms, half of whom take no output for as long as they are let."""
    while time.monotonic() < run.end or not run.count:
        clients = [await log_in(run.port) for _ in range(STALLED_PLAYERS)]
        sessions = [await _session(client, "play --bots 3") for client in clients]
        for client in clients[::2]:
            if client._transport is not None:
                client._transport.pause_reading()
        over = time.monotonic() + 20
        while time.monotonic() < over and any(not client.is_closed() for client in clients[::2]):
            for session in sessions:
                if session.channel.is_closing():
                    continue
                session.channel.write(run.random.choice((b"a1", b"b2", b"1", b"y", b"\x1b[C", b"?", b"\x1b")))
                if run.random.random() < 0.1:
                    session.channel.change_terminal_size(80 + run.random.randrange(80), 40)
            await asyncio.sleep(0.1)
        for client in clients:
            await _drop(client)
        run.count += 1


async def killed(run: Run) -> None:
    """100 times: kill -9 of OpenSSH in mid-frame."""
    if shutil.which("ssh") is None:
        run.faults.append("there is no ssh on this machine")
        return

    async def one(number: int) -> None:
        terminal = await Terminal().start(command(run.port, "-tt", "vega@127.0.0.1", "play", "--bots", "2"))
        await terminal.until(lambda: len(terminal.received) > number * 37 % LEAST_PICTURE)
        terminal.signal(signal.SIGKILL)
        await terminal.close()

    await run.again_and_again(one, KILLS)


async def crashes(run: Run) -> None:
    """100 times: kill -9 of a server of its own, while six players play as fast as they can."""
    with tempfile.TemporaryDirectory(prefix="relspace-crashes-") as folder:
        crashing = Crashes(Path(folder), run.random)
        await run.again_and_again(lambda _: _one_crash(crashing, run), KILLS, at_once=1)
        run.faults.extend(await crashing.end())
        run.told = f"{crashing.ledger.number:,} moves were shown, and none may be undone"


async def _one_crash(crashing: Crashes, run: Run) -> None:
    run.faults.extend(await crashing.once())


async def _session(client: asyncssh.SSHClientConnection, wanted: str | None = None, seen: int = 500) -> Client:
    """Opens a session on a terminal, and waits for so many bytes of it."""
    options: dict[str, Any] = {"term_type": "xterm-256color", "term_size": (120, 40), "encoding": None}
    _, session = await client.create_session(Client, wanted, **options)
    await until(lambda: session.received >= seen or session.channel.is_closing())
    return session


async def _drop(client: asyncssh.SSHClientConnection) -> None:
    client.abort()
    await client.wait_closed()


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that are done."""

    work: Callable[[Run], Awaitable[None]]
    share: float
    """Of the time, beside the others' shares."""
    flat: bool = True
    """Whether memory must be as before; not where rooms are opened, which stay for a while."""


PARTS: Final[dict[str, Part]] = {
    "fuzz": Part(fuzz, 8, flat=False),
    "programs": Part(programs, 3, flat=False),
    "headers": Part(headers, 1),
    "help": Part(help_and_drop, 4),
    "play": Part(play_and_drop, 4),
    "floods": Part(floods, 2),
    "noise": Part(noisy, 1),
    "stalled": Part(stalled, 2, flat=False),
    "killed": Part(killed, 1, flat=False),
    "crashes": Part(crashes, 8),
}
