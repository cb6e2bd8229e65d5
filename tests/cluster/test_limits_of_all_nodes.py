"""Names of guests, and limits of an account, hold over all nodes: also of those who come at the same moment."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from relspace.errors import Illegal, NotNow
from relspace.room.options import RoomOptions
from relspace.text import name_key
from relspace.wire.commands import Create, Leave, Rename
from relspace_server.accounts.guest_names import GuestNames
from relspace_server.accounts.names import Names
from relspace_server.ops.surplus import FRESH
from relspace_server.rooms import elsewhere as elsewhere_module
from relspace_server.rooms.tickets import KEPT
from relspace_server.ssh import wayout
from relspace_server.store.bucket import Store

from ..ops.hosting import Hosting, Session
from ..rooms.people import Guest
from .hosts import Hosts
from .nodes import Cluster, eventually
from .test_two_nodes import RIGEL, VEGA, two


def names_of(store: Store, node: str, living: Callable[[], tuple[str, ...]] = lambda: ("vega", "rigel")) -> Names:
    names = Names(store)
    names.shared = GuestNames(store, node, living)
    return names


async def pair(cluster: Cluster) -> tuple[Names, Names]:
    """The names of two nodes."""
    return names_of(await cluster.store("vega"), "vega"), names_of(await cluster.store("rigel"), "rigel")


# ── names of guests ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_two_guests_on_two_nodes_have_two_names(cluster: Cluster) -> None:
    here, there = await pair(cluster)
    assert await here.lend("Vega") == "Vega"
    assert await there.lend("vega") != "vega"
    with pytest.raises(Illegal, match="name-taken"):
        await there.lend_exactly("VEGA", "Rigel")
    here.hand_back("Vega")
    assert here.shared is not None
    await here.shared.close()
    assert await there.lend_exactly("Vega", "Rigel") == "Vega"


async def test_of_guests_who_come_at_the_same_moment_no_two_have_one_name(cluster: Cluster) -> None:
    nodes = await pair(cluster)
    lent = await asyncio.gather(*(nodes[number % 2].lend("Vega") for number in range(10)))
    assert len({name_key(name) for name in lent}) == 10
    assert "Vega" in lent


async def test_a_guest_and_an_account_that_come_at_the_same_moment_have_two_names(cluster: Cluster) -> None:
    here, there = await pair(cluster)
    for number in range(10):
        suggestion = f"Vega{chr(97 + number)}"
        guest, account = await asyncio.gather(here.lend(suggestion), there.take(f"SHA256:{number}", suggestion))
        assert name_key(guest) != name_key(account)


async def test_no_account_takes_the_name_of_a_guest_on_another_node(cluster: Cluster) -> None:
    here, there = await pair(cluster)
    await here.lend("Vega")
    with pytest.raises(Illegal, match="name-taken"):
        await there.claim("SHA256:rigel", "Vega")
    assert name_key(await there.take("SHA256:rigel", "Vega")) != name_key("Vega")
    assert await there.owner("Vega") is None


async def test_what_a_node_has_lent_that_is_gone_is_free(cluster: Cluster) -> None:
    here, _ = await pair(cluster)
    await here.lend("Vega")
    await here.lend("Lyra")
    later = names_of(await cluster.store("deneb"), "deneb", lambda: ("rigel", "deneb"))
    assert later.shared is not None
    assert await later.lend("Vega") == "Vega"
    assert await later.claim("SHA256:rigel", "Lyra") == "Lyra"
    await later.shared.sweep()
    bucket = cluster.stores["deneb"].bucket("guests")
    assert [(key, value.data) for key, value in await bucket.scan("")] == [(name_key("Vega"), b"deneb")]


async def test_a_name_is_lent_again_at_once_on_the_same_node(cluster: Cluster) -> None:
    here, there = await pair(cluster)
    for _ in range(5):
        assert await here.lend("Vega") == "Vega"
        here.hand_back("Vega")
    assert await here.lend("Vega") == "Vega"
    assert here.shared is not None
    await here.shared.close()
    assert await there.lend("Vega") != "Vega"


async def test_guests_of_two_servers(hosts: Hosts) -> None:
    here, there = await hosts.pair()
    vega, other = await here.enter("Vega", guest=True), await there.enter("Vega", guest=True, session="s2")
    assert name_key(vega.visit.player.name) != name_key(other.visit.player.name)
    with pytest.raises(Illegal, match="name-taken"):
        await other.visit.send(Rename("Vega"))
    await eventually(lambda: there.hub.elsewhere.guests() == {"Vega"})
    here.desk.session_ended(vega.visitor)

    async def renamed() -> bool:
        try:
            await other.visit.send(Rename("Vega"))
        except Illegal:
            return False
        return True

    async with asyncio.timeout(10):
        while not await renamed():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    assert other.visit.player.name == "Vega"


# ── sessions of an account ───────────────────────────────────────────────────────────────────────────────────────────


async def enter(host: Hosting, session: str) -> Session:
    """Vega comes in once more, as `Running` lets people in."""
    assert host.house.sessions.enter("SHA256:Vega", "192.0.2.7") is None
    return await host.enter("Vega", session=session)


def tell_others(*nodes: Hosting, on: bool) -> None:
    """Whether these tell the others who is there, as they do every half second."""
    for node in nodes:
        node.hub.elsewhere._left = not on


async def test_who_comes_in_on_several_nodes_at_once_has_no_more_sessions_than_one_may_have(hosts: Hosts) -> None:
    """No node knows yet of those of the others, so all let them in; then those that came last are ended."""
    nodes = await hosts.pair()
    tell_others(*nodes, on=False)
    sessions = []
    for number in range(6):
        host = nodes[number % 2]
        host.world.now += number
        sessions.append(await enter(host, f"s{number}"))
    ended = [one for one in sessions if one.endings]
    assert not ended
    tell_others(*nodes, on=True)

    def are_ended() -> bool:
        return sum(bool(one.endings) for one in sessions) == 3

    await eventually(are_ended)
    assert all(one.endings == [wayout.ACCOUNT_FULL] for one in sessions if one.endings)
    assert not any(one.endings for one in sessions[:2])
    assert sum(host.house.counts.sessions_refused["account"] for host in nodes) == 3
    for host in nodes:
        assert host.house.sessions.enter("SHA256:Vega", "192.0.2.7") == "account"


async def test_sessions_that_have_gone_on_for_long_stay(hosts: Hosts) -> None:
    here, there = await hosts.pair()
    old = [await enter(here, f"s{number}") for number in range(2)]
    here.world.now += FRESH
    here.house.adopt(replace(here.settings, max_sessions_per_account=1))
    await there.enter("Rigel")
    await eventually(lambda: here.hub.elsewhere.sessions("SHA256:Rigel") == 1)
    assert not any(one.endings for one in old)


async def test_more_people_than_one_value_holds_are_known_elsewhere(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere_module, "EACH", 2)
    here, there = await two(cluster)
    guests = [Guest.enters(here, VEGA, f"s{number}") for number in range(5)]
    await eventually(lambda: there.elsewhere.sessions(VEGA.id) == 5)
    for guest in guests[:4]:
        guest.visit.close()
    await eventually(lambda: there.elsewhere.sessions(VEGA.id) == 1)
    await here.close()
    del cluster.hubs["vega-node"]
    assert await cluster.stores["rigel-node"].bucket("present").scan("vega-node") == []


# ── rooms of an account ──────────────────────────────────────────────────────────────────────────────────────────────

ROOM = RoomOptions(seats=2, clock=0)


async def test_who_opens_rooms_on_several_nodes_at_once_has_no_more_than_one_may_have(cluster: Cluster) -> None:
    cluster.world.rooms_each = 5
    hubs = await two(cluster)
    people = [Guest.enters(hub, VEGA, f"s{n}") for n, hub in enumerate(hubs * 5)]
    opened = await asyncio.gather(*(one.visit.send(Create("", ROOM)) for one in people), return_exceptions=True)
    refused = [one for one in opened if isinstance(one, NotNow)]
    assert [one.code for one in refused] == ["too-many-of-yours"] * 5
    await eventually(lambda: all(len(hub.rooms) == 5 for hub in hubs))
    await Guest.enters(hubs[0], RIGEL).visit.send(Create("", ROOM))


async def test_rooms_of_another_node_count_and_those_that_are_closed_do_not(cluster: Cluster) -> None:
    cluster.world.rooms_each = 2
    here, there = await two(cluster)
    vega, again = Guest.enters(here, VEGA, "one"), Guest.enters(there, VEGA, "two")
    codes = [(await vega.visit.send(Create("", ROOM))).room for _ in range(2)]
    await eventually(lambda: len(there.rooms) == 2)
    with pytest.raises(NotNow, match="too-many-of-yours"):
        await again.visit.send(Create("", ROOM))
    await vega.visit.send(Leave(codes[1]))
    await eventually(lambda: len(there.rooms) == 1)
    there._tickets._now = lambda: cluster.world.now + KEPT
    await again.visit.send(Create("", ROOM))
    there._tickets._now = lambda: cluster.world.now + 2 * KEPT
    await there._tickets.sweep()
    assert await cluster.stores["vega-node"].bucket("opening").scan("") == []
