"""The host's side of a server: the real rooms and the real office, with sessions that only note how they end."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from relspace.room.state import Player
from relspace_client.start import InLobby
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.bans import Bans
from relspace_server.config import Settings
from relspace_server.desk import Desk
from relspace_server.ops.deleted import end_deleted
from relspace_server.ops.operations import Operations
from relspace_server.ops.reload import lists_of
from relspace_server.ops.reports import Tether
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.visit import Visit
from relspace_server.ssh.door import Visitor
from relspace_server.ssh.house import House, Live
from relspace_server.ssh.wayout import Ending
from relspace_server.store.bucket import Store

from ..rooms.people import World


@dataclass
class Session:
    """Somebody who is in."""

    visitor: Visitor
    visit: Visit
    endings: list[Ending] = field(default_factory=list)


@dataclass
class Hosting:
    """A server without a port."""

    world: World
    settings: Settings
    house: House
    hub: Hub
    desk: Desk
    bans: Bans
    operations: Operations
    reread: list[Settings]
    """What the settings file says, the newest last."""

    @classmethod
    async def begins(
        cls, store: Store, folder: Path, world: World | None = None, tether: Tether | None = None, **changes: Any
    ) -> "Hosting":
        """Starts it on a store."""
        world = world or World()
        settings = Settings(data_dir=folder, **changes)
        around = world.around()
        hub = Hub(store, around)
        await hub.start()
        bans = Bans(store, around.now)
        await bans.start()
        desk = Desk(hub, Accounts(store, around.now), bans)
        house = House.of(settings, desk, bans, around.counts, around.standing)
        desk.people.lost_account = partial(end_deleted, house, hub)
        reread = [settings]
        operations = Operations(house, hub, store, bans, lambda: reread[-1], tether=tether)
        await operations.start(lists_of(settings))
        house.standing.open = True
        return cls(world, settings, house, hub, desk, bans, operations, reread)

    async def ends(self) -> None:
        """Stops it."""
        await self.operations.close()
        await self.bans.close()
        await self.hub.close()

    async def enter(self, name: str, address: str = "192.0.2.7", *, guest: bool = False, session: str = "") -> Session:
        """Somebody comes in.

        Raises:
            Refused: they may not.
        """
        session = session or f"s-{name}"
        account = f"guest:{session}" if guest else f"SHA256:{name}"
        visitor = Visitor(account, guest, name, address, session)
        visit = await self.desk._visit(visitor, InLobby())
        somebody = Session(visitor, visit)
        visit.open(lambda _frame: None)
        self.house.live[session] = Live(visitor, 0.0, lambda: "lobby", somebody.endings.append)
        return somebody

    async def ask(self, line: str) -> str:
        """What an admin reads."""
        answer, _ = await self.operations.office.answer("SHA256:admin", "203.0.113.1", line.split())
        return answer.text

    async def data(self, line: str) -> Any:
        """What an admin's program reads."""
        answer, as_json = await self.operations.office.answer("SHA256:admin", "203.0.113.1", [*line.split(), "--json"])
        assert as_json
        return answer.data


Begin = Callable[..., Awaitable[Hosting]]

LYRA = Player("SHA256:Lyra", "Lyra")
