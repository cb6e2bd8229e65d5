"""Two servers with one NATS, of which one goes: what takes longer. Run by `make cluster`."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from ..store.nats_servers import NatsServer
from .servers import Servers, enters, move, newest, ply, until

DUEL = {"options": {"seats": 2, "clock": 60}}


@pytest.fixture(scope="module")
def keys() -> dict[str, asyncssh.SSHKey]:
    return {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("vega", "rigel")}


@pytest.fixture
async def servers(tmp_path: Path, own_nats: NatsServer) -> AsyncIterator[Servers]:
    servers = Servers(tmp_path, own_nats.url)
    yield servers
    await servers.stop()


async def test_the_seats_of_a_server_that_was_killed_show_away_and_are_there_when_people_come_back(
    servers: Servers, keys: dict[str, asyncssh.SSHKey]
) -> None:
    here, there = await asyncio.gather(servers.start(), servers.start())
    vega, rigel = await enters(here.port, "vega", keys["vega"]), await enters(there.port, "rigel", keys["rigel"])
    code = (await vega.ask("create", **DUEL))["room"]
    await rigel.ask("join", room=code)
    await vega.ask("ready")
    await rigel.ask("ready")
    for _ in range(3):
        at = await move(vega, rigel)
        for program in (vega, rigel):
            await until(program, lambda program=program, at=at: ply(program) > at)  # type: ignore[misc]
    await rigel.ask("say", text="good luck")
    await until(vega, lambda: any("good luck" in str(message) for message in vega.messages))

    there.kill()
    await until(vega, lambda: newest(vega)["seats"][1].get("presence") == "away", 30)
    seen = ply(vega)
    back = await enters(here.port, "rigel", keys["rigel"])
    await back.ask("join", room=code)
    assert newest(back)["you"] == 2
    assert ply(back) >= seen
    for _ in range(3):
        at = await move(vega, back)
        for program in (vega, back):
            await until(program, lambda program=program, at=at: ply(program) > at)  # type: ignore[misc]
    assert "nodes that are gone" in here.log


async def test_a_server_that_stops_says_so_and_its_players_go_on_elsewhere(
    servers: Servers, keys: dict[str, asyncssh.SSHKey]
) -> None:
    here, there = await asyncio.gather(servers.start(), servers.start())
    vega, rigel = await enters(here.port, "vega", keys["vega"]), await enters(there.port, "rigel", keys["rigel"])
    code = (await vega.ask("create", **DUEL))["room"]
    await rigel.ask("join", room=code)
    assert await asyncio.to_thread(there.stop) == 0
    await until(vega, lambda: newest(vega)["seats"][1].get("presence") == "away")
    back = await enters(here.port, "rigel", keys["rigel"])
    await back.ask("join", room=code)
    assert newest(back)["you"] == 2


async def test_a_server_with_another_host_key_does_not_start(servers: Servers) -> None:
    await servers.start()
    serve = ("-m", "relspace_server", "serve", "--store", servers.nats, "--data-dir", str(servers.folder / "stranger"))
    process = await asyncio.create_subprocess_exec(sys.executable, *serve, stderr=asyncio.subprocess.PIPE)
    _, said = await process.communicate()
    assert process.returncode == 1
    assert b"Copy ssh_host_ed25519_key from the data folder of another node" in said
