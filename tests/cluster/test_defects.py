"""A defect in taking what another node has changed costs that one change: the node goes on to hear of the next ones."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from relspace.room.commands import Say
from relspace.wire.commands import Create
from relspace_server.accounts.bans import Bans
from relspace_server.ops.motd import MessageOfTheDay
from relspace_server.ops.orders import Orders
from relspace_server.rooms.hub import Hub
from relspace_server.standing import Standing
from relspace_server.store.memory import MemoryStore

from ..rooms.people import Guest
from .nodes import Cluster, SharedMemory, eventually
from .test_two_nodes import RIGEL, TWO, VEGA, two


@pytest.fixture
async def cluster() -> AsyncIterator[Cluster]:
    """Nodes that share the memory of one process: what follows it is the same on every store."""
    memory = MemoryStore()
    cluster = Cluster(lambda: SharedMemory(memory))
    yield cluster
    await cluster.close()


class Defect:
    """Stands in the way of something once."""

    def __init__(self, does: Callable[..., Any]) -> None:
        self._does = does
        self.met = False

    def __call__(self, *given: Any) -> Any:
        if not self.met:
            self.met = True
            raise RuntimeError("a defect that nobody has foreseen")
        return self._does(*given)


@pytest.fixture
async def hubs(cluster: Cluster) -> tuple[Hub, Hub]:
    return await two(cluster)


@pytest.fixture(autouse=True)
def one_incident(caplog: pytest.LogCaptureFixture) -> Any:
    """The host is told, once."""
    yield
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert len(errors) == 1
    assert "could not be taken" in errors[0].getMessage()


async def test_rooms(hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = hubs
    defect = Defect(there._read)
    monkeypatch.setattr(there, "_read", defect)
    vega = Guest.enters(here, VEGA)
    await vega.visit.send(Create("Orion", TWO))
    await eventually(lambda: defect.met)
    code = (await vega.visit.send(Create("Lyra", TWO))).room
    await eventually(lambda: code in {room.state.code for room in there.rooms})


async def test_accounts(hubs: tuple[Hub, Hub]) -> None:
    here, there = hubs
    told: list[str] = []
    there.rankings.told = defect = Defect(lambda account, _value: told.append(account))
    await here.lookups._accounts.enter(VEGA.id, "Vega")
    await eventually(lambda: defect.met)
    await here.lookups._accounts.enter(RIGEL.id, "Rigel")
    await eventually(lambda: told == [RIGEL.id])


async def test_who_is_connected_elsewhere(hubs: tuple[Hub, Hub]) -> None:
    here, there = hubs
    there.elsewhere.heard = defect = Defect(lambda: None)
    Guest.enters(here, VEGA)
    await eventually(lambda: defect.met)
    Guest.enters(here, RIGEL)
    await eventually(lambda: there.elsewhere.sessions(RIGEL.id) == 1)


async def test_nodes(cluster: Cluster, hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    there = hubs[1]
    defect = Defect(there.clocks.see_to_lost)
    monkeypatch.setattr(there.clocks, "see_to_lost", defect)
    lost: list[str] = []
    sweep = there.settling.sweep
    monkeypatch.setattr(there.settling, "sweep", lambda rooms: (lost.append("one"), sweep(rooms)))
    store = cluster.stores["rigel-node"]
    for name in ("lyra-node", "mira-node"):
        for lives in (60_000, 0):
            await store.beat(name, lives)
            for _ in range(20):  # the node hears of each
                await asyncio.sleep(0)
    assert defect.met
    await eventually(lambda: lost == ["one"])


async def test_what_is_said_in_the_lobby(hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = hubs
    defect = Defect(there.hall._fanout.renew)
    monkeypatch.setattr(there.hall._fanout, "renew", defect)
    vega = Guest.enters(here, VEGA)
    await vega.visit.send(Say("", "anybody?"))
    await eventually(lambda: defect.met)
    await vega.visit.send(Say("", "me"))
    await eventually(lambda: [line.text for line in there.hall.lines] == ["anybody?", "me"])


async def test_bans(cluster: Cluster) -> None:
    here, there = [Bans(await cluster.store(name), lambda: cluster.world.now) for name in ("here", "there")]
    there.came = defect = Defect(lambda _ban: None)
    for bans in (here, there):
        await bans.start()
    await here.add("name", "Vega", 0, "no reason", "Mira")
    await eventually(lambda: defect.met)
    await here.add("name", "Rigel", 0, "no reason", "Mira")
    await eventually(lambda: there.of_name("Rigel") is not None)
    for bans in (here, there):
        await bans.close()


async def test_the_message_of_the_day(cluster: Cluster) -> None:
    standing, defect = Standing(), Defect(lambda: None)
    here = MessageOfTheDay(await cluster.store("here"), Standing(), lambda: None)
    there = MessageOfTheDay(await cluster.store("there"), standing, defect)
    for motd in (here, there):
        await motd.start()
    await here.set("one")
    await eventually(lambda: defect.met)
    await here.set("two")
    await eventually(lambda: standing.motd == "two")
    for motd in (here, there):
        await motd.close()


async def test_orders(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    async def does(what: str, _words: tuple[str, ...]) -> list[dict[str, Any]]:
        return [{"did": what}]

    now = lambda: cluster.world.now  # noqa: E731
    here, there = [Orders(await cluster.store(name), name, now, does) for name in ("here", "there")]
    defect = Defect(there._obey)
    monkeypatch.setattr(there, "_obey", defect)
    monkeypatch.setattr("relspace_server.ops.orders.PATIENCE", 0.05)
    for orders in (here, there):
        orders.start()
    assert (await here.give("node", (), ["there"])).silent == ("there",)
    monkeypatch.setattr("relspace_server.ops.orders.PATIENCE", 20.0)
    assert (await here.give("node", (), ["there"])).rows == [{"did": "node"}]
    for orders in (here, there):
        await orders.close()
