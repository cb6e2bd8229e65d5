"""Games that go on whatever fails: nodes, NATS, and what is between them. Run by `make cluster`."""

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from time import monotonic

import asyncssh
import pytest

from relspace_server.rooms.nodes import LIVES

from ..store.nats_servers import NatsServer
from .players import Match, Player, two_players
from .servers import Servers, make_moves, newest, sit_down, snapshots, until
from .slow_three_servers import leader_of
from .strait import Strait

pytestmark = pytest.mark.timeout(150)

Keys = Mapping[str, asyncssh.SSHKey]


def report(players: list[Player], began: float, made: int = 0) -> None:
    """Says how long nobody could move, at most, and looks that it was not for ever."""
    pause = max(one.longest_pause(began) for one in players)
    refused, comes = sum(len(one.errors) for one in players), [one.comes for one in players]
    print(f"\nlongest pause {pause:.2f} s; {made} moves, {refused} refused; connections: {comes}")  # noqa: T201
    assert pause < 45


# ── nodes that go ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_nothing_is_lost_when_one_node_after_the_other_is_killed(servers: Servers, keys: Keys) -> None:
    nodes = [await servers.start() for _ in range(2)]
    players = await two_players([node.port for node in nodes], keys)
    match = Match(players)
    await match.goes_on()
    began = monotonic()
    for node in nodes:
        await asyncio.to_thread(node.kill)
        await match.goes_on()
        await servers.start_again(node)
    report(players, began, await match.ends())
    assert [one.comes for one in players] == [3, 2]


async def test_nothing_is_lost_when_all_nodes_are_stopped_and_started_one_after_the_other(
    servers: Servers, keys: Keys
) -> None:
    nodes = [await servers.start() for _ in range(3)]
    players = await two_players([node.port for node in nodes], keys)
    match = Match(players)
    await match.goes_on()
    began = monotonic()
    for node in nodes:
        assert await asyncio.to_thread(node.stop) == 0
        await match.goes_on()
        await servers.start_again(node)
        await match.goes_on()
    report(players, began, await match.ends())
    assert sum(one.comes for one in players) >= 4


# ── three NATS servers ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def on_three(tmp_path: Path, trio: list[NatsServer]) -> AsyncIterator[Servers]:
    """Nodes on three NATS servers."""
    servers = Servers(tmp_path, ",".join(server.url for server in trio))
    yield servers
    await servers.stop()


async def test_a_game_goes_on_when_the_leader_of_three_is_killed_and_then_two_of_them(
    on_three: Servers, trio: list[NatsServer], keys: Keys
) -> None:
    nodes = [await on_three.start() for _ in range(2)]
    players = await two_players([node.port for node in nodes], keys)
    match = Match(players)
    await match.goes_on()
    for _ in range(2):
        began = monotonic()
        victim = await asyncio.to_thread(leader_of, trio, "KV_relspace_rooms")
        await asyncio.to_thread(victim.end)
        await match.goes_on()
        report(players, began)
        await asyncio.to_thread(victim.start)
        await match.goes_on(8)
    began = monotonic()
    for server in trio[:2]:
        await asyncio.to_thread(server.end)
    await match.during(8)
    for server in trio[:2]:
        await asyncio.to_thread(lambda server=server: server.start(wait=False))
    await match.goes_on()
    assert [one.comes for one in players] == [1, 1]
    report(players, began, await match.ends())


# ── NATS that is gone ────────────────────────────────────────────────────────────────────────────────────────────────


def told(player: Player) -> list[str]:
    assert player.program is not None
    return [notice["code"] for notice in player.program.pushed("notice")]


@pytest.mark.parametrize("how", ["stands still", "is killed"])
async def test_half_a_minute_without_nats_is_told_and_given_back(
    servers: Servers, own_nats: NatsServer, keys: Keys, how: str
) -> None:
    nodes = [await servers.start() for _ in range(2)]
    players = await two_players([node.port for node in nodes], keys, clock=15)
    match = Match(players)
    await match.goes_on()
    began = monotonic()
    if how == "is killed":
        await asyncio.to_thread(own_nats.end)
    else:
        assert own_nats.process is not None
        own_nats.process.send_signal(signal.SIGSTOP)
    await match.during(30)
    if how == "is killed":
        await asyncio.to_thread(own_nats.start)
    else:
        own_nats.process.send_signal(signal.SIGCONT)  # type: ignore[union-attr]
    await match.goes_on()
    for one in players:
        assert one.program is not None
        assert set(one.errors) <= {"unavailable"}
        await until(one.program, lambda one=one: told(one) == ["halted", "resumed"])  # type: ignore[misc]
        logs = [line for snapshot in snapshots(one.program) for line in snapshot.get("log", ())]
        assert not any(line.get("auto") for line in logs)
    assert [one.comes for one in players] == [1, 1]
    report(players, began, await match.ends())


# ── one node that is cut off ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def strait(own_nats: NatsServer) -> AsyncIterator[Strait]:
    strait = await Strait(own_nats.port).start()
    yield strait
    await strait.end()


async def test_a_node_that_is_cut_off_alone_marks_nobody_away_and_gets_its_seats_back(
    strait: Strait, servers: Servers, keys: Keys
) -> None:
    here = await servers.start()
    there = await servers.start("--store", strait.url)
    vega, rigel, _ = await sit_down(here, there, keys)
    for one in (vega, rigel):
        await one.ask("ready")
    await until(rigel, lambda: newest(rigel)["phase"] == "playing")
    strait.close()
    await until(vega, lambda: newest(vega)["seats"][1].get("presence") == "away", LIVES / 1000 + 15)
    assert newest(rigel)["seats"][0].get("presence", "here") == "here"
    strait.open()
    await until(rigel, lambda: bool(rigel.pushed("notice")) and rigel.pushed("notice")[-1]["code"] == "resumed", 30)
    await until(vega, lambda: newest(vega)["seats"][1].get("presence", "here") == "here", 30)
    for one in (vega, rigel):
        assert newest(one)["seats"][0].get("presence", "here") == "here"
        assert not [notice for notice in one.pushed("notice") if notice["code"] in ("removed", "taken-over")]
    await make_moves(vega, rigel)
