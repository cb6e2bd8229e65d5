"""Workers that are killed: what takes longer. Run by `make cluster`."""

import asyncio
import os
import signal

import asyncssh

from ..e2e.server import free_port
from .servers import Servers, enters, newest
from .test_workers import children, on_two_workers, servers

__all__ = ["servers"]


async def test_a_worker_that_is_killed_is_started_anew_and_its_people_go_on(
    servers: Servers, keys: dict[str, asyncssh.SSHKey]
) -> None:
    server = await servers.start("--workers", "2", port=free_port())
    vega, rigel, room, at = await on_two_workers(server, keys)

    os.kill(at, signal.SIGKILL)
    async with asyncio.timeout(20):
        while not vega.closed:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await rigel.ask("leave")
    back = await enters(server.port, "vega", keys["vega"])
    await back.ask("join", room=room, take_over=True)
    assert newest(back)["you"] == 1
    async with asyncio.timeout(20):
        while len(set(children(server.process.pid)) - {at}) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert "is started anew" in server.log
    assert await asyncio.to_thread(server.stop) == 0
