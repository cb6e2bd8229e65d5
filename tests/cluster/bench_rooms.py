"""Very many open rooms: what one node has to do with them, where the store is its own and where others play in them."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Final

from relspace.codec.codec import Codec
from relspace.room.state import RoomState
from relspace.room.stored import encode_room
from relspace_server.config import STORE_FILE
from relspace_server.rooms.elsewhere import EACH, Connected, NodePeople
from relspace_server.store.bucket import Bucket
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.store.sqlite import SqliteStore

from ..bench.measure import Figure, at, cpu_seconds
from ..bench.served import Served
from ..bench.table import game
from ..bench.terminals import connect, leave_all, player_of
from ..store.nats_servers import NatsServer
from .bench_nodes import node_folder

ROOMS: Final = 10_000
DAY: Final = 86_400

WAITING: Final = 10
"""One room in so many waits for players; a game goes on in all others."""

COMING: Final = 5
"""People who come into the lobby, one at a time."""

OPENED: Final = 5
HEARD: Final = 4_000
"""Changes of other nodes that a node hears of while it is measured."""

CALM: Final = 3.0
"""Seconds for which nothing happens."""

SETTLED: Final = 60.0
"""Seconds that a node may take to see to what it has found at its start."""

FIRST: Final = 9_000
"""The number of the first who come in."""

IDLE, LOBBY = 20.0, 60.0
"""Budgets: ms of processor time a second while nothing happens, and for somebody who comes into the lobby."""


@dataclass
class Seen:
    """What was measured of one node."""

    ready: float = 0.0
    """Seconds until people can come in."""
    settled: float = 0.0
    """Seconds until the node has seen to what it has found."""
    memory: float = 0.0
    """Megabytes."""
    idle: float = 0.0
    """Milliseconds of processor time a second."""
    lobby: float = 0.0
    """Milliseconds of processor time for somebody to come into the lobby."""
    opened: float = 0.0
    """Milliseconds until a room is open."""


def room(number: int, session: str) -> RoomState:
    """One of the rooms: four people in the middle of a game, or somebody who waits.

    Args:
        number: which.
        session: of the people; empty if nobody is connected.
    """
    state, now = _played()
    assert state.game is not None
    seats = tuple(
        replace(
            seat,
            session=f"{session}/{number}-{nth}" if session else "",
            away_since=0 if session else now,
            player=replace(seat.player, id=f"SHA256:{number}-{nth}") if seat.player else None,
        )
        for nth, seat in enumerate(state.seats)
    )
    players = tuple(seat.player for seat in seats if seat.player)
    going = replace(state.game, started=now, moved=now, deadline=now + 1000 * DAY, players=players)
    made = replace(
        state,
        code=f"R{number:05}",
        title=f"Orion {number}",
        seats=seats,
        host=players[0].id,
        created=now,
        touched=now,
        options=replace(state.options, clock=DAY),
        game=going,
    )
    if number % WAITING:
        return made
    return replace(
        made,
        phase="gathering",
        game=None,
        seats=(seats[0], *(replace(seats[1], player=None, session="", away_since=0) for _ in range(3))),
    )


@cache
def _played() -> tuple[RoomState, int]:
    """A room in the middle of a game, and wall-clock milliseconds."""
    return game(4, 40)[-1], time.time_ns() // 1_000_000


async def fill(bucket: Bucket, number: int, session: str) -> list[int]:
    """Stores so many rooms; returns their revisions."""
    found: list[int] = []
    for first in range(0, number, 250):
        some = [room(one, session) for one in range(first, min(number, first + 250))]
        found += await asyncio.gather(*(bucket.put(one.code, encode_room(one), 0) for one in some))
    return found


async def looked_at(folder: Path, after: Callable[[Served], object] | None = None, **settings: object) -> Seen:
    """Starts a node, and measures what it does with what it finds; `after` measures more of it."""
    seen, began = Seen(), perf_counter()
    async with Served("game", folder, max_rooms=2 * ROOMS, max_rooms_per_account=1000, **settings) as served:
        seen.ready = perf_counter() - began
        await _until_it_is_calm(served)
        seen.settled = perf_counter() - began
        seen.memory = served.memory
        before = served.cpu
        await asyncio.sleep(CALM)
        seen.idle = 1e3 * (served.cpu - before) / CALM
        await served.ask("know", people=[player_of(FIRST + one) for one in range(COMING)], motion=False)
        seen.lobby = at([await _comes_in(served, FIRST + one) for one in range(COMING)], 0.5)
        seen.opened = at([await _opens(served, FIRST + 100 + one) for one in range(OPENED)], 0.5)
        if after is not None:
            waits = after(served)
            if asyncio.iscoroutine(waits):
                await waits
    return seen


async def _until_it_is_calm(served: Served) -> None:
    end = perf_counter() + SETTLED
    while perf_counter() < end:
        before = served.cpu
        await asyncio.sleep(0.5)
        if served.cpu - before < 0.05:
            return


async def _comes_in(served: Served, number: int) -> float:
    before = served.cpu
    terminal = await connect(served.port, number)
    await asyncio.sleep(0.05)
    used = 1e3 * (served.cpu - before)
    await leave_all([terminal])
    await asyncio.sleep(0.5)
    return used


async def _opens(served: Served, number: int) -> float:
    began = perf_counter()
    await served.ask("open", players=[player_of(number)], seats=4, clock=0)
    return 1e3 * (perf_counter() - began)


@dataclass
class Heard:
    """What a node pays for changes of rooms in which none of its people are."""

    moves: float = 0.0
    """Milliseconds of processor time for a move."""
    others: float = 0.0
    """The same for anything else, which a lobby may show."""


async def measured(folder: Path, nats: list[NatsServer], number: int = ROOMS) -> list[Figure]:
    """All of it: an empty node, one with SQLite, one of a cluster."""
    empty = await looked_at(folder / "empty")
    own = folder / "own"
    (own / "data").mkdir(parents=True)
    kept = await SqliteStore.open(own / "data" / STORE_FILE)
    await fill(kept.bucket("rooms"), number, "")
    await kept.close()
    found = _figures(f"rooms: {number} open, SQLite:", await looked_at(own), empty)

    urls = tuple(server.url for server in nats)
    others = await NatsStore.open(Access(urls))
    await others.beat("elsewhere", 600_000)
    bucket, heard = others.bucket("rooms"), Heard()
    revisions = await fill(bucket, number, "elsewhere")
    codes = [one for one in range(number) if one % WAITING]

    async def hears(served: Served) -> None:
        """Other nodes change rooms, and this one hears of it."""
        heard.moves = await _changes(served, bucket, codes, revisions, lambda state, nth: replace(state, touched=nth))
        heard.others = await _changes(
            served, bucket, codes, revisions, lambda state, nth: replace(state, title=f"{nth}")
        )

    seen = await looked_at(node_folder(folder, "among-others"), hears, store=",".join(urls))
    await others.close()
    name = f"rooms: {number} open, three NATS servers, played on another node:"
    return [
        *found,
        *_figures(name, seen, empty),
        Figure(f"{name} CPU for a move", heard.moves, "ms"),
        Figure(f"{name} CPU for any other change", heard.others, "ms"),
        Figure("people: what another node tells, CPU to read it, by its people", hears_of_one(), "ms"),
    ]


def hears_of_one() -> float:
    """Milliseconds of processor time to read what another node tells, for each of its people."""
    codec = Codec()
    there = [Connected(f"SHA256:{one:043}", f"Vega{one}", "game", "", f"node/{one}", one) for one in range(EACH)]
    told = codec.pack(NodePeople, NodePeople("0", tuple(there)))
    return 1e3 * cpu_seconds(lambda: codec.unpack(NodePeople, told), 20) / EACH


async def _changes(
    served: Served,
    bucket: Bucket,
    numbers: list[int],
    revisions: list[int],
    change: Callable[[RoomState, int], RoomState],
) -> float:
    """Changes rooms twice, the first time so that the node has read them; returns ms of its processor time for one."""
    used = 0.0
    some = numbers[: HEARD // 2]
    for nth in (1, 2, 3):
        values = [encode_room(change(room(one, "elsewhere"), nth)) for one in some]
        before = served.cpu
        for first in range(0, len(some), 50):
            batch = list(zip(some, values, strict=True))[first : first + 50]
            done = await asyncio.gather(*(bucket.put(f"R{one:05}", value, revisions[one]) for one, value in batch))
            for (one, _), revision in zip(batch, done, strict=True):
                revisions[one] = revision
        await asyncio.sleep(1.0)
        if nth > 1:
            used += served.cpu - before
    return 1e3 * used / (2 * len(some))


def _figures(name: str, seen: Seen, empty: Seen) -> list[Figure]:
    return [
        Figure(f"{name} start until people can come in", seen.ready, "s", floor=empty.ready),
        Figure(f"{name} start until all is seen to", seen.settled, "s", floor=empty.settled),
        Figure(f"{name} memory", seen.memory, "MB", floor=empty.memory),
        Figure(f"{name} CPU while nothing happens", seen.idle, "ms/s", IDLE, floor=empty.idle),
        Figure(f"{name} somebody comes into the lobby, CPU", seen.lobby, "ms", LOBBY, floor=empty.lobby),
        Figure(f"{name} a room is opened", seen.opened, "ms", floor=empty.opened),
    ]
