"""What cannot be avoided: asyncssh with the same options and ciphers, writing prepared bytes as often and as large."""

import gc
from collections import defaultdict
from typing import Any, Final, cast

import asyncssh

from relspace_server.config import Settings
from relspace_server.ssh import listener

MOVE: Final = b"\r"
"""The key that has something written to everybody in the same room; any other key is answered to its sender alone."""


class FloorSession(asyncssh.SSHServerSession[bytes]):
    """A session that draws nothing."""

    def __init__(self, floor: "Floor") -> None:
        self._floor = floor
        self._room = ""
        self.channel: asyncssh.SSHServerChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self.channel = chan

    def pty_requested(self, term_type: str, term_size: object, term_modes: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._room = command
        return True

    def session_started(self) -> None:
        self._floor.rooms[self._room].append(self)
        self.write(self._floor.first)

    def data_received(self, data: bytes, datatype: object) -> None:
        if data == MOVE:
            for other in self._floor.rooms[self._room]:
                other.write(self._floor.update)
        else:
            self.write(self._floor.own)

    def write(self, data: bytes) -> None:
        if self.channel is not None and not self.channel.is_closing():
            self.channel.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._floor.rooms[self._room].remove(self)


class Reception(asyncssh.SSHServer):
    """Lets everybody in."""

    def __init__(self, floor: "Floor") -> None:
        self._floor = floor

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return True

    def session_requested(self) -> FloorSession:
        return FloorSession(self._floor)


class Floor:
    """The server, its rooms, and the bytes that it writes."""

    def __init__(self) -> None:
        self.rooms: defaultdict[str, list[FloorSession]] = defaultdict(list)
        self.first = self.update = self.own = b""

    async def resize(self, what: dict[str, Any]) -> None:
        """Prepares bytes: the first picture, an update for all in a room, and what a key changes for who pressed it."""
        self.first, self.update, self.own = (b"." * what[name] for name in ("first", "update", "own"))

    async def listen(self, settings: Settings) -> None:
        """Listens as the real server does, but for what looks after a connection."""
        vars(listener)["Reception"] = lambda _house: Reception(self)
        self._listener = listener.Listener(settings, cast("Any", None))
        await self._listener.start()
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
