"""Stores to test, and a guard against anything that would hold up the event loop."""

import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from blockbuster import blockbuster_ctx

from relspace_server.store.bucket import Bucket, Store
from relspace_server.store.memory import MemoryStore
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.store.sqlite import SqliteStore

from .nats_servers import NatsServer


@pytest.fixture(autouse=True)
def nothing_blocks() -> Iterator[None]:
    with blockbuster_ctx("relspace_server"):
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path)
    yield store
    await store.close()


@pytest.fixture(scope="session")
def nats_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """A NATS server for the whole run."""
    server = NatsServer(tmp_path_factory.mktemp("nats")).start()
    yield server
    server.end()


@pytest.fixture
def prefix() -> str:
    """What streams and subjects of one test begin with."""
    return f"t{secrets.token_hex(4)}"


@pytest.fixture
async def nats_store(nats_server: NatsServer, prefix: str) -> AsyncIterator[NatsStore]:
    store = await NatsStore.open(Access((nats_server.url,)), prefix=prefix)
    yield store
    await store.close()


@pytest.fixture(params=["memory", "sqlite", "nats"])
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Store]:
    if request.param == "nats":
        server: NatsServer = request.getfixturevalue("nats_server")
        store: Store = await NatsStore.open(Access((server.url,)), prefix=request.getfixturevalue("prefix"))
    else:
        store = await SqliteStore.open(path) if request.param == "sqlite" else MemoryStore()
    yield store
    await store.close()


@pytest.fixture
def bucket(store: Store) -> Bucket:
    return store.bucket("rooms")


@pytest.fixture
async def other(nats_server: NatsServer, prefix: str) -> AsyncIterator[NatsStore]:
    """A second process's store, as far as NATS can tell."""
    store = await NatsStore.open(Access((nats_server.url,)), prefix=prefix)
    yield store
    await store.close()
