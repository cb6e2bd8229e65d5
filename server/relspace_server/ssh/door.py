"""The seam between people coming in over SSH and what is behind the door: the game, which is not known here."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from relspace.link import Link
from relspace.wire.frame import Frame
from relspace.wire.questions import Answer as Found
from relspace.wire.questions import Question
from relspace_client.compat import HostedApp
from relspace_client.locale.environment import language_of
from relspace_client.locale.words import Words, words
from relspace_client.plain.session import PlainSession
from relspace_client.start import InLobby, JoinRoom, PlayBots, Start, WatchRoom
from relspace_client.terminal import Terminal

__all__ = [
    "Access",
    "AccountDoor",
    "Answer",
    "Door",
    "InLobby",
    "JoinRoom",
    "PlayBots",
    "Start",
    "Visitor",
    "WatchRoom",
]


def _always() -> bool:
    return True


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
    answers: Callable[[], bool] = field(default=_always, compare=False)
    """Whether the client answered when it was last asked whether it is there."""
    owner: str = ""
    """The id of the account that the key leads to, once it was looked up; empty before, and of guests."""
    reads: str = ""
    """The language that is set in that account; empty where none is."""

    @property
    def words(self) -> Words:
        """The language that the visitor has set, or else the one that the client's terminal asks for."""
        return words(self.reads or language_of(self.language))

    @property
    def person(self) -> str:
        """What is the same for all sessions of one person, as far as it is known."""
        return self.owner or self.account


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command over SSH is answered."""

    text: str
    """For people: lines, without an escape sequence in them."""
    data: Any
    """The same for programs: what `json.dumps` takes."""


@dataclass(frozen=True, slots=True)
class Access:
    """What a program is given to talk to."""

    link: Link
    lobby: Callable[[], Frame]
    """The lobby as it is now, wherever the program is."""


class AccountDoor(Protocol):
    """What people ask about their accounts. Each may raise `Refused` or `Fault`."""

    async def whoami(self, visitor: Visitor) -> Answer:
        """What is known of the visitor."""
        ...

    async def rename(self, visitor: Visitor, name: str) -> Answer:
        """Gives the visitor another name."""
        ...

    async def link_code(self, visitor: Visitor) -> Answer:
        """A code that ties a further key to the visitor's account."""
        ...

    async def link(self, visitor: Visitor, code: str, *, replaces: bool) -> Answer:
        """Ties the visitor's key to the account of a code; `replaces` allows it to leave its own."""
        ...

    async def unlink(self, visitor: Visitor, fingerprint: str) -> Answer:
        """Lets a key go, or the visitor's own if the fingerprint is empty."""
        ...

    async def export(self, visitor: Visitor) -> Answer:
        """All that is kept of the visitor."""
        ...

    async def delete(self, visitor: Visitor, name: str) -> Answer:
        """Gives the visitor's account up, if this is its name."""
        ...


class Door(Protocol):
    """What is behind the door."""

    @property
    def accounts(self) -> AccountDoor:
        """Where people ask about their accounts."""
        ...

    async def recognise(self, visitor: Visitor) -> Visitor:
        """The visitor, with the account that their key leads to, and the language that is set there.

        Raises:
            Fault: the store does not answer.
        """
        ...

    async def keep_out(self, visitor: Visitor) -> None:
        """Turns a visitor away whose account or name the host has banned, whatever they ask for.

        Raises:
            Banned: they may not come in.
            Fault: the store does not answer.
        """
        ...

    async def open_session(self, visitor: Visitor, start: Start, terminal: Terminal) -> HostedApp:
        """Makes the app of a session; it is run, on `terminal`, by the caller.

        Raises:
            Refused: it cannot be had; the visitor reads one sentence, and the session ends with code 3.
        """
        ...

    async def open_plain(
        self,
        visitor: Visitor,
        start: Start,
        write: Callable[[str], None],
        fail: Callable[[Exception], None],
        on_terminal: bool,
    ) -> PlainSession:
        """Makes a session in plain lines; it is run by the caller.

        Args:
            visitor: whom it is for.
            start: where they come in.
            write: writes one line, given without its end.
            fail: told of an error in what the rooms sent.
            on_terminal: whether a person reads the lines, rather than perhaps a program.

        Raises:
            Refused: it cannot be had; the visitor reads one sentence, and the session ends with code 3.
        """
        ...

    async def open_api(self, visitor: Visitor) -> Access:
        """Lets a program in, at the lobby. Its link is opened by the caller.

        Raises:
            Refused: it cannot be had; the program is told so, and the session ends with code 3.
        """
        ...

    def session_ended(self, visitor: Visitor) -> None:
        """The session that was opened has ended, in whatever way. Called once, and never raises."""
        ...

    async def freeze(self) -> None:
        """The server stops: nobody is asked anything any more, clocks stand still, and what is under way is done."""
        ...

    async def rooms(self, visitor: Visitor) -> Answer:
        """The rooms that the visitor may know of."""
        ...

    async def look_up(self, visitor: Visitor, question: Question) -> Found:
        """Looks something up for the visitor.

        Raises:
            Refused: there is no such thing.
        """
        ...

    async def record(self, visitor: Visitor, game: str) -> Answer:
        """The record of a game, by its id.

        Raises:
            Refused: no game has this id.
        """
        ...
