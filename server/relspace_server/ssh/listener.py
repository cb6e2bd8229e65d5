"""The SSH server: it lets people in, and starts a session for whatever they ask for."""

import asyncio
import errno
import logging
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import asyncssh

import relspace_client.compat
import relspace_server.ssh.compat
from relspace_server.charged import charge_tasks
from relspace_server.config import CannotStart, Settings
from relspace_server.ssh import wayout
from relspace_server.ssh.compat import ServedConnection
from relspace_server.ssh.door import Door
from relspace_server.ssh.front import Front, KeptOut
from relspace_server.ssh.hostkey import host_key
from relspace_server.ssh.house import House
from relspace_server.ssh.reception import Reception
from relspace_server.ssh.terminal.hosting import keep_task_factory
from relspace_server.tell_host import tell_host

LOG: Final = logging.getLogger(__name__)

CIPHERS: Final = (
    "aes128-gcm@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-ctr",
    "aes192-ctr",
    "aes256-ctr",
)
"""AES costs a quarter of what chacha20 does here, and every client has it."""

KEXES: Final = "-gss-*,rsa*,diffie-hellman-*"
"""The key exchanges that are not offered: one step of theirs takes up to a third of a second, in which nobody else has
a turn. What is left are curves, which every client of the last ten years has."""

MACS: Final = (
    "hmac-sha2-256-etm@openssh.com",
    "hmac-sha2-512-etm@openssh.com",
    "hmac-sha2-512",
    "hmac-sha2-256",
)
"""The last one is for dropbear's sake."""

WINDOW: Final = 64 * 1024
"""Bytes of input that a client may send ahead."""

DRAIN_SECONDS: Final = 10.0
"""Seconds that sessions have to end when the server stops."""


TOO_MANY: Final = "Too many connections came from your address within a minute. Try again in a minute."
"""What is said before anybody has logged in, and so in no language of theirs."""

PARTING_SECONDS: Final = 2.0
"""Seconds that clients have to leave by themselves when their sessions have ended."""


class Listener:
    """A listening server, and what all its sessions share.

    Args:
        settings: the host's.
        door: what is behind the door.
        house: what all its sessions share; an empty one if none is given.
    """

    def __init__(self, settings: Settings, door: Door, house: House | None = None) -> None:
        self._settings = settings
        self._house = house or House.of(settings, door)
        self._key = host_key(settings.data_dir)
        self._front = Front(settings.proxies, self._house.logins.refuse, self._keeps_out, self._house.refused)
        self._server: asyncio.Server | None = None
        self.port = settings.port
        """The port that is listened on."""

    @property
    def fingerprint(self) -> str:
        """The host key's, `SHA256:…`."""
        return self._key.get_fingerprint()

    async def start(self) -> None:
        """Begins to listen.

        Raises:
            CannotStart: the port cannot be had, or a library is not of the version that is overridden here.
        """
        loop = asyncio.get_running_loop()
        charge_tasks(loop)
        keep_task_factory(loop)
        asyncssh.set_log_level(logging.WARNING)
        _check_libraries()
        settings, shared = self._settings, self._settings.workers > 1
        try:
            self._server = await listen(settings.host, settings.port, self._options(), self._front, shared=shared)
        except OSError as error:
            where = f"port {settings.port}" + (f" of {settings.host}" if settings.host else "")
            raise CannotStart(f"Cannot listen on {where}: {_why(error)}. {_way_out(error, settings.port)}") from None
        self.port = int(self._server.sockets[0].getsockname()[1])
        self._house.standing.open = True

    def _keeps_out(self, address: str) -> KeptOut | None:
        """Why nobody may come in from an address: a ban, or too many who did."""
        ban = self._house.ban_of_address(address)
        if ban is not None:
            return KeptOut("banned", ban.sentence)
        if self._house.logins.admits(address, asyncio.get_running_loop().time()):
            return None
        return KeptOut("rate", TOO_MANY)

    async def drain(self) -> None:
        """Takes nobody in, freezes the games, ends every session in good order, and then the server."""
        self._house.standing.draining = True
        if self._server is not None:
            self._server.close()
        self._front.close()
        self._house.refused.tell()
        await self._house.door.freeze()
        tasks = [task for party in self._house.parties for task in party.end_sessions(wayout.DRAINED)]
        if tasks:
            await asyncio.wait(tasks, timeout=DRAIN_SECONDS)
        await self._part()

    async def _part(self) -> None:
        """Lets clients go by themselves, which they do once their last session has ended; then closes what is left."""
        gone = [asyncio.ensure_future(reception.wait_gone()) for reception in self._house.parties]
        if gone:
            _, staying = await asyncio.wait(gone, timeout=PARTING_SECONDS)
            for reception in list(self._house.parties):
                reception.dismiss("The server is stopping")
            if staying:
                await asyncio.wait(staying, timeout=PARTING_SECONDS)

    def _options(self) -> asyncssh.SSHServerConnectionOptions:
        settings = self._settings
        return asyncssh.SSHServerConnectionOptions(
            server_factory=lambda: Reception(self._house),
            server_host_keys=[self._key],
            server_version="RelativeSpace",
            kex_algs=KEXES,
            encryption_algs=list(CIPHERS),
            mac_algs=list(MACS),
            compression_algs=["none"],  # asyncssh inflates without bound
            login_timeout=settings.login_seconds,
            keepalive_interval=settings.keepalive_seconds,
            keepalive_count_max=settings.keepalive_misses,
            encoding=None,
            line_editor=False,
            window=WINDOW,
            gss_host=None,
            host_based_auth=False,
            password_auth=False,
            public_key_auth=True,
            kbdint_auth=True,
            x11_forwarding=False,
            agent_forwarding=False,
            allow_scp=False,
        )


