"""Nodes that are started on a cluster of NATS that is not whole. Run by `make cluster`."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from relspace_server.store.bucket import StoreFault, Unavailable, Value
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access

from ..ports import free_port
from ..store.nats_servers import NatsServer


async def test_one_of_three_alone_is_not_ready(trio: list[NatsServer]) -> None:
    for server in trio[1:]:
        await asyncio.to_thread(server.end)
    code = ""
    async with asyncio.timeout(30):
        while code != "nats-not-ready":  # until it has noticed that it is alone, it only takes no writes
            with pytest.raises(StoreFault, match=r"start enough of its servers|does not answer") as why:
                await NatsStore.open(Access((trio[0].url,)))
            code = why.value.code


async def opened(trio: list[NatsServer]) -> NatsStore:
    """A store, once the servers that are left have found a leader."""
    async with asyncio.timeout(30):
        while True:
            with suppress(StoreFault):
                return await NatsStore.open(Access(tuple(server.url for server in trio)))
            await asyncio.sleep(0.5)


async def read(store: NatsStore) -> Value | None:
    """What is kept, once the bucket has a leader again: each has one of its own."""
    async with asyncio.timeout(30):
        while True:
            with suppress(Unavailable):
                return await store.bucket("rooms").get("VEGA1")


async def test_two_of_three_take_a_node_whose_buckets_are_there_already(trio: list[NatsServer]) -> None:
    first = await NatsStore.open(Access(tuple(server.url for server in trio)))
    revision = await first.bucket("rooms").put("VEGA1", b"one", 0)
    await first.close()
    await asyncio.to_thread(trio[2].end)
    store = await opened(trio)
    assert await read(store) == (b"one", revision)
    await store.close()


@pytest.fixture
def duo(tmp_path: Path) -> Iterator[list[NatsServer]]:
    """A cluster that never had more than two servers."""
    routes = [free_port() for _ in range(2)]
    peers = ", ".join(f"nats://127.0.0.1:{port}" for port in routes)
    servers = [
        NatsServer(
            tmp_path / name,
            f"server_name: {name}\ncluster {{ name: relspace, listen: 127.0.0.1:{port}, routes: [{peers}] }}",
        ).start(wait=False)
        for name, port in zip(("vega", "rigel"), routes, strict=True)
    ]
    yield servers
    for server in servers:
        server.end()


async def test_two_servers_are_too_few(duo: list[NatsServer]) -> None:
    async with asyncio.timeout(40):
        while True:
            with pytest.raises(StoreFault) as why:
                await NatsStore.open(Access(tuple(server.url for server in duo)))
            if why.value.code == "nats-too-few":
                break
            assert why.value.code in ("nats-not-ready", "nats-keeps-nothing", "nats-unreachable")
            await asyncio.sleep(0.5)
    assert "3 keep each value. Start the others" in str(why.value)
