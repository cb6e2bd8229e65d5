"""Stores to test, and a guard against anything that would hold up the event loop."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from blockbuster import blockbuster_ctx

from relspace_server.store.bucket import Bucket, Store
from relspace_server.store.memory import MemoryStore
from relspace_server.store.sqlite import SqliteStore


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


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Store]:
    store = await SqliteStore.open(path) if request.param == "sqlite" else MemoryStore()
    yield store
    await store.close()


@pytest.fixture
def bucket(store: Store) -> Bucket:
    return store.bucket("rooms")
