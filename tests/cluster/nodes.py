"""Several nodes in one process: each with its own connection to what they share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from typing_extensions import override

from relspace.room.due import Pace
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import Bucket, Node, Store, Watch
from relspace_server.store.memory import MemoryStore

from ..rooms.people import QUICK, Guest, World

SECONDS = 20.0
"""How long something may take that is waited for, however slow the machine is."""


class SharedMemory(Store):
    """What one node sees of a memory that all of them share."""

    def __init__(self, memory: MemoryStore) -> None:
        self._memory = memory
        self.up = True
        """Whether this node thinks that all is well with the store."""

    @property
    @override
    def shared(self) -> bool:
        return True

    @override
    def bucket(self, name: str) -> Bucket:
        return self._memory.bucket(name)

    @override
    async def beat(self, node: str, ttl_ms: int, *, draining: bool = False) -> None:
        await self._memory.beat(node, ttl_ms, draining=draining)

    @override
    def nodes(self) -> tuple[Node, ...]:
        return self._memory.nodes()

    @override
    def watch_nodes(self) -> Watch[tuple[Node, ...]]:
        return self._memory.watch_nodes()

    @override
    def healthy(self) -> bool:
        return self.up

    @override
    async def close(self) -> None:
        """The memory stays for the others."""


Share: TypeAlias = Callable[[], Store]


@dataclass
class Cluster:
    """Nodes, and the time that they share."""

    share: Callable[[], object]
    """Gives a node its store."""
    world: World = field(default_factory=World)
    hubs: dict[str, Hub] = field(default_factory=dict)
    stores: dict[str, Store] = field(default_factory=dict)

    async def store(self, name: str) -> Store:
        """What one node sees of what all share."""
        made = self.share()
        store = await made if asyncio.iscoroutine(made) else made
        assert isinstance(store, Store)
        self.stores[name] = store
        return store

    async def node(self, name: str, pace: Pace = QUICK) -> Hub:
        store = await self.store(name)
        drawn, each = 1_000_000 * len(self.hubs), self.world.rooms_each
        around = World(self.world.now, drawn=drawn, node=name, rooms_each=each).around(pace)
        self.hubs[name] = hub = Hub(store, around)
        await hub.start()
        return hub

    async def close(self) -> None:
        for hub in self.hubs.values():
            await hub.close()
        for store in self.stores.values():
            await store.close()


async def eventually(wanted: Callable[[], bool], seconds: float = SECONDS) -> None:
    """Waits until something has come true."""
    async with asyncio.timeout(seconds):
        while not wanted():  # noqa: ASYNC110 - for what happens in other processes there is no event
            await asyncio.sleep(0.005)


__all__ = ["Cluster", "Guest", "SharedMemory", "eventually"]
