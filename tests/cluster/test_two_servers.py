"""Two servers on two ports with one NATS: one room, moves and talk of both, and one of them may be killed."""

import asyncio

import asyncssh

from .servers import Servers, enters, make_moves, newest, play_and_talk, ply, sit_down


async def test_a_game_over_two_servers_of_which_one_is_killed(
    servers: Servers, keys: dict[str, asyncssh.SSHKey]
) -> None:
    """Before the others know that a node is gone, its seats seem to be taken: taking over is what clients offer."""
    here, there = await asyncio.gather(servers.start(), servers.start())
    vega, rigel, code = await sit_down(here, there, keys)
    await play_and_talk(vega, rigel)

    there.kill()
    seen = ply(vega)
    back = await enters(here.port, "rigel", keys["rigel"])
    assert await back.refusal("join", room=code) == "seat-in-use"
    await back.ask("join", room=code, take_over=True)
    assert newest(back)["you"] == 2
    assert ply(back) >= seen
    await make_moves(vega, back)
