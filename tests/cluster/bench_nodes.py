"""Fifty rooms on one, two and three nodes and three NATS servers: how soon a move is seen, and how many there can be.

Everything runs on this machine: the nodes, the NATS servers, and the clients, which share its cores. So moves a second
grow with the nodes only until the cores are used up; which they are by, is measured as well. `bench_shares` shows how
they grow where the cores are not used up.
"""

import asyncio
import os
import shutil
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple, cast

from relspace_server.ssh.hostkey import FILE_NAME, host_key

from ..bench.crowd import Crowd, _begin, _quiet
from ..bench.driving import Driven, Driver
from ..bench.measure import Figure, at, cpu_of
from ..bench.served import Served
from ..bench.terminals import AT_ONCE, Terminal, connect, player_of
from ..store.nats_servers import NatsServer
from .bench_store import watched

NODES: Final = 3
ROOMS: Final = 50
SEATS: Final = 3
"""People in each room; with three nodes each of them is on another one."""

EVERY: Final = 2.0
"""Seconds between two moves of a room while it is measured how soon they are seen."""

SECONDS: Final = 20.0
FLAT_OUT: Final = 6.0
"""Seconds for which moves are made as fast as they go."""

HALF, MOST = 25.0, 100.0
"""Budgets in ms: a move to a screen on another node, p50 and p99."""


class Nodes:
    """Nodes of one cluster, as if they were one server: a move is made where its player is connected."""

    def __init__(self, nodes: list[Served]) -> None:
        self.nodes = nodes
        self.where: dict[str, Served] = {}
        """By player."""

    async def ask(self, do: str, **what: Any) -> Any:
        """Asks the node of the player; the first one, where it is about nobody."""
        player = what.get("player", ("",))[0]
        return await self.where.get(player, self.nodes[0]).ask(do, **what)

    @property
    def cpu(self) -> float:
        """Seconds of processor time that all have used."""
        return sum(node.cpu for node in self.nodes)


class FlatOut(Driver):
    """Makes the next move of a room as soon as everybody has seen the last one. No keys: apps are quicker."""

    async def _play(self, number: int, end: float) -> None:
        while perf_counter() < end:
            chosen = self._crowd.rooms[number].choose()
            if chosen is None:
                return
            await self._move(number, chosen, perf_counter())


def node_folder(folder: Path, name: str) -> Path:
    """Where a node keeps its data, with the host key that all of them have."""
    data = folder / name / "data"
    data.mkdir(parents=True, mode=0o700)
    host_key(folder / "shared")
    shutil.copy(folder / "shared" / FILE_NAME, data / FILE_NAME)
    return data.parent


async def start_node(folder: Path, number: int, store: str) -> Served:
    """A node, on any core."""
    node = Served("game", node_folder(folder, f"node{number}"), store=store)
    os.sched_setaffinity(node.process.pid, os.sched_getaffinity(0))
    return node


class Pace(NamedTuple):
    """How many moves there were."""

    moves: float
    """A second."""
    cost: float
    """Milliseconds of processor time of all nodes for one."""
    used: str
    """The cores that were used, in words."""


async def sit_down(nodes: Nodes, first: int, rooms: int = ROOMS, *, together: bool = False) -> Crowd:
    """Seats people in all rooms, and begins the games.

    Args:
        nodes: where.
        first: the number of the first of them.
        rooms: how many.
        together: whether those of one room come in through one node; else through one after the other.
    """
    players = [[player_of(first + room * SEATS + seat) for seat in range(SEATS)] for room in range(rooms)]
    await nodes.ask("know", people=[player for room in players for player in room], motion=False)
    codes = [await nodes.ask("open", players=room, seats=SEATS, clock=0) for room in players]
    turns = asyncio.Semaphore(AT_ONCE)

    async def come(room: int, seat: int) -> Terminal:
        through = room if together else room + seat
        node = nodes.where[players[room][seat][0]] = nodes.nodes[through % len(nodes.nodes)]
        async with turns:
            return await connect(node.port, first + room * SEATS + seat, f"join {codes[room]}")

    came = await asyncio.gather(*(come(room, seat) for room in range(rooms) for seat in range(SEATS)))
    places: list[list[Terminal | None]] = [list(came[room * SEATS : (room + 1) * SEATS]) for room in range(rooms)]
    crowd = Crowd(cast("Served", nodes), [], places, players)
    await _quiet(crowd.everybody)
    await _begin(crowd, codes)
    return crowd


async def flat_out(nodes: Nodes, crowd: Crowd, nats: list[NatsServer], seconds: float = FLAT_OUT) -> Pace:
    """How many moves there can be, and who uses the processors meanwhile."""
    pids = [server.process.pid for server in nats if server.process is not None]
    began, keepers, clients = perf_counter(), sum(map(cpu_of, pids)), process_time()
    driven = await FlatOut(crowd, keys=False).run(seconds)
    took = perf_counter() - began
    of_nodes, of_nats = driven.cpu / took, (sum(map(cpu_of, pids)) - keepers) / took
    of_clients = (process_time() - clients) / took
    cores = f"cores: {of_nodes:.2f} nodes, {of_nats:.2f} NATS, {of_clients:.2f} clients; of {os.cpu_count()}"
    return Pace(driven.moves / took, 1e3 * driven.cpu / max(1, driven.moves), f"{cores}; {driven.missed} missed")


def paced(name: str, pace: Pace) -> list[Figure]:
    """The moves, and what they cost."""
    return [
        Figure(f"{name} moves", pace.moves, "/s", note=pace.used),
        Figure(f"{name} CPU of all nodes for a move", pace.cost, "ms"),
    ]


def seen_elsewhere(driven: Driven, floor: list[float]) -> list[Figure]:
    """How soon a move is on the screens of the other nodes, beside a value that another process is told of."""
    name = f"cluster: {NODES} nodes, a move from the key to a screen on another node"
    return [
        Figure(
            f"{name}, {called}",
            1e3 * at(driven.moved, share),
            "ms",
            budget,
            note=f"{len(driven.moved)} screens, {driven.missed} moves missed; floor: NATS, written until told",
            floor=1e3 * at(floor, share),
        )
        for share, called, budget in ((0.5, "p50", HALF), (0.99, "p99", MOST))
    ]


async def measured(folder: Path, nats: list[NatsServer]) -> list[Figure]:
    """All of it, a node more at each step."""
    found: list[Figure] = []
    store = ",".join(server.url for server in nats)
    async with AsyncExitStack() as stack:
        nodes = Nodes([])
        for number in range(NODES):
            nodes.nodes.append(await stack.enter_async_context(await start_node(folder, number, store)))
            crowd = await sit_down(nodes, number * ROOMS * SEATS)
            await Driver(crowd, EVERY).run(EVERY)
            if len(nodes.nodes) == NODES:
                floor = await watched(nats[0].url)
                found += seen_elsewhere(await Driver(crowd, EVERY).run(SECONDS), floor)
            name = f"cluster: {number + 1} node{'s' if number else ''}, {ROOMS} rooms of {SEATS}, as fast as they go,"
            found += paced(name, await flat_out(nodes, crowd, nats))
            await crowd.leave()
            await nodes.ask("close")
    return found
