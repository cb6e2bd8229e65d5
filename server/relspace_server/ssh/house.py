"""What everybody who comes in shares."""

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from relspace_server.config import Settings
from relspace_server.ssh.compat import ServedConnection
from relspace_server.ssh.door import Door
from relspace_server.ssh.limits import Logins, Sessions, Turns
from relspace_server.ssh.wayout import Ending


class Party(Protocol):
    """Whoever is at the other end of one connection."""

    def end_sessions(self, ending: Ending) -> list[asyncio.Task[None]]:
        """Ends every session on it; returns what runs until they have ended."""
        ...

    def dismiss(self, why: str) -> None:
        """Closes the connection."""
        ...

    async def wait_gone(self) -> None:
        """Waits until the connection is closed."""
        ...


@dataclass(slots=True)
class House:
    """The settings, the door and the limits, and who is in."""

    settings: Settings
    door: Door
    sessions: Sessions
    turns: Turns
    logins: Logins[ServedConnection]
    parties: set[Party] = field(default_factory=set)

    @classmethod
    def of(cls, settings: Settings, door: Door) -> "House":
        """An empty house."""
        return cls(settings, door, Sessions(settings), Turns(settings.app_starts_per_second), Logins(settings))
