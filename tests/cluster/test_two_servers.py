"""Two servers on two ports with one NATS: one room, moves and talk of both, and one of them may be killed."""

import asyncio
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


async def test_a_game_over_two_servers_of_which_one_is_killed(
    servers: Servers, keys: dict[str, asyncssh.SSHKey]
) -> None:
    """Before the others know that a node is gone, its seats seem to be taken: taking over is what clients offer."""
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
    seen = ply(vega)
    back = await enters(here.port, "rigel", keys["rigel"])
    assert await back.refusal("join", room=code) == "seat-in-use"
    await back.ask("join", room=code, take_over=True)
    assert newest(back)["you"] == 2
    assert ply(back) >= seen
    for _ in range(3):
        at = await move(vega, back)
        for program in (vega, back):
            await until(program, lambda program=program, at=at: ply(program) > at)  # type: ignore[misc]
