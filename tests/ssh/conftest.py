"""Servers on a real port, whose game is a toy."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from blockbuster import blockbuster_ctx

from relspace_server.ssh.listener import Listener

from ..impatient import ImpatientLoop
from .house import House, ToyDoor, settings


@pytest.fixture(autouse=True)
def nothing_blocks() -> Iterator[None]:
    """A call that would keep everybody waiting fails the test; but for reading the host key, before anybody is in."""
    with blockbuster_ctx(["relspace_server", "relspace_client"]) as blockbuster:
        for function in blockbuster.functions.values():
            function.can_block_in("relspace_server/ssh/hostkey.py", {"host_key", "_made"})
        yield


@pytest.fixture
async def open_house(tmp_path: Path) -> AsyncIterator[Callable[..., Awaitable[House]]]:
    """Starts servers, and stops them at the end."""
    houses: list[House] = []

    async def start(**changes: Any) -> House:
        door = ToyDoor()
        listener = Listener(settings(tmp_path, **changes), door)
        await listener.start()
        houses.append(House(listener, door))
        return houses[-1]

    yield start
    for house in houses:
        for client in house.clients:
            client.close()
            await client.wait_closed()
        await house.listener.drain()


@pytest.fixture
async def house(open_house: Callable[..., Awaitable[House]]) -> House:
    """A server with nobody in it."""
    return await open_house()


@pytest.fixture(scope="session")
def key() -> asyncssh.SSHKey:
    """Somebody's key."""
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture
def impatient() -> Iterator[asyncio.Runner]:
    """Runs what waits for nothing but the clock."""
    with asyncio.Runner(loop_factory=ImpatientLoop) as runner:
        yield runner
