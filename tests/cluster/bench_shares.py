"""How moves a second grow with the nodes while cores are left: each node has a share of one core, one to four of them.

A small machine has no core for each node, and the NATS servers and the clients are on it as well. So each node is held
to a share of a core by the kernel (`share`), small enough for the shares of all and the rest to leave some of two
cores unused. Four nodes run all the while; people play on the first one, two, three or all four of them. That is
measured in turns, several times, so that it is the same for all of them what else the machine does.
"""

from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from ..bench.crowd import Crowd
from ..bench.measure import Figure
from ..store.nats_servers import NatsServer
from . import bench_nodes
from .bench_nodes import SEATS, FlatOut, Nodes, Pace, flat_out, paced, sit_down, start_node
from .share import share_of_core

SHARE: Final = 0.2
"""Of a core, for each node."""

NODES: Final = 4

ROOMS: Final = 24
"""Of each stage; they can be dealt out evenly. Few, since with so little of a core a room waits long for its turn."""

ROUNDS: Final = 3
WARM: Final = 0.3
SECONDS: Final = 2.0
"""For so many seconds moves are made in each round before they are counted, and while they are."""


class Stage(NamedTuple):
    """People who play on some of the nodes."""

    nodes: Nodes
    crowd: Crowd
    together: bool
    """Whether all of one table are on one node; else each of them is on another one."""

    @property
    def number(self) -> int:
        """Of the nodes."""
        return len(self.nodes.nodes)

    @property
    def name(self) -> str:
        """For the figures."""
        if self.number == 1:
            return f"cluster: 1 node of {SHARE} core,"
        tables = "a table on one" if self.together else "a table on several"
        return f"cluster: {self.number} nodes of {SHARE} core, {tables},"


async def stages(nodes: Nodes) -> list[Stage]:
    """Everybody sits down, while no node is held to its share yet."""
    people = count(step=ROOMS * SEATS)
    found: list[Stage] = []
    for together in (False, True):
        for number in range(1 + together, len(nodes.nodes) + 1):
            some = Nodes(nodes.nodes[:number])
            found.append(Stage(some, await sit_down(some, next(people), ROOMS, together=together), together))
    return found


async def with_shares(stage: Stage, nats: list[NatsServer]) -> Pace:
    """How many moves there can be while each node has its share."""
    with ExitStack() as stack:
        for node in stage.nodes.nodes:
            stack.enter_context(share_of_core(node.process.pid, SHARE))
        await FlatOut(stage.crowd, keys=False).run(WARM)
        return await flat_out(stage.nodes, stage.crowd, nats, SECONDS)


async def hearing(stage: Stage, others: Nodes) -> Figure:
    """What other nodes use on moves of games in which none of their people are."""
    before = others.cpu
    driven = await FlatOut(stage.crowd, keys=False).run(SECONDS)
    used = 1e3 * (others.cpu - before) / max(1, driven.moves * len(others.nodes))
    note = f"{driven.moves} moves, one by one; each of {len(others.nodes)} nodes"
    return Figure("cluster: a node that only hears of moves, CPU for a move", used, "ms", note=note)


def middle(paces: list[Pace]) -> Pace:
    """The one with the median of moves."""
    return sorted(paces)[len(paces) // 2]


def growth(stages: list[Stage], rounds: list[list[Pace]]) -> list[Figure]:
    """What the nodes make of their shares; each one more is to add something.

    Args:
        stages: the first of them on one node.
        rounds: what each stage made in each round.
    """
    found: list[Figure] = []
    paces = [middle(list(those)) for those in zip(*rounds, strict=True)]
    alone = before = paces[0]
    for stage, pace in zip(stages, paces, strict=True):
        if stage.number == 1:
            found += paced(stage.name, pace)
            continue
        if stage.number == 2:
            before = alone
        ratio, by_cost = pace.moves / alone.moves, stage.number * alone.cost / pace.cost
        note = f"×{ratio:.2f} one node; by the CPU for a move ×{by_cost:.2f}; {pace.used}"
        moves, cost = paced(stage.name, pace._replace(used=note))
        found += [replace(moves, must=before.moves, best="high"), cost]
        before = pace
    return found


async def measured(folder: Path, nats: list[NatsServer]) -> list[Figure]:
    """All of it.

    Raises:
        NotSharedError: no process can be given a share on this machine.
    """
    store = ",".join(server.url for server in nats)
    async with AsyncExitStack() as stack:
        nodes = Nodes([])
        for number in range(NODES):
            node = await start_node(folder, bench_nodes.NODES + number, store)  # the nodes before these have ended
            nodes.nodes.append(await stack.enter_async_context(node))
        seated = await stages(nodes)
        rounds = [[await with_shares(stage, nats) for stage in seated] for _ in range(ROUNDS)]
        heard = await hearing(seated[0], Nodes(nodes.nodes[1:]))
        for stage in seated:
            await stage.crowd.leave()
        await nodes.ask("close")
    return [*growth(seated, rounds), heard]
