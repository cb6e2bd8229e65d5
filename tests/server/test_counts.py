"""What is counted, and how little it needs."""

import asyncio
import shutil
from pathlib import Path

from relspace.room.commands import LoseSession, MakeMove, SetReady, Sit
from relspace.room.options import RoomOptions
from relspace.room.state import Player, RoomState
from relspace.room.update import SERVER
from relspace_server.counts import ANSWERED_WITHIN, Awaited, Counts, Latency
from relspace_server.ops.disk import DiskWatch
from relspace_server.ops.stalls import STALL, StallWatch
from relspace_server.ops.timed_store import TimedStore
from relspace_server.store.bucket import Bucket, Unavailable
from relspace_server.store.memory import MemoryStore

from ..rooms.people import World, started
from ..store.faulty import FaultyBucket

VEGA = Player("SHA256:vega", "Vega")
RIGEL = Player("SHA256:rigel", "Rigel")


def test_a_latency_falls_into_the_first_bound_that_holds_it() -> None:
    latency = Latency((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 7.0):
        latency.add(seconds)
    assert latency.numbers == [2, 1, 1]
    assert latency.seconds == 7.65


def test_a_copy_of_a_latency_stays_as_it_is() -> None:
    latency = Latency((0.1,))
    copied = latency.copy()
    latency.add(0.01)
    assert (copied.numbers, copied.seconds) == ([0, 0], 0.0)


def test_from_the_first_unanswered_key_to_the_picture() -> None:
    to = Latency((0.1, 1.0))
    awaited = Awaited(to)
    awaited.painted(5.0)
    awaited.pressed(10.0)
    awaited.pressed(10.25)
    awaited.painted(10.5)
    awaited.painted(10.75)
    assert (to.numbers, to.seconds) == ([0, 1, 0], 0.5)


def test_a_picture_long_after_a_key_does_not_answer_it() -> None:
    to = Latency((0.1, 1.0))
    awaited = Awaited(to)
    awaited.pressed(10.0)
    awaited.painted(11.0 + ANSWERED_WITHIN)
    awaited.pressed(20.0)
    awaited.pressed(25.0)
    awaited.painted(25.5)
    assert (to.numbers, to.seconds) == ([0, 1, 0], 0.5)


async def test_moves_and_games_are_counted_once() -> None:
    world = World()
    hub = await started(MemoryStore(), world)
    counts = hub.around.counts
    code = await hub.open(VEGA, "node/vega", "", RoomOptions(seats=2, clock=0), 0, "")
    await hub.change(code, Sit("node/rigel"), RIGEL)
    for player in (VEGA, RIGEL):
        await hub.change(code, SetReady(code, ready=True), player)

    def state() -> RoomState:
        return hub.room(code).state

    assert (counts.moves, counts.games_finished) == (0, 0)
    while state().phase == "playing":
        await hub.change(code, _resignation(state()), VEGA)
    assert (counts.moves, counts.games_finished) == (1, 1)
    await hub.change(code, LoseSession("node/vega"), SERVER)
    assert (counts.moves, counts.games_finished) == (1, 1)
    await hub.close()


def _resignation(state: RoomState) -> MakeMove:
    assert state.game is not None
    return MakeMove(state.code, "resign", state.game.position.ply)


async def test_the_watch_of_the_loop_tells_lateness_from_a_stall() -> None:
    counts = Counts()
    watch = StallWatch(counts)
    watch.note(-0.001)
    watch.note(STALL)
    watch.note(STALL * 2)
    assert counts.stalls == 1
    assert sum(counts.lag.numbers) == 3
    watch.start()
    watch.close()


async def test_the_loop_is_looked_at_again_and_again() -> None:
    counts = Counts()
    loop = asyncio.get_running_loop()
    watch = StallWatch(counts)
    watch._look(loop, loop.time() - 7)
    assert counts.stalls == 1
    assert watch._timer is not None
    watch.close()
    assert watch._timer is None


async def test_what_is_left_of_the_disk(tmp_path: Path) -> None:
    counts = Counts()
    watch = DiskWatch(counts, tmp_path)
    await watch.start()
    assert 0 < counts.disk_free <= shutil.disk_usage(tmp_path).total
    await watch.close()
    known = counts.disk_free
    await DiskWatch(counts, tmp_path / "gone").look()
    assert counts.disk_free == known


async def test_the_store_is_timed_and_its_failures_are_counted() -> None:
    counts = Counts()
    store = TimedStore(MemoryStore(), counts)
    bucket = store.bucket("things")
    assert store.bucket("things") is bucket
    revision = await bucket.put("a", b"1", 0)
    assert await bucket.get("a") == (b"1", revision)
    assert await bucket.scan("") == [("a", (b"1", revision))]
    await bucket.delete("a", revision)
    assert (sum(counts.store_writes.numbers), sum(counts.store_reads.numbers)) == (2, 2)
    assert counts.store_failures == 0
    await store.close()
    assert not store.healthy()


class Failing(MemoryStore):
    """A store whose buckets do not answer the first time."""

    def bucket(self, name: str) -> Bucket:
        return FaultyBucket(super().bucket(name), reads=["lost before"])


async def test_what_the_store_does_not_answer_is_a_failure() -> None:
    counts = Counts()
    bucket = TimedStore(Failing(), counts).bucket("things")
    try:
        await bucket.get("a")
    except Unavailable:
        pass
    else:
        raise AssertionError("it answers")
    assert await bucket.get("a") is None
    assert counts.store_failures == 1
    assert sum(counts.store_reads.numbers) == 2
