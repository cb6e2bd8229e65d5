"""NATS is gone for some seconds: everybody reads so, nothing that was shown is lost, and all goes on by itself."""

import asyncio
from collections.abc import Mapping

import asyncssh

from ..api.program import Program
from ..store.nats_servers import NatsServer
from .onlookers import Onlooker
from .servers import Servers, make_moves, move, newest, on_turn, play_and_talk, ply, sit_down, until

LOST = "Moves cannot be saved now."
BACK = "Moves are saved again."


def told(program: Program) -> list[str]:
    return [notice["code"] for notice in program.pushed("notice")]


async def test_nats_is_killed_in_the_middle_of_a_game_and_comes_back(
    servers: Servers, own_nats: NatsServer, keys: Mapping[str, asyncssh.SSHKey]
) -> None:
    server = await servers.start()
    vega, rigel, code = await sit_down(server, server, keys)
    await play_and_talk(vega, rigel)
    lyra = await Onlooker.sees(server.port, "lyra", "plain", "watch", code)
    mira = await Onlooker.sees(server.port, "mira", "watch", code)
    await mira.until("lets you watch")
    mira.channel.write(b"\r")
    await asyncio.gather(lyra.until("vega:"), mira.until("rigel"))

    own_nats.end()
    await until(vega, lambda: on_turn(vega) or on_turn(rigel))
    before = [ply(one) for one in (vega, rigel)]
    asked = asyncio.create_task(move(vega, rigel))
    for program in (vega, rigel):
        await until(program, lambda program=program: told(program) == ["halted"])  # type: ignore[misc]
    await asyncio.gather(lyra.until(LOST), mira.until(LOST))
    waits = rigel if on_turn(vega) else vega  # a program's requests are answered one after the other
    assert await waits.refusal("say", text="are you there?") == "unavailable"
    assert [ply(one) for one in (vega, rigel)] == before
    assert not asked.done()

    await asyncio.to_thread(own_nats.start)
    assert await asked == before[0]
    for program in (vega, rigel):
        await until(program, lambda program=program: told(program) == ["halted", "resumed"])  # type: ignore[misc]
        await until(program, lambda program=program: ply(program) > before[0])  # type: ignore[misc]
    await asyncio.gather(lyra.until(BACK), mira.until(BACK))
    assert not any(line.get("auto") for line in newest(vega)["log"])
    await make_moves(vega, rigel)
