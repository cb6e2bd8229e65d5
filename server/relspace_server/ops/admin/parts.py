"""What each node does of what an admin asks for: the one that is asked, and those that it gives orders to."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from relspace.wire.messages import Notice
from relspace_server.accounts.bans import Ban, Bans, of_ban
from relspace_server.config import CannotStart
from relspace_server.ops.admin.people import Connected, Somebody, as_data, banned_by, called
from relspace_server.ops.drain import Drain
from relspace_server.ops.orders import Row
from relspace_server.ops.reload import Reload
from relspace_server.ops.status import Status
from relspace_server.rooms.hub import Hub
from relspace_server.ssh import wayout
from relspace_server.ssh.house import House, Unable

ENFORCED: Final = 100
"""Bans of which it is remembered whose sessions they ended here."""


@dataclass(frozen=True, slots=True)
class Itself:
    """How a node is known to admins."""

    host: str
    """The machine that it runs on."""
    worker: int = 0
    """Its number among the workers of its server."""
    server: str = ""
    """Names all workers of its server together; empty if it is the only one."""


class Parts:
    """Does this node's part.

    Args:
        house: who is in.
        hub: the games.
        bans: who may not come in.
        drain: stops the server.
        reload: reads the settings again.
        itself: how this node is known.
        status: says what runs.
    """

    def __init__(
        self, house: House, hub: Hub, bans: Bans, drain: Drain, reload: Reload, itself: Itself, status: Status
    ) -> None:
        self._house = house
        self._hub = hub
        self._people = Connected(house, hub)
        self._bans = bans
        bans.came = self._enforce
        self._drain = drain
        self._reload = reload
        self._itself = itself
        self._status = status
        self._ended: dict[str, list[Somebody]] = {}
        """Whose sessions the last bans have ended, by the bans' ids."""
        self._parts: Final[Mapping[str, Callable[..., Awaitable[list[Row]]]]] = {
            "sessions": self._sessions,
            "node": self._node,
            "status": self._all_of_it,
            "kick": self._kick,
            "enforce": self._enforced,
            "say": self._say,
            "drain": self._drained,
            "reload": self._read_again,
        }

    @property
    def node(self) -> str:
        """How this node is called."""
        return self._hub.around.node

    async def do(self, what: str, words: tuple[str, ...]) -> list[Row]:
        """Does a part, given what and with which words.

        Raises:
            Unable: it cannot be done.
            Fault: the store does not answer.
        """
        part = self._parts.get(what)
        if part is None:
            raise Unable("It runs another version of the server, which does not know that.")
        return await part(*words)

    async def _sessions(self) -> list[Row]:
        return as_data(self._people.all())

    async def _node(self) -> list[Row]:
        around, itself = self._hub.around, self._itself
        row = {
            "node": self.node,
            "host": itself.host,
            "worker": itself.worker,
            "server": itself.server or self.node,
            "version": around.program,
            "sessions": len(self._house.live),
            "games": self._drain.running,
            "draining": around.standing.draining,
        }
        return [row]

    async def _all_of_it(self) -> list[Row]:
        (node,) = await self._node()
        return [{**node, **await self._status.row()}]

    async def _kick(self, who: str, reason: str) -> list[Row]:
        return as_data(self._people.end(called(who), wayout.sent_away(reason)))

    async def _enforced(self, ban_id: str) -> list[Row]:
        """Whose sessions a ban has ended here; it may not have come to this node yet by itself."""
        if ban_id not in self._ended:
            ban = await self._bans.find(ban_id)
            if ban is not None and ban_id not in self._ended:
                self._enforce(ban)
        return as_data(self._ended.get(ban_id, ()))

    def _enforce(self, ban: Ban) -> None:
        """Ends what somebody has here who is banned."""
        self._ended[ban.id] = self._people.end(banned_by(ban, of_ban(ban)), wayout.banned(ban))
        while len(self._ended) > ENFORCED:
            del self._ended[next(iter(self._ended))]
        self._hang_up(ban)

    def _hang_up(self, ban: Ban) -> None:
        """Closes the connections from a banned address that have no session yet; the others close with theirs."""
        holds = of_ban(ban)
        for party in list(self._house.parties):
            if holds(party.address) and not party.end_sessions(wayout.banned(ban)):
                party.dismiss(ban.sentence)

    async def _say(self, text: str) -> list[Row]:
        people = len(self._hub.presence.visits)
        self._hub.announce(Notice("host", text=text))
        return [{"node": self.node, "told": people}]

    async def _drained(self, seconds: str) -> list[Row]:
        running = self._drain.running
        self._drain.begin(int(seconds))
        return [{"node": self.node, "running": running}]

    async def _read_again(self) -> list[Row]:
        try:
            done = await self._reload.again()
        except CannotStart as error:
            raise Unable(f"{error} Nothing has changed.") from None
        return [{"node": self.node, **done._asdict()}]
