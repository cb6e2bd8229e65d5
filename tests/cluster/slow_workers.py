"""Workers that are killed: what takes longer. Run by `make cluster`."""

import asyncio
import os
import signal
from pathlib import Path

import asyncssh

from ..e2e.test_operations import fetch
from ..ops.test_metrics import samples
from ..ports import free_port
from ..store.nats_servers import NatsServer
from .servers import Servers, enters, newest
from .test_workers import children, figures, on_two_workers, servers

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


async def test_no_total_falls_when_a_worker_is_killed(servers: Servers, keys: dict[str, asyncssh.SSHKey]) -> None:
    metrics = free_port()
    server = await servers.start("--workers", "2", "--metrics-port", str(metrics), port=free_port())
    _, _, _, at = await on_two_workers(server, keys)
    before = await figures(metrics)

    os.kill(at, signal.SIGKILL)
    async with asyncio.timeout(20):
        while (after := await figures(metrics))["relspace_workers"] < 2 or not after["relspace_worker_restarts_total"]:
            lasting = [name for name in before if name.endswith(("_total", "_count", "_sum")) and "process" not in name]
            assert all(after[name] >= before[name] for name in lasting if "total " not in name)
            assert (await asyncio.to_thread(fetch, metrics, "/healthz"))[0] == 200
            await asyncio.sleep(0.05)
    assert after["relspace_worker_restarts_total"] == 1
    assert after["relspace_sessions"] == after["relspace_people"] == 1
    assert after["relspace_frames_total"] >= before["relspace_frames_total"] > 0
    async with asyncio.timeout(20):
        while (await asyncio.to_thread(fetch, metrics, "/readyz"))[0] != 200:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert await asyncio.to_thread(server.stop) == 0


async def test_workers_stop_when_nobody_watches_over_them(servers: Servers) -> None:
    server = await servers.start("--workers", "2", port=free_port())
    pids = children(server.process.pid)
    server.process.kill()
    async with asyncio.timeout(20):
        while any(state(pid) != "Z" for pid in pids):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    server._close()
    assert "the process that watches over the workers is gone" in server.log


def state(pid: int) -> str:
    """What the system says that a process does."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


async def test_a_worker_that_cannot_start_again_is_tried_again_and_the_others_go_on(
    servers: Servers, keys: dict[str, asyncssh.SSHKey], own_nats: NatsServer
) -> None:
    """NATS is away for a moment just when a worker is killed."""
    metrics = free_port()
    server = await servers.start("--workers", "2", "--metrics-port", str(metrics), port=free_port())
    await both_work(metrics)
    first = children(server.process.pid)
    assert own_nats.process is not None
    own_nats.process.send_signal(signal.SIGSTOP)
    os.kill(first[0], signal.SIGKILL)
    async with asyncio.timeout(40):
        while "cannot be reached" not in server.log and "does not answer" not in server.log:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    own_nats.process.send_signal(signal.SIGCONT)
    await both_work(metrics)
    assert first[1] in children(server.process.pid)
    await (await enters(server.port, "vega", keys["vega"])).ask("rooms")
    assert await asyncio.to_thread(server.stop) == 0


async def both_work(metrics: int) -> None:
    """Waits until two workers serve."""
    async with asyncio.timeout(60):
        while True:
            status, page = await asyncio.to_thread(fetch, metrics, "/metrics")
            if status == 200 and samples(page.encode())["relspace_workers"] == 2:
                return
            await asyncio.sleep(0.1)
