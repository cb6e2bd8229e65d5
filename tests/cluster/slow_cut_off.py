"""Nodes that are cut off from NATS for longer than a node lives without a beat. Run by `make cluster`."""

import asyncio
import gc
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from relspace.room.commands import MakeMove
from relspace_server.rooms.nodes import LIVES
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access

from ..store.nats_servers import NatsServer
from .nodes import Cluster, eventually
from .test_two_nodes import at_play, mover, two


@pytest.fixture
async def parted(tmp_path: Path) -> AsyncIterator[tuple[Cluster, NatsServer]]:
    server = await asyncio.to_thread(NatsServer(tmp_path).start)
    cluster = Cluster(lambda: NatsStore.open(Access((server.url,))))
    yield cluster, server
    await cluster.close()
    server.end()


# nats-py leaves a connection that does not answer pings to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
async def test_who_is_cut_off_takes_nobody_for_gone_and_play_goes_on_afterwards(
    parted: tuple[Cluster, NatsServer],
) -> None:
    cluster, server = parted
    here, there = await two(cluster)
    vega, rigel, code = await at_play(here, there)
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(LIVES / 1000 + 8)
    assert not any(store.healthy() for store in cluster.stores.values())
    server.process.send_signal(signal.SIGCONT)
    await eventually(lambda: all(store.healthy() for store in cluster.stores.values()))
    await asyncio.sleep(8)
    for hub in (here, there):
        assert len(hub.nodes.others) == 1
        assert [seat.session for seat in hub.room(code).state.seats] == [vega.visit.session, rigel.visit.session]
    one, view = mover(vega, rigel), vega.snapshot.view
    assert view is not None
    await one.visit.send(MakeMove(code, one.snapshot.legal[0].move, view.ply))
    for other in (vega, rigel):
        await other.until(lambda other=other: other.snapshot.view.ply > view.ply)  # type: ignore[misc]
    gc.collect()
