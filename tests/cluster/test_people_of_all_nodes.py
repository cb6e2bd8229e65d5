"""What is kept of people, and who may come in, is the same on all nodes."""

import asyncio
from pathlib import Path

import pytest

from relspace.wire.commands import Create, Rename, SaveSettings
from relspace.wire.messages import Me
from relspace.wire.settings import PlayerSettings
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.bans import Ban, Bans
from relspace_server.config import CannotStart, Settings
from relspace_server.people import People
from relspace_server.ssh.hostkey import host_key
from relspace_server.ssh.limits import Sessions
from relspace_server.ssh.shared_key import agree_on_host_key
from relspace_server.store.memory import MemoryStore

from ..rooms.people import Guest
from .nodes import Cluster, SharedMemory, eventually
from .test_two_nodes import RIGEL, TWO, VEGA, two


async def both(cluster: Cluster) -> tuple[People, People]:
    """The people of both nodes, who follow each other."""
    hubs = await two(cluster)
    people = []
    for hub, store in zip(hubs, cluster.stores.values(), strict=True):
        one = People(Accounts(store, hub.around.now), hub)
        people.append(one)
    return people[0], people[1]


async def enters(people: People, key: str) -> Guest:
    """Somebody with an account comes in."""
    person = people.of(await people.accounts.enter(key, "Vega"))
    guest = Guest(people.hub.visit(person.player, "s", person))
    guest.visit.open(guest.receive)
    return guest


def me(guest: Guest) -> Me:
    found = guest.last(Me)
    assert isinstance(found, Me)
    return found


async def test_a_new_name_and_settings_reach_the_other_connections_of_the_account(cluster: Cluster) -> None:
    here, there = await both(cluster)
    first, second = await enters(here, VEGA.id), await enters(there, VEGA.id)
    code = (await second.visit.send(Create("Orion", TWO))).room
    await first.visit.send(Rename("Lyra"))
    await second.until(lambda: me(second).name == "Lyra")
    await second.until(lambda: second.snapshot.seats[0].name == "Lyra")
    await second.visit.send(SaveSettings(PlayerSettings(bell=not PlayerSettings().bell)))
    await first.until(lambda: me(first).settings.bell != PlayerSettings().bell)
    assert second.visit.room == code


async def test_sessions_end_whose_key_was_untied_on_another_node(cluster: Cluster) -> None:
    here, there = await both(cluster)
    guest = await enters(there, VEGA.id)
    await here.accounts.enter(VEGA.id, "Vega")
    await here.accounts.add_key(VEGA.id, "SHA256:second")
    await eventually(lambda: there._known[VEGA.id].keys == (VEGA.id, "SHA256:second"))
    lost: list[str] = []
    there.lost_key = lost.append
    await here.accounts.lose_key(VEGA.id, "SHA256:second")
    await eventually(lambda: lost == ["SHA256:second"])
    assert guest.visit.player.id == VEGA.id


async def test_a_ban_ends_sessions_on_the_other_node(cluster: Cluster) -> None:
    await two(cluster)
    stores = list(cluster.stores.values())
    here, there = (Bans(store, lambda: cluster.world.now) for store in stores)
    told: list[tuple[str, Ban]] = []
    here.came = lambda ban: told.append(("here", ban))
    there.came = lambda ban: told.append(("there", ban))
    await here.start()
    await there.start()
    ban = await here.add("name", "Rigel", 0, "no reason", "Vega")
    await eventually(lambda: there.of_player(RIGEL.id, "rigel") == ban)
    await here.lift(ban.id)
    await eventually(lambda: there.of_player(RIGEL.id, "rigel") is None)
    assert told == [("there", ban)]
    await here.close()
    await there.close()


def test_sessions_on_other_nodes_count() -> None:
    sessions = Sessions(Settings(max_sessions_per_account=3))
    sessions.elsewhere = {VEGA.id: 2, RIGEL.id: 3}.__getitem__
    assert sessions.enter(VEGA.id, "192.0.2.1") is None
    assert sessions.enter(VEGA.id, "192.0.2.1") == "account"
    assert sessions.enter(RIGEL.id, "192.0.2.1") == "account"


async def test_all_nodes_have_one_host_key(tmp_path: Path) -> None:
    memory = MemoryStore()
    keys = [host_key(tmp_path / name).get_fingerprint() for name in ("vega", "rigel")]
    await asyncio.gather(*(agree_on_host_key(SharedMemory(memory), keys[0]) for _ in range(3)))
    with pytest.raises(CannotStart, match="Copy ssh_host_ed25519_key from the data folder of another node"):
        await agree_on_host_key(SharedMemory(memory), keys[1])
    await agree_on_host_key(SharedMemory(memory), keys[0])
