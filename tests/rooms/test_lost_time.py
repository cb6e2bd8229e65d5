"""Time in which nobody could move is given back: a server that stood still, a store that did not answer."""

import asyncio
from dataclasses import dataclass

import pytest

from relspace.errors import Fault
from relspace.room.commands import MakeMove, SetReady
from relspace.room.due import due
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Join
from relspace_server.rooms import clockwork
from relspace_server.rooms.heartbeat import Heartbeat
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.lost_time import LostTime
from relspace_server.store.bucket import Unavailable
from relspace_server.store.memory import MemoryStore
from relspace_server.store.update import Updater
from relspace_server.tasks import Tasks

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


def test_what_had_been_lost_a_while_ago() -> None:
    watch = Watch()
    lost = watch.lost()
    watch.now += 30
    lost.look()
    for _ in range(10):
        watch.now += 1
        lost.look()
    watch.now += 5
    lost.look()
    assert lost.total == 35_000
    assert [lost.before(ago) for ago in (-1, 0, 4, 5, 15, 25, 45, 60)] == [
        *(35_000, 35_000, 31_000, 30_000, 30_000, 20_000, 0, 0)
    ]


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

    tasks = Tasks("room")
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


# ── writes that the store carries out late ───────────────────────────────────────────────────────────────────────────


class Late:
    """Keeps what is written to the rooms, and does not answer."""

    def __init__(self, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self._put = hub._bucket.put
        self._waiting: list[tuple[str, bytes, int]] = []
        self._patch = monkeypatch
        self._hub = hub
        hub._updater = Updater(sleep=lambda _: asyncio.sleep(0))
        monkeypatch.setattr(hub._bucket, "put", self._keep)

    async def _keep(self, key: str, data: bytes, expected: int) -> int:
        self._waiting.append((key, data, expected))
        raise Unavailable("no answer")

    async def answers(self) -> None:
        """Carries the first one out: the others are refused, as their revision is old. All is well from now on."""
        self._patch.setattr(self._hub._bucket, "put", self._put)
        await self._put(*self._waiting[0])


async def test_a_move_that_is_stored_late_costs_the_next_player_nothing(
    world: World, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    vega, rigel, code = await at_play(hub)
    first, late = mover(vega, rigel), Late(hub, monkeypatch)
    with pytest.raises(Fault):
        await first.visit.send(MakeMove(code, first.snapshot.legal[0].move, 0))
    world.stands_still(20_000)
    await late.answers()
    await first.until(lambda: bool(first.snapshot.log))
    before = deadline(hub, code)
    for _ in range(2):
        await hub.clocks.time.pulse()
        assert deadline(hub, code) == before + 20_000


async def test_time_that_is_given_back_late_is_not_all_that_was_lost(
    world: World, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, code = await at_play(hub)
    before = deadline(hub, code)
    world.stands_still(5_000)
    late = Late(hub, monkeypatch)
    await hub.clocks.time.pulse()
    world.stands_still(15_000)
    await late.answers()
    await eventually(lambda: deadline(hub, code) == before + 5_000)
    for _ in range(2):
        await hub.clocks.time.pulse()
        assert deadline(hub, code) == before + 20_000


async def test_nothing_takes_a_turn_while_the_store_does_not_answer(
    world: World, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, code = await at_play(hub)
    before = deadline(hub, code)
    world.now += 25_000
    late = Late(hub, monkeypatch)
    monkeypatch.setattr(hub.clocks.lost, "_healthy", lambda: False)
    for _ in range(10):
        world.stands_still(1_000)
        await fired(hub, code)
    assert not late._waiting
    monkeypatch.setattr(hub.clocks.lost, "_healthy", lambda: True)
    monkeypatch.setattr(hub._bucket, "put", late._put)
    await fired(hub, code)
    assert deadline(hub, code) == before + 10_000
