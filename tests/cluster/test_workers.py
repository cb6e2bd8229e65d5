"""`serve --workers`: several processes behind one port."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from relspace_server.config import CannotStart, Settings
from relspace_server.workers import check_workers, folder_of_worker, of_worker

from ..api.program import Program
from ..e2e.server import Server
from ..e2e.test_operations import fetch, local
from ..ops.test_metrics import samples
from ..ports import free_port
from ..store.nats_servers import NatsServer
from .servers import Servers, enters, newest


def test_workers_need_a_store_that_can_be_shared_and_a_port() -> None:
    check_workers(Settings())
    check_workers(Settings(workers=2, store="nats://127.0.0.1"))
    with pytest.raises(CannotStart, match="--workers needs --store"):
        check_workers(Settings(workers=2))
    with pytest.raises(CannotStart, match="--workers needs a --port"):
        check_workers(Settings(workers=2, store="nats://127.0.0.1", port=0))


def test_each_worker_has_a_place_for_admins_and_none_a_port_for_metrics(tmp_path: Path) -> None:
    assert of_worker(Settings(metrics_port=9100)) == Settings()
    assert [folder_of_worker(tmp_path, n).name for n in range(3)] == [tmp_path.name, "worker-1", "worker-2"]
    assert (tmp_path / "worker-2").is_dir()


@pytest.fixture
async def servers(tmp_path: Path, own_nats: NatsServer) -> AsyncIterator[Servers]:
    servers = Servers(tmp_path, own_nats.url, ("--max-sessions-per-account", "40"))
    yield servers
    await servers.stop()


_ESTABLISHED = "01"
"""A connection that is open, in the system's table."""


def children(pid: int) -> list[int]:
    """The workers of a server: what it has spawned that listens."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines = {int(one): Path(f"/proc/{one}/cmdline").read_text() for one in found}
    return [one for one, line in lines.items() if "spawn_main" in line]


def worker_of(client: asyncssh.SSHClientConnection, pids: list[int]) -> int:
    """The worker that serves a connection, by the system's table of sockets."""
    theirs, ours = client.get_extra_info("peername")[1], client.get_extra_info("sockname")[1]
    ends = (f":{theirs:04X}", f":{ours:04X}")
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    # Connections that are over stay in the table for a while, and another server's may have the same port.
    (inode,) = [row[9] for row in rows if (row[1][-5:], row[2][-5:]) == ends and row[3] == _ESTABLISHED]
    for pid in pids:
        for one in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # it was closed meanwhile
                if str(one.readlink()) == f"socket:[{inode}]":
                    return pid
    raise AssertionError("nobody serves it")


async def on_two_workers(server: Server, keys: Mapping[str, asyncssh.SSHKey]) -> tuple[Program, Program, str, int]:
    """Vega in a room, and Rigel, who watches it from another worker; with the room's code and Vega's worker."""
    pids = children(server.process.pid)
    assert len(pids) == 2
    vega = await enters(server.port, "vega", keys["vega"])
    room = (await vega.ask("create", options={"seats": 2, "clock": 0}))["room"]
    at = worker_of(vega.channel.get_connection(), pids)
    while worker_of((rigel := await enters(server.port, "rigel", keys["rigel"])).channel.get_connection(), pids) == at:
        rigel.channel.get_connection().close()
    await rigel.ask("watch", room=room)
    assert newest(rigel)["room"] == room
    return vega, rigel, room, at


async def figures(port: int) -> dict[str, float]:
    status, page = await asyncio.to_thread(fetch, port, "/metrics")
    assert status == 200
    return samples(page.encode())


async def test_workers_share_a_port_the_rooms_one_page_of_metrics_and_their_admins(
    servers: Servers, keys: Mapping[str, asyncssh.SSHKey]
) -> None:
    metrics = free_port()
    server = await servers.start("--workers", "2", "--metrics-port", str(metrics), port=free_port())
    async with asyncio.timeout(20):
        while (await asyncio.to_thread(fetch, metrics, "/readyz"))[0] != 200:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await on_two_workers(server, keys)
    async with asyncio.timeout(20):
        # Those of Rigel's sessions that are just ending still count.
        while (found := await figures(metrics))["relspace_sessions"] != 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert found["relspace_workers"] == 2
    assert found["relspace_people"] == 2
    assert found["relspace_rooms phase=gathering"] == 1
    assert {name for name in found if name.startswith("process_start_time_seconds")} == {
        "process_start_time_seconds worker=0",
        "process_start_time_seconds worker=1",
    }
    assert (await asyncio.to_thread(fetch, metrics, "/healthz")) == (200, "ok\n")

    listed = json.loads((await asyncio.to_thread(local, server, "sessions", "--json")).stdout)
    assert {one["name"] for one in listed} == {"vega", "rigel"}
    assert len({one["node"] for one in listed}) == 2
    assert (await asyncio.to_thread(local, server, "drain", "--now")).stdout == "The server stops.\n"
    assert await asyncio.to_thread(server.process.wait, 20) == 0
    server._close()


async def test_two_programs_cannot_have_one_port_for_metrics(
    servers: Servers, keys: Mapping[str, asyncssh.SSHKey], tmp_path: Path
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        flags = ("--store", servers.nats, "--workers", "2", "--metrics-port", str(port), "--data-dir", str(tmp_path))
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "relspace_server", "serve", *flags],
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(f"Cannot listen on port {port} of 127.0.0.1 for metrics: ")
    assert done.stderr.count("\n") == 1
