"""Whose seat it is does not depend on where the rooms are kept: whoever held it takes it back, nobody else unasked."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from relspace.room.commands import Recover, Say
from relspace.room.update import SERVER
from relspace.wire.commands import Join, Watch
from relspace_server.rooms.hub import Hub
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.store.sqlite import SqliteStore

from ..rooms.people import Guest
from ..store.nats_servers import NatsServer
from .nodes import Cluster, eventually
from .test_two_nodes import NEVER, VEGA, at_play


@pytest.fixture(params=["sqlite", "nats"])
async def hub(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Hub]:
    """One node on each of the two stores."""
    if request.param == "sqlite":
        cluster = Cluster(lambda: SqliteStore.open(tmp_path / "relspace.db"))
    else:
        server: NatsServer = request.getfixturevalue("cluster_server")
        prefix = f"t{abs(hash(request.node.name)) % 10**8}"
        cluster = Cluster(lambda: NatsStore.open(Access((server.url,)), prefix=prefix))
    yield await cluster.node("vega-node", NEVER)
    await cluster.close()


def sessions(hub: Hub, code: str) -> list[str]:
    return [seat.session for seat in hub.room(code).state.seats]


async def test_a_connection_that_looks_on_takes_no_seat_that_it_did_not_ask_for(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub, hub)
    onlooker = Guest.enters(hub, VEGA, "another terminal")
    await onlooker.visit.send(Watch(code))
    vega.visit.close()
    await rigel.until(lambda: rigel.snapshot.seats[0].presence == "away")
    await rigel.visit.send(Say(code, "Vega?"))
    await hub._tasks.finish("take back")  # if anything was begun, it is done
    assert sessions(hub, code) == ["", rigel.visit.session]
    await onlooker.visit.send(Join(code))
    assert sessions(hub, code) == [onlooker.visit.session, rigel.visit.session]


async def test_a_connection_whose_seat_was_marked_away_though_it_is_there_takes_it_back(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub, hub)
    onlooker = Guest.enters(hub, VEGA, "another terminal")
    await onlooker.visit.send(Watch(code))
    await hub.change(code, Recover(()), SERVER)
    await eventually(lambda: sessions(hub, code) == [vega.visit.session, rigel.visit.session])
    assert not onlooker.notices
