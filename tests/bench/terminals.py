"""The other end: many SSH clients in one process, which count what they are sent and answer by keys."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter
from typing import Final, cast

import asyncssh

COLUMNS, ROWS = 120, 40
TERM: Final = "xterm-256color"

AT_ONCE: Final = 8
"""Clients that connect at the same time."""

PATIENCE: Final = 20.0
"""Seconds until a first picture is missed."""

CLEAR: Final = b"\x1b[2J"
"""What every first picture begins with."""


@cache
def key_of(number: int) -> asyncssh.SSHKey:
    """The key of somebody, made once."""
    del number
    return asyncssh.generate_private_key("ssh-ed25519")


def player_of(number: int) -> tuple[str, str]:
    """The account and the name of somebody, as the server will know them."""
    return key_of(number).get_fingerprint(), f"Vega{number}"


class TurnedAway(ConnectionError):
    """The server ended the session with one line and code 3 before anything was painted: a full room, for one."""


@dataclass(eq=False)
class Wait:
    """Something that is to be seen on several terminals."""

    since: float
    """When the key for it was pressed."""
    seen: list[float] = field(default_factory=list)
    """Seconds after which each terminal was sent something."""
    bytes: list[int] = field(default_factory=list)
    """And how much."""


class Terminal(asyncssh.SSHClientSession[bytes]):
    """One person's terminal. A piece of data is a frame: the server writes each at once."""

    def __init__(self, connection: asyncssh.SSHClientConnection, began: float) -> None:
        """Is used on a connection that was begun at a time, in seconds of `perf_counter`."""
        self.connection = connection
        self.bytes = 0
        self.frames = 0
        self.waits: Wait | None = None
        """What is to be seen here next."""
        self.painted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the first picture has come."""
        self.ended = asyncio.Event()
        self.status: int | None = None
        """The exit code, once it has come."""
        self.began = began
        self.first_picture = 0.0
        """Seconds from connecting until then."""
        self.first_bytes = 0
        self.channel: asyncssh.SSHClientChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: object) -> None:
        self.bytes += len(data)
        self.frames += 1
        if self.waits is not None:
            self.waits.seen.append(perf_counter() - self.waits.since)
            self.waits.bytes.append(len(data))
            self.waits = None
        if not self.first_picture and (CLEAR in data or data.startswith(b".")):
            self.first_picture = perf_counter() - self.began
            self.first_bytes = len(data)
            if not self.painted.done():
                self.painted.set_result(None)

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()
        if not self.painted.done():
            kind = TurnedAway if self.status == 3 else ConnectionError
            self.painted.set_exception(exc or kind(f"the session ended, unseen, with {self.status}"))
            self.painted.exception()  # nobody may be waiting for it

    def press(self, keys: bytes) -> None:
        """Sends keys, in one write."""
        if self.channel is not None and not self.channel.is_closing():
            self.channel.write(keys)

    def drop(self) -> None:
        """Loses the connection."""
        self.connection.abort()

    def leave(self) -> None:
        """Closes the connection in good order."""
        self.connection.close()


async def connect(port: int, number: int, command: str | None = None, *, painted: bool = True) -> Terminal:
    """Connects somebody, as OpenSSH 9 would: with AES-CTR and an ETM MAC.

    Args:
        port: the server's, on this machine.
        number: who it is.
        command: what is asked for.
        painted: whether to wait for the first picture.
    """
    began = perf_counter()
    connection = await asyncssh.connect("127.0.0.1", port, options=_options(number))
    _, session = await connection.create_session(
        lambda: Terminal(connection, began),
        command,
        term_type=TERM,
        term_size=(COLUMNS, ROWS),
        encoding=None,
        request_pty="force",
    )
    terminal = cast("Terminal", session)
    if painted:
        try:
            await asyncio.wait_for(asyncio.shield(terminal.painted), PATIENCE)
        except BaseException:
            terminal.drop()
            raise
    return terminal


@cache
def _options(number: int) -> asyncssh.SSHClientConnectionOptions:
    return asyncssh.SSHClientConnectionOptions(
        known_hosts=None,
        config=None,
        agent_path=None,
        username=player_of(number)[1],
        client_keys=[key_of(number)],
        preferred_auth="publickey",
        encryption_algs=["aes128-ctr"],
        mac_algs=["hmac-sha2-256-etm@openssh.com"],
        compression_algs=["none"],
        gss_host=None,
    )


async def connect_all(port: int, commands: Iterable[tuple[int, str | None]]) -> list[Terminal]:
    """Connects many people, a few at a time, and waits for their first pictures."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(number: int, command: str | None) -> Terminal:
        async with turns:
            return await connect(port, number, command)

    return list(await asyncio.gather(*(one(number, command) for number, command in commands)))


async def leave_all(terminals: Iterable[Terminal]) -> None:
    """Has everybody leave, and waits until they have."""
    going = list(terminals)
    for terminal in going:
        terminal.leave()
    await asyncio.gather(*(asyncio.wait_for(terminal.ended.wait(), PATIENCE) for terminal in going))
