"""What an admin asks for on one node holds on all of them."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from relspace.room.options import RoomOptions
from relspace.wire.messages import Notice
from relspace_server.ops import orders as orders_module
from relspace_server.ops.orders import Order, Orders, Replies
from relspace_server.ssh import wayout
from relspace_server.ssh.house import Unable
from relspace_server.store.bucket import Bucket, Unavailable

from ..ops.hosting import Hosting, Session
from .hosts import Hosts
from .nodes import Cluster, eventually


async def three(hosts: Hosts) -> tuple[Session, Session, Session]:
    """Vega and Lyra on one node, and Rigel on the other."""
    here, there = await hosts.pair()
    return await here.enter("Vega"), await here.enter("Lyra"), await there.enter("Rigel")


def node(hosts: Hosts, name: str) -> Hosting:
    return hosts.hosts[f"{name}-node"]


async def until(bucket: Bucket, keys: list[str]) -> None:
    """Waits until a bucket keeps these keys; a server that is too busy to list them is asked again."""
    while True:
        with suppress(Unavailable):
            if [key for key, _ in await bucket.scan("")] == keys:
                return
        await asyncio.sleep(0.02)


async def test_everybody_is_listed_with_the_node(hosts: Hosts) -> None:
    await three(hosts)
    for host in hosts.hosts.values():
        people = await host.data("sessions")
        assert {(one["name"], one["node"]) for one in people} == {
            ("Vega", "vega-node"),
            ("Lyra", "vega-node"),
            ("Rigel", "rigel-node"),
        }
        head, *rows = (await host.ask("sessions")).splitlines()
        assert head.endswith("node")
        assert len(rows) == 3


async def test_what_runs_is_said_of_each_node(hosts: Hosts) -> None:
    await three(hosts)
    node(hosts, "rigel").house.logins.refuse("rate")
    pages = (await node(hosts, "vega").ask("status")).split("\n\n")
    first = {page.splitlines()[0]: page for page in pages}
    assert sorted(first) == ["node       rigel-node", "node       vega-node (this one)"]
    assert "sessions   2 of at most" in first["node       vega-node (this one)"]
    assert "connections 1 (rate)" in first["node       rigel-node"]
    assert {(row["node"], row["this"]) for row in await node(hosts, "rigel").data("status")} == {
        ("vega-node", False),
        ("rigel-node", True),
    }


async def test_more_people_than_one_answer_holds(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders_module, "ROWS", 2)
    here, there = await hosts.pair()
    for number in range(5):
        await there.enter("Mira", session=f"s{number}")
    assert {one["session"] for one in await here.data("sessions")} == {f"s{number}" for number in range(5)}


@pytest.mark.parametrize("who", ["rigel", "SHA256:Rigel", "s-Rigel"])
async def test_somebody_on_another_node_is_kicked(hosts: Hosts, who: str) -> None:
    vega, _, rigel = await three(hosts)
    assert await node(hosts, "vega").ask(f"kick {who} --reason too loud") == "1 session is ended."
    assert rigel.endings == [wayout.sent_away("too loud")]
    assert vega.endings == []
    with pytest.raises(Unable, match="Nobody here is called 'Mira'"):
        await node(hosts, "vega").ask("kick Mira")


async def test_what_was_done_everywhere_is_in_the_audit_log_once(hosts: Hosts) -> None:
    await three(hosts)
    await node(hosts, "vega").ask("kick Rigel")
    node(hosts, "rigel").world.now += 1
    await node(hosts, "rigel").ask("say be kind")
    for host in hosts.hosts.values():
        assert [one["words"] for one in await host.data("audit")] == ["kick Rigel", "say be kind"]


@pytest.mark.parametrize("ban", ["name rigel", "account Rigel", "key SHA256:Rigel", "network 192.0.2.0/24"])
async def test_a_ban_tells_whose_sessions_it_has_ended_on_all_nodes(hosts: Hosts, ban: str) -> None:
    vega, lyra, rigel = await three(hosts)
    banned = await node(hosts, "vega").data(f"ban {ban} --reason too loud")
    ended = {one["name"] for one in banned["ended"]}
    assert ended == ({"Vega", "Lyra", "Rigel"} if ban.startswith("network") else {"Rigel"})
    assert all(bool(one.endings) == (one.visitor.suggested_name in ended) for one in (vega, lyra, rigel))
    await node(hosts, "rigel").ask(f"unban {banned['id']}")
    await eventually(lambda: node(hosts, "vega").bans.number == 0)


async def test_a_line_is_told_to_everybody(hosts: Hosts) -> None:
    got: dict[str, list[Notice]] = {}
    for session in await three(hosts):
        heard = got[session.visitor.session] = []
        session.visit._receive = lambda frame, heard=heard: (  # type: ignore[misc]
            heard.append(frame.message) if isinstance(frame.message, Notice) else None
        )
    assert await node(hosts, "rigel").ask("say The server \x1b[2Jmoves at noon") == "3 sessions are told."
    await eventually(lambda: all(len(heard) == 1 for heard in got.values()))
    assert {notice for heard in got.values() for notice in heard} == {
        Notice("host", text="The server [2Jmoves at noon")
    }


async def test_the_message_of_the_day_and_rooms_are_the_same_everywhere(hosts: Hosts) -> None:
    _, _, rigel = await three(hosts)
    await node(hosts, "vega").ask("motd be kind")
    await eventually(lambda: node(hosts, "rigel").house.standing.motd == "be kind")
    hub = node(hosts, "rigel").hub
    code = await hub.open(rigel.visit.player, rigel.visit.session, "", RoomOptions(seats=2), 0, "")
    assert await node(hosts, "vega").ask(f"close {code}") == f"Room {code} is closed."
    await eventually(lambda: hub.rooms == ())


async def test_one_node_is_drained_from_another(hosts: Hosts) -> None:
    await three(hosts)
    here, there = node(hosts, "vega"), node(hosts, "rigel")
    with pytest.raises(Unable, match="There is no node 'lyra': `nodes` lists them"):
        await here.ask("drain lyra")
    assert await here.ask("drain rigel --now") == "The server stops."
    assert there.house.stopping.is_set()
    assert not here.house.standing.draining
    rows = {one["node"]: one for one in await here.data("nodes")}
    assert (rows["rigel-node"]["draining"], rows["vega-node"]["draining"]) == (True, False)
    assert (rows["vega-node"]["sessions"], rows["rigel-node"]["sessions"]) == (2, 1)
    text = await here.ask("nodes")
    assert [line.split("  ")[-1] for line in text.splitlines()] == ["state", "draining", "open (this one)"]
    await here.ask("drain --now")
    assert here.house.stopping.is_set()


async def test_all_workers_of_a_server_drain_together(hosts: Hosts) -> None:
    one, other = await hosts.start("a", "machine"), await hosts.start("b", "machine")
    third = await hosts.start("c")
    assert await third.ask("drain b --now") == "The server stops."
    assert one.house.stopping.is_set()
    assert other.house.stopping.is_set()
    assert not third.house.standing.draining


async def test_all_nodes_read_their_settings_again(hosts: Hosts) -> None:
    here, there = await hosts.pair()
    for host in (here, there):
        host.reread.append(replace(host.settings, guests=False))
    assert await here.ask("reload") == "Changed: guests.\nKeys of admins: 0; every key may come in."
    assert there.house.settings.guests is False
    here.reread.append(here.settings)
    there.reread.append(replace(there.settings, admin_keys="/missing"))
    with pytest.raises(Unable, match=r"Node rigel-node: .*Nothing has changed") as why:
        await here.ask("reload")
    assert "Node vega-node: Changed: guests." in str(why.value)
    assert here.house.settings.guests is True


async def test_a_node_that_does_not_answer_is_told_of_and_does_nothing_later(
    hosts: Hosts, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders_module, "PATIENCE", 0.2)
    vega, _, rigel = await three(hosts)
    here, there = node(hosts, "vega"), node(hosts, "rigel")
    await there.operations._orders.close()
    assert await here.ask("kick Vega") == (
        "1 session is ended.\nNode rigel-node did not answer. Ask again in a moment."
    )
    assert vega.endings
    with pytest.raises(Unable, match="Node rigel-node did not answer"):
        await here.ask("kick Rigel")
    bucket = cluster.stores["vega-node"].bucket("orders")
    await until(bucket, [])
    assert rigel.endings == []


@pytest.mark.parametrize("cluster", ["nats"], indirect=True)
async def test_without_the_store_an_admin_still_sees_who_is_here(hosts: Hosts, cluster: Cluster) -> None:
    await three(hosts)
    here = node(hosts, "vega")
    await cluster.stores["vega-node"].close()
    people = await here.data("sessions")
    assert {one["name"] for one in people} == {"Vega", "Lyra"}


async def test_what_a_dead_node_asked_for_is_removed_and_never_done(cluster: Cluster) -> None:
    store = await cluster.store("vega-node")
    now = cluster.world.now
    done: list[str] = []

    async def do(what: str, _words: tuple[str, ...]) -> list[dict[str, Any]]:
        done.append(what)
        return []

    old, new = Order("kick", ("Vega", ""), ("gone",), now - 120_000), Order("kick", ("Vega", ""), ("gone",), now)
    for key, order in (("old", old), ("new", new)):
        await store.bucket("orders").put(key, orders_module._CODEC.pack(Order, order), 0)
    await store.bucket("orders").put("old.rigel.0000", b"", 0)
    orders = Orders(store, "vega-node", lambda: now, do)
    orders.start()
    await until(store.bucket("orders"), ["new"])
    assert await orders.give("sessions", (), []) == Replies([])
    await orders.close()
    assert done == []
