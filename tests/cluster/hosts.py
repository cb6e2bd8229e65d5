"""Servers of one cluster without a port, each with an admin's office."""

import asyncio
import socket
from dataclasses import dataclass, field
from pathlib import Path

from relspace_server.accounts.guest_names import GuestNames
from relspace_server.ops.reports import Tether
from relspace_server.ops.surplus import end_surplus

from ..ops.hosting import Hosting
from ..rooms.people import World
from .nodes import Cluster, eventually


@dataclass
class Hosts:
    """The servers, by the names of their nodes."""

    folder: Path
    cluster: Cluster
    hosts: dict[str, Hosting] = field(default_factory=dict)
    lines: list[socket.socket] = field(default_factory=list)
    """The other ends of those of workers."""

    async def start(self, node: str, server: str = "", **changes: object) -> Hosting:
        """Starts one, as `bootstrap` puts it together; a worker, if a server is named."""
        store = await self.cluster.store(node)
        tether = None
        if server:
            watched, line = socket.socketpair()
            self.lines.append(watched)
            tether = Tether(len(self.lines) - 1, server, line)
        folder = self.folder / node
        folder.mkdir()
        world = World(self.cluster.world.now, drawn=1_000_000 * (len(self.hosts) + 1), node=node)
        host = self.hosts[node] = await Hosting.begins(store, folder, world, tether, **changes)
        names = host.desk._accounts.names
        names.shared = GuestNames(store, node, lambda: host.hub.nodes.living)
        names.shared.elsewhere = host.hub.elsewhere.guests
        host.house.sessions.elsewhere = host.hub.elsewhere.sessions
        host.hub.elsewhere.heard = lambda: end_surplus(host.house, host.hub)
        await eventually(lambda: all(len(one.hub.nodes.living) == len(self.hosts) for one in self.hosts.values()))
        return host

    async def pair(self) -> tuple[Hosting, Hosting]:
        """Two."""
        return await self.start("vega-node"), await self.start("rigel-node")

    async def close(self) -> None:
        for line in self.lines:
            line.close()
        await asyncio.gather(*(host.ends() for host in self.hosts.values()))
