"""Nodes that share rooms: in the memory of one process, and on a real NATS server."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncssh
import pytest

from relspace_server.ops import orders
from relspace_server.store.memory import MemoryStore
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access

from ..store.nats_servers import NatsServer, three
from .hosts import Hosts
from .nodes import SECONDS, Cluster, SharedMemory
from .servers import Servers


@pytest.fixture(scope="session")
def cluster_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """A NATS server for all tests of this folder."""
    server = NatsServer(tmp_path_factory.mktemp("nats"))
    try:
        yield server.start()
    finally:
        server.end()


@pytest.fixture(params=["memory", "nats"])
async def cluster(request: pytest.FixtureRequest) -> AsyncIterator[Cluster]:
    if request.param == "memory":
        memory = MemoryStore()
        cluster = Cluster(lambda: SharedMemory(memory))
    else:
        server: NatsServer = request.getfixturevalue("cluster_server")
        prefix = f"c{abs(hash(request.node.name)) % 10**8}"
        cluster = Cluster(lambda: NatsStore.open(Access((server.url,)), prefix=prefix))
    yield cluster
    await cluster.close()


@pytest.fixture
async def hosts(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hosts]:
    """Servers of one cluster without a port; they wait for each other's answers however slow this machine is."""
    monkeypatch.setattr(orders, "PATIENCE", SECONDS)
    hosts = Hosts(tmp_path, cluster)
    yield hosts
    await hosts.close()


@pytest.fixture
def own_nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """A NATS server for one test."""
    server = NatsServer(tmp_path_factory.mktemp("nats"))
    try:
        yield server.start()
    finally:
        server.end()


@pytest.fixture
def trio(tmp_path: Path) -> Iterator[list[NatsServer]]:
    """Three NATS servers of one cluster, for one test."""
    servers = three(tmp_path)
    yield servers
    for server in servers:
        server.end()


@pytest.fixture(scope="session")
def keys() -> dict[str, asyncssh.SSHKey]:
    """The keys of two people."""
    return {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("vega", "rigel")}


@pytest.fixture
async def servers(tmp_path: Path, own_nats: NatsServer) -> AsyncIterator[Servers]:
    """Nodes on a NATS server of their own."""
    servers = Servers(tmp_path, own_nats.url)
    yield servers
    await servers.stop()
