"""Time in which nobody could move is given back: a server that stood still, a store that did not answer."""

import asyncio
from dataclasses import dataclass

import pytest

from relspace.room.commands import MakeMove, SetReady
from relspace.room.due import due
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Join
from relspace_server.rooms import clockwork
from relspace_server.rooms.heartbeat import Heartbeat
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.lost_time import LostTime
from relspace_server.rooms.tasks import Tasks
from relspace_server.store.memory import MemoryStore

from .people import RIGEL, VEGA, Guest, World, eventually, mover, started


@dataclass
class Watch:
    """A clock, and a store that is well or not."""

    now: float = 100.0
    well: bool = True

    def lost(self) -> LostTime:
        return LostTime(lambda: self.now, lambda: self.well)


def test_looks_at_each_pulse_lose_nothing() -> None:
    watch = Watch()
    lost = watch.lost()
    for _ in range(100):
        watch.now += 1.1
        assert lost.look() == 0
    assert not lost.trouble


def test_a_late_look_shows_that_the_process_stood_still() -> None:
    watch = Watch()
    lost = watch.lost()
    watch.now += 30
    assert lost.look() == 30_000
    watch.now += 1
    assert lost.look() == 30_000


def test_while_the_store_is_not_well_all_time_is_lost() -> None:
    watch = Watch()
    lost = watch.lost()
    watch.well = False
    for _ in range(5):
        watch.now += 1
        lost.look()
        assert lost.trouble
    watch.well = True
    watch.now += 1
    assert lost.look() == 5_000
    assert not lost.trouble


def test_a_slow_answer_is_lost_from_when_it_was_asked_for_and_once() -> None:
    watch = Watch()
    lost = watch.lost()
    with lost.asking(), lost.asking():
        watch.now += 0.5
        assert lost.look() == 0
        watch.now += 1
        assert lost.trouble
        assert lost.look() == 1_500
        watch.now += 1
    assert lost.look() == 2_500
    with lost.asking():
        watch.now += 0.9
    assert lost.look() == 2_500
    assert not lost.trouble


async def at_play(hub: Hub, clock: int = 30) -> tuple[Guest, Guest, str]:
    """Vega and Rigel in a game with a clock."""
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=2, clock=clock)))).room
    await rigel.visit.send(Join(code))
    for one in (vega, rigel):
        await one.visit.send(SetReady(code, ready=True))
        await one.until(lambda one=one: True)  # type: ignore[misc]
    await vega.until(lambda: vega.snapshot.phase == "playing")
    await rigel.until(lambda: rigel.snapshot.phase == "playing")
    return vega, rigel, code


def deadline(hub: Hub, code: str) -> int:
    game = hub.room(code).state.game
    assert game is not None
    return game.deadline


async def fired(hub: Hub, code: str) -> None:
    """Does what the room's timer would do, which in these tests is set for minutes of real time."""
    room = hub.room(code)
    what = due(room.state, hub.around.pace)
    assert what is not None
    await hub.firing._fired(room, what)


async def test_nobody_times_out_because_the_server_stood_still(world: World, hub: Hub) -> None:
    _, _, code = await at_play(hub)
    world.now += 10_000
    world.stands_still(30_000)
    before = deadline(hub, code)
    assert before < world.now
    await fired(hub, code)
    state = hub.room(code).state
    assert state.game is not None
    assert state.game.moves == (), "the autopilot did not move"
    assert deadline(hub, code) == min(before + 30_000, world.now + 30_000)


async def test_it_is_given_back_before_anything_is_due_and_once(world: World, hub: Hub) -> None:
    vega, _, code = await at_play(hub)
    world.now += 20_000
    world.stands_still(8_000)
    before = deadline(hub, code)
    for _ in range(3):
        await hub.clocks.time.pulse()
    assert deadline(hub, code) == before + 8_000
    await vega.until(lambda: vega.snapshot.clock is not None and vega.snapshot.clock.left == 10_000)


async def test_a_turn_that_began_afterwards_gets_nothing(world: World, hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    world.now += 5_000
    world.stands_still(8_000)
    first = mover(vega, rigel)
    await first.visit.send(MakeMove(code, "resign", 0))
    world.now += 1
    await hub.clocks.time.pulse()
    assert hub.room(code).state.phase == "over"
    for one in (vega, rigel):
        await one.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")
    before = deadline(hub, code)
    await hub.clocks.time.pulse()
    assert deadline(hub, code) == before


async def test_a_turn_that_runs_out_by_itself_gets_nothing(world: World, hub: Hub) -> None:
    vega, _, code = await at_play(hub)
    world.now += 30_000
    await fired(hub, code)
    await vega.until(lambda: bool(vega.snapshot.log))
    assert vega.snapshot.log[-1].auto


async def test_the_server_looks_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "PULSE", 0.0)
    world = World()
    hub = await started(MemoryStore(), world)
    _, _, code = await at_play(hub)
    world.now += 20_000
    world.stands_still(8_000)
    before = deadline(hub, code)
    await eventually(lambda: deadline(hub, code) == before + 8_000)
    await hub.close()


async def test_what_is_done_again_and_again_goes_on_after_a_failure_and_ends(caplog: pytest.LogCaptureFixture) -> None:
    beats = 0

    async def beat() -> None:
        nonlocal beats
        beats += 1
        if beats == 2:
            raise ValueError("for once")

    tasks = Tasks()
    heartbeat = Heartbeat(0.0, beat, tasks)
    heartbeat.start()
    await eventually(lambda: beats >= 5)
    heartbeat.stop()
    await tasks.finish()
    last = beats
    for _ in range(20):
        await asyncio.sleep(0)
    assert beats == last
    assert "a room task failed" in caplog.text


@pytest.mark.parametrize(("clock", "given"), [(86_400, False), (15, True)])
async def test_a_moment_matters_only_where_turns_are_short(world: World, hub: Hub, clock: int, given: bool) -> None:
    _, _, code = await at_play(hub, clock)
    world.now += 5_000
    world.stands_still(4_000)
    before = deadline(hub, code)
    await hub.clocks.time.pulse()
    assert (deadline(hub, code) > before) == given


async def test_while_the_store_does_not_answer_the_clock_stands(
    world: World, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    vega, rigel, code = await at_play(hub)
    first = mover(vega, rigel)
    put, gate = hub._bucket.put, asyncio.Event()

    async def slow(key: str, data: bytes, expected: int) -> int:
        await gate.wait()
        return await put(key, data, expected)

    monkeypatch.setattr(hub._bucket, "put", slow)
    asked = asyncio.create_task(first.visit.send(MakeMove(code, first.snapshot.legal[0].move, 0)))
    await asyncio.sleep(0)
    for _ in range(12):
        world.stands_still(1_000)
        hub.clocks.lost.look()
    gate.set()
    await asked
    game = hub.room(code).state.game
    assert game is not None
    assert len(game.moves) == 1
    before = deadline(hub, code)
    await hub.clocks.time.pulse()
    assert deadline(hub, code) == min(before + 12_000, world.now + 30_000)
