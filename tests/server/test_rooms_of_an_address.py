"""Rooms are counted by the address from which they were opened, as sessions are."""

from dataclasses import replace

import pytest

from relspace.errors import NotNow
from relspace.wire.commands import Create
from relspace_server.accounts.accounts import Accounts
from relspace_server.desk import Desk
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.door import Visitor
from relspace_server.store.memory import MemoryStore

from ..rooms.people import World


@pytest.mark.parametrize(
    ("first", "same", "other"),
    [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ("2001:db8:0:1::7", "2001:db8:0:1:ffff::8", "2001:db8:0:2::7"),
    ],
)
async def test_whoever_comes_from_the_same_address_shares_its_rooms(first: str, same: str, other: str) -> None:
    hub = Hub(MemoryStore(), replace(World().around(), max_rooms_per_address=1))
    await hub.start()
    desk = Desk(hub, Accounts(MemoryStore(), lambda: 0))

    async def opens(name: str, address: str) -> None:
        access = await desk.open_api(Visitor(f"SHA256:{name}", False, name, address, name))
        access.link.open(lambda _frame: None)
        await access.link.send(Create())

    await opens("vega", first)
    with pytest.raises(NotNow, match="too-many-of-address"):
        await opens("rigel", same)
    await opens("lyra", other)
    await hub.close()
