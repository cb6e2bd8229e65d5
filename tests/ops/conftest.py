"""Servers without a port, which end with the test."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from relspace_server.store.bucket import Store
from relspace_server.store.memory import MemoryStore

from .hosting import Begin, Hosting


@pytest.fixture
async def begin(tmp_path: Path) -> AsyncIterator[Begin]:
    """Starts servers, and stops them at the end."""
    begun: list[Hosting] = []

    async def start(store: Store | None = None, **changes: Any) -> Hosting:
        hosting = await Hosting.begins(store or MemoryStore(), tmp_path, **changes)
        begun.append(hosting)
        return hosting

    yield start
    for hosting in begun:
        await hosting.ends()


@pytest.fixture
async def host(begin: Begin) -> Hosting:
    """A server with nobody in it."""
    return await begin()