async def listen(
    host: str, port: int, options: asyncssh.SSHServerConnectionOptions, front: Front, *, shared: bool = False
) -> asyncio.Server:
    """Listens as `asyncssh.listen` does, for connections of the kind that this server has.

    Args:
        host: the address; empty for all.
        port: 0 for any.
        options: of all connections.
        front: what connections come through first.
        shared: whether other processes of this program listen on the same port.

    Raises:
        OSError: the port cannot be had.
    """
    loop = asyncio.get_running_loop()
    made = front.factory(lambda source: ServedConnection(loop, options, source))
    # asyncio accepts as many as wait, up to this number, before anybody else has a turn.
    return await loop.create_server(made, host or None, port, backlog=100, reuse_port=shared or None)


def _why(error: OSError) -> str:
    """The reason in the system's words; asyncio's are longer, and numbers below zero are of names that are unknown."""
    if error.errno is not None and error.errno > 0:
        return os.strerror(error.errno)
    return error.strerror or str(error)


def _way_out(error: OSError, port: int) -> str:
    """What a host can do about a port that cannot be had."""
    other = port + 1 if 1024 <= port < 65_535 else 2222
    choose = f"choose another: --port {other}, or make serve PORT={other}"
    match error.errno:
        case errno.EADDRINUSE:
            return f"Stop what listens there, or {choose}."
        case errno.EACCES | errno.EPERM:
            return f"Give it the right to, as docs/hosting.md says, or {choose}."
        case _:
            return "Look at --host: it is an address or a name of this machine, or empty for all of its addresses."


def greeting(settings: Settings, port: int, fingerprint: str) -> list[str]:
    """What the host reads once people can come in: how they do, who can, and by what they know the server.

    Args:
        settings: the host's.
        port: the one that is listened on.
        fingerprint: the host key's.
    """
    lines = [f"Players type: ssh {replace(settings, port=port).ssh_words}"]
    if not settings.public_address and not settings.is_for_this_machine:
        all_of_them = settings.host in ("", "0.0.0.0", "::")  # noqa: S104 - not bound
        lines.append(f"On this machine: ssh -p {port} {'localhost' if all_of_them else settings.host}")
        lines.append("Others on the network can come in as well. For this machine alone: --host 127.0.0.1")
    return [*lines, f"Host key: {fingerprint}"]


def _check_libraries() -> None:
    """Looks at start-up for what is overridden, rather than failing in the middle of a game."""
    missing = relspace_client.compat.missing_names() + relspace_server.ssh.compat.missing_names()
    if missing:
        raise CannotStart(
            f"Textual or asyncssh is not of the version that this server needs: no {', '.join(missing)}. "
            "Install relative-space anew."
        )


async def serve(
    settings: Settings,
    door: Door,
    *,
    announce: Callable[[str], None] = tell_host,
    stop: asyncio.Event | None = None,
    house: House | None = None,
    opened: Callable[[], None] = lambda: None,
) -> None:
    """Serves until SIGTERM, SIGINT or `stop`, then ends every session in good order.

    Args:
        settings: the host's.
        door: what is behind the door.
        announce: called with each line that the host should read, once people can come in.
        stop: ends the server when set; without it the signals do, and an admin who drains the server.
        house: what all sessions share; an empty one if none is given.
        opened: called when people can come in, and none has yet.

    Raises:
        CannotStart: the port cannot be had, or the data folder cannot be used.
    """
    house = house or House.of(settings, door)
    listener = Listener(settings, door, house)
    await listener.start()
    opened()
    stopping = stop or house.stopping
    if stop is None:
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    try:
        for line in greeting(settings, listener.port, listener.fingerprint):
            announce(line)
        await stopping.wait()
        announce("Stopping: sessions are told, and end.")
    finally:
        await listener.drain()
