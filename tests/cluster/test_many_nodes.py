"""What a node does less often the more of them there are."""

import pytest

from relspace.room.state import Player
from relspace_server.rooms.elsewhere import FEW
from relspace_server.rooms.hub import Hub
from relspace_server.store.memory import MemoryStore

from ..rooms.people import Guest, World
from .nodes import SharedMemory


@pytest.mark.parametrize(("nodes", "told"), [(1, 6), (FEW, 3), (2 * FEW, 2)])
async def test_of_many_nodes_each_tells_less_often_who_is_there(nodes: int, told: int) -> None:
    memory = MemoryStore()
    for number in range(nodes):
        await memory.beat(f"node{number}", 60_000)
    hub = Hub(SharedMemory(memory), World().around())
    await hub.nodes.enter()
    revisions = set()
    for number in range(6):
        Guest.enters(hub, Player(f"SHA256:{number}", f"Vega{number}"))
        await hub.elsewhere.tell()
        value = await memory.bucket("present").get("node")
        revisions.add(value.revision if value else 0)
    assert len(revisions - {0}) == told
    await hub.close()
