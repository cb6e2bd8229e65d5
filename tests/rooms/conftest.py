"""One node on a store in memory."""

from collections.abc import AsyncIterator

import pytest

from relspace_server.rooms.hub import Hub
from relspace_server.store.memory import MemoryStore

from .people import World, started


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
async def hub(store: MemoryStore, world: World) -> AsyncIterator[Hub]:
    hub = await started(store, world)
    yield hub
    await hub.close()
