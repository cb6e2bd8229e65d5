"""`serve --workers`: several processes behind one port."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import asyncssh
import pytest

from relspace_server.config import CannotStart, Settings
from relspace_server.workers import check_workers, folder_of_worker, of_worker

from ..api.program import Program
from ..e2e.server import Server, free_port
from ..store.nats_servers import NatsServer
from .servers import Servers, enters, newest


def test_workers_need_a_store_that_can_be_shared_and_a_port() -> None:
    check_workers(Settings())
    check_workers(Settings(workers=2, store="nats://127.0.0.1"))
    with pytest.raises(CannotStart, match="--workers needs --store"):
        check_workers(Settings(workers=2))
    with pytest.raises(CannotStart, match="--workers needs a --port"):
        check_workers(Settings(workers=2, store="nats://127.0.0.1", port=0))


def test_each_worker_has_a_port_for_metrics_and_a_place_for_admins(tmp_path: Path) -> None:
    assert [of_worker(Settings(metrics_port=9100), n).metrics_port for n in range(3)] == [9100, 9101, 9102]
    assert of_worker(Settings(), 2).metrics_port == 0
    assert [folder_of_worker(tmp_path, n).name for n in range(3)] == [tmp_path.name, "worker-1", "worker-2"]
    assert (tmp_path / "worker-2").is_dir()


@pytest.fixture
async def servers(tmp_path: Path, own_nats: NatsServer) -> AsyncIterator[Servers]:
    servers = Servers(tmp_path, own_nats.url, ("--max-sessions-per-account", "40"))
    yield servers
    await servers.stop()


def children(pid: int) -> list[int]:
    """The workers of a server: what it has spawned that listens."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines = {int(one): Path(f"/proc/{one}/cmdline").read_text() for one in found}
    return [one for one, line in lines.items() if "spawn_main" in line]


def worker_of(client: asyncssh.SSHClientConnection, pids: list[int]) -> int:
    """The worker that serves a connection, by the system's table of sockets."""
    port = client.get_extra_info("sockname")[1]
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    (inode,) = [row[9] for row in rows if row[2].endswith(f":{port:04X}")]
    for pid in pids:
        for one in Path(f"/proc/{pid}/fd").iterdir():
            if f"socket:[{inode}]" in str(one.readlink() if one.is_symlink() else ""):
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


async def test_workers_share_a_port_and_the_rooms(servers: Servers, keys: Mapping[str, asyncssh.SSHKey]) -> None:
    server = await servers.start("--workers", "2", port=free_port())
    await on_two_workers(server, keys)
    assert await asyncio.to_thread(server.stop) == 0
