"""Two servers with one NATS, of which one goes: what takes longer. Run by `make cluster`."""

import asyncio
import sys

import asyncssh

from .servers import Servers, enters, make_moves, newest, play_and_talk, ply, sit_down, until


async def test_the_seats_of_a_server_that_was_killed_show_away_and_are_there_when_people_come_back(
    servers: Servers, keys: dict[str, asyncssh.SSHKey]
) -> None:
    here, there = await asyncio.gather(servers.start(), servers.start())
    vega, rigel, code = await sit_down(here, there, keys)
    await play_and_talk(vega, rigel)

    there.kill()
    await until(vega, lambda: newest(vega)["seats"][1].get("presence") == "away", 30)
    seen = ply(vega)
    back = await enters(here.port, "rigel", keys["rigel"])
    await back.ask("join", room=code)
    assert newest(back)["you"] == 2
    assert ply(back) >= seen
    await make_moves(vega, back)
    assert "nodes that are gone" in here.log


async def test_a_server_that_stops_says_so_and_its_players_go_on_elsewhere(
    servers: Servers, keys: dict[str, asyncssh.SSHKey]
) -> None:
    here, there = await asyncio.gather(servers.start(), servers.start())
    vega, _rigel, code = await sit_down(here, there, keys)
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
