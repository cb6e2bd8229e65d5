"""Which nodes live, as each hears it from NATS: against a real server."""

from contextlib import closing

from relspace_server.store.bucket import Node
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.store.nats_beats import GRACE_S, HeardClock

from .nats_servers import NatsServer


async def test_nodes_hear_of_each_other(nats_store: NatsStore, other: NatsStore) -> None:
    await nats_store.beat("vega", 60_000)
    with closing(other.watch_nodes()) as watch:
        while await anext(watch) != (Node("vega", False),):
            pass
        await nats_store.beat("vega", 60_000, draining=True)
        assert await anext(watch) == (Node("vega", True),)
        await other.beat("rigel", 60_000)
        assert await anext(watch) == (Node("rigel", False), Node("vega", True))
        await nats_store.beat("vega", 0)
        assert await anext(watch) == (Node("rigel", False),)


async def test_who_comes_later_knows_who_is_there(nats_server: NatsServer, nats_store: NatsStore, prefix: str) -> None:
    await nats_store.beat("vega", 60_000)
    await nats_store.beat("rigel", 60_000)
    await nats_store.beat("rigel", 0)
    late = await NatsStore.open(Access((nats_server.url,)), prefix=prefix)
    assert late.nodes() == (Node("vega", False),)
    await late.close()


async def test_a_node_that_is_killed_is_gone_for_the_others(nats_store: NatsStore, other: NatsStore) -> None:
    await nats_store.beat("vega", 60_000)
    await other.beat("rigel", 1_500)
    with closing(nats_store.watch_nodes()) as watch:
        while await anext(watch) != (Node("rigel", False), Node("vega", False)):
            pass
        await other.close()
        assert await anext(watch) == (Node("vega", False),)


def test_who_is_cut_off_takes_nobody_for_gone() -> None:
    now = 100.0
    clock = HeardClock(lambda: now)
    clock.heard()
    began = clock()
    now += 4
    clock.heard()
    assert clock() - began == 4
    now += 1_000
    assert clock() - began == 4 + GRACE_S
    clock.heard()
    assert clock() - began == 4, "those who could not be heard either have as long as before"
    now += 4
    assert clock() - began == 8
