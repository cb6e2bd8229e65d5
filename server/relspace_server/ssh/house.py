"""What everybody who comes in shares."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from relspace_client.terminal import Place
from relspace_server.accounts.bans import Ban, Bans
from relspace_server.config import Settings
from relspace_server.counts import Counts
from relspace_server.ssh.budget import Purses
from relspace_server.ssh.compat import ServedConnection
from relspace_server.ssh.door import Answer, Door, Visitor
from relspace_server.ssh.leavings import Leavings
from relspace_server.ssh.limits import Logins, Sessions
from relspace_server.ssh.line import Line
from relspace_server.ssh.refused import RefusedLog
from relspace_server.ssh.wayout import Ending
from relspace_server.standing import Standing


class Party(Protocol):
    """Whoever is at the other end of one connection."""

    @property
    def address(self) -> str:
        """Where it comes from."""
        ...

    @property
    def player(self) -> str:
        """Who plays there, or is about to; empty for nobody."""
        ...

    @property
    def has_place(self) -> bool:
        """Whether they are counted in."""
        ...

    def end_sessions(self, ending: Ending) -> list[asyncio.Task[None]]:
        """Ends every session on it; returns what runs until they have ended."""
        ...

    def dismiss(self, why: str) -> None:
        """Closes the connection."""
        ...

    def abort(self) -> None:
        """Ends the connection without a word."""
        ...

    async def answers_within(self, seconds: float) -> bool:
        """Asks the client whether it is there, and waits for its answer."""
        ...

    async def wait_gone(self) -> None:
        """Waits until the connection is closed."""
        ...


class Unable(Exception):
    """What an admin asks for cannot be done; the message is one line that says why."""


class Office(Protocol):
    """Where admins ask for things."""

    async def answer(self, who: str, address: str, words: Sequence[str]) -> tuple[Answer, bool]:
        """Does what an admin asks for.

        Args:
            who: the admin's key, or the user of this machine.
            address: where they are.
            words: what they ask for.

        Returns:
            What they read, and whether as JSON.

        Raises:
            UsageError: there is no such command, or not with these words.
            Unable: it cannot be done.
            Fault: the store does not answer; nothing was done.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Live:
    """A session that goes on."""

    visitor: Visitor
    since: float
    """By the loop's clock."""
    place: Callable[[], Place]
    """Where the person is."""
    end: Callable[[Ending], None]
    """Ends it."""


@dataclass(slots=True)
class House:
    """The settings, the door and the limits, and who is in."""

    settings: Settings
    door: Door
    sessions: Sessions
    line: Line
    logins: Logins[ServedConnection]
    purses: Purses
    leavings: Leavings = field(default_factory=Leavings)
    parties: set[Party] = field(default_factory=set)
    counts: Counts = field(default_factory=Counts)
    standing: Standing = field(default_factory=Standing)
    refused: RefusedLog = field(default_factory=RefusedLog)
    bans: Bans | None = None
    office: Office | None = None
    admins: frozenset[str] = frozenset()
    """Fingerprints of the keys of admins."""
    allowed: frozenset[str] | None = None
    """Fingerprints of the keys of those who may come in; None for everybody."""
    live: dict[str, Live] = field(default_factory=dict)
    """The sessions that go on, by their ids."""
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server is to stop."""

    @classmethod
    def of(
        cls,
        settings: Settings,
        door: Door,
        bans: Bans | None = None,
        counts: Counts | None = None,
        standing: Standing | None = None,
    ) -> "House":
        """An empty house."""
        return cls(
            settings,
            door,
            Sessions(settings),
            Line(settings.app_starts_per_second),
            Logins(settings),
            Purses(settings),
            bans=bans,
            counts=counts or Counts(),
            standing=standing or Standing(),
        )

    def adopt(self, settings: Settings) -> None:
        """Goes by other settings from now on; who is in stays in."""
        if settings.app_starts_per_second != self.settings.app_starts_per_second:
            self.line.adopt(settings.app_starts_per_second)
        self.settings = settings
        self.sessions.adopt(settings)
        self.logins.adopt(settings)
        self.purses.adopt(settings)

    @property
    def takes_guests(self) -> bool:
        """Whether somebody without a key may come in."""
        return self.settings.guests and self.allowed is None

    def ban_of_address(self, address: str) -> Ban | None:
        """The ban that keeps connections from an address out."""
        return self.bans.of_address(address) if self.bans is not None else None

    def ban_of(self, visitor: Visitor) -> Ban | None:
        """The ban that keeps a visitor out, by key or address."""
        if self.bans is None:
            return None
        return self.bans.of_address(visitor.address) or self.bans.of_key(visitor.account)

    def end_key(self, fingerprint: str, ending: Ending) -> None:
        """Ends the sessions that came in with a key."""
        for live in list(self.live.values()):
            if live.visitor.account == fingerprint:
                live.end(ending)

    def is_admin(self, visitor: Visitor) -> bool:
        """Whether a visitor has proven the key of an admin."""
        return not visitor.guest and visitor.account in self.admins
