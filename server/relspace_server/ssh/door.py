"""The seam between people coming in over SSH and what is behind the door: the game, which is not known here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from relspace_client.compat import HostedApp
from relspace_client.plain.session import PlainSession
from relspace_client.start import InLobby, JoinRoom, PlayBots, Start, WatchRoom
from relspace_client.terminal import Terminal

__all__ = ["Answer", "Door", "InLobby", "JoinRoom", "PlayBots", "Start", "Visitor", "WatchRoom"]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who was let in."""

    account: str
    """`SHA256:…`, the fingerprint of the key that was proven; of a guest, `guest:` and the session's id."""
    guest: bool
    suggested_name: str
    """The user name of the SSH login: a suggestion, at most 64 printable characters, possibly empty."""
    address: str
    """Where from; an IPv4 address that came over IPv6 is written as IPv4."""
    session: str
    """Names this session in logs; unique in the process's life."""
    language: str = ""
    """LC_ALL, LC_MESSAGES or LANG of the client, such as `es_ES.UTF-8`; at most 64 characters, possibly empty."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command over SSH is answered."""

    text: str
    """For people: lines, without an escape sequence in them."""
    data: Any
    """The same for programs: what `json.dumps` takes."""


class Door(Protocol):
    """What is behind the door."""

    async def open_session(self, visitor: Visitor, start: Start, terminal: Terminal) -> HostedApp:
        """Makes the app of a session; it is run, on `terminal`, by the caller.

        Raises:
            Refused: it cannot be had; the visitor reads one sentence, and the session ends with code 3.
        """
        ...

    async def open_plain(
        self, visitor: Visitor, start: Start, write: Callable[[str], None], fail: Callable[[Exception], None]
    ) -> PlainSession:
        """Makes a session in plain lines; it is run by the caller.

        Args:
            visitor: whom it is for.
            start: where they come in.
            write: writes one line, given without its end.
            fail: told of an error in what the rooms sent.

        Raises:
            Refused: it cannot be had; the visitor reads one sentence, and the session ends with code 3.
        """
        ...

    def session_ended(self, visitor: Visitor) -> None:
        """The session that was opened has ended, in whatever way. Called once, and never raises."""
        ...

    async def rooms(self, visitor: Visitor) -> Answer:
        """The rooms that the visitor may know of."""
        ...

    async def record(self, visitor: Visitor, game: str) -> Answer:
        """The record of a game, by its id.

        Raises:
            Refused: no game has this id.
        """
        ...

    async def whoami(self, visitor: Visitor) -> Answer:
        """What is known of the visitor."""
        ...
