"""What viewers of a room are told: the newest, once, in order; and how many look on, only so often."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import pytest

from relspace.room.commands import MakeMove, Say
from relspace.room.state import TalkLine
from relspace.rules.legal import legal_moves
from relspace.wire.commands import Watch
from relspace.wire.frame import Frame
from relspace.wire.messages import Message, Snapshot, Talk
from relspace_server.charged import PAYER
from relspace_server.rooms.fanout import SLICE, FanOut
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.open_room import WATCHING_EVERY, OpenRoom
from relspace_server.rooms.soon import Soon

from .people import LYRA, Guest, at_play, mover
from .test_many_rooms import hosted


@dataclass
class Timer:
    """One that a test lets run down."""

    when: float
    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class Clock:
    """The timers of a test, which says what time it is."""

    now: float = 100.0
    timers: list[Timer] = field(default_factory=list)

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        self.timers.append(Timer(when, callback))
        return self.timers[-1]

    @property
    def pending(self) -> list[Timer]:
        return [one for one in self.timers if not one.cancelled]

    def passes(self, seconds: float) -> None:
        self.now += seconds
        for timer in [one for one in self.pending if one.when <= self.now]:
            self.timers.remove(timer)
            timer.callback()


@dataclass(eq=False)
class Onlooker:
    """A viewer, and all that they were told."""

    player_id: str
    unheard: frozenset[str] = frozenset()
    got: list[Message] = field(default_factory=list)

    def push(self, frame: Frame) -> None:
        self.got.append(frame.message)

    def snapshots(self) -> list[Snapshot]:
        return [one for one in self.got if isinstance(one, Snapshot)]

    @property
    def counts(self) -> list[int]:
        return [one.watching for one in self.snapshots()]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def slow() -> "Slow":
    return Slow()


class Slow:
    """A fan-out that tells one viewer at each pass of the loop."""

    def __init__(self) -> None:
        self._now = 0.0
        self.fanout = FanOut(self._clock)

    def _clock(self) -> float:
        self._now += SLICE
        return self._now


def room_of(fanout: FanOut, clock: Clock) -> OpenRoom:
    return OpenRoom(hosted(1), 1, fanout, lambda: 0, timers=clock)


async def passes(times: int) -> None:
    for _ in range(times):
        await asyncio.sleep(0)


# ── the queue ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_who_waits_already_is_told_once_when_it_is_their_turn_by_what_came_last(slow: Slow) -> None:
    told: list[str] = []
    for change in ("one", "two", "three"):
        slow.fanout.renew((name, partial(told.append, f"{name} {change}")) for name in ("Vega", "Rigel", "Lyra"))
    slow.fanout.add([partial(told.append, "all")])
    await passes(10)
    assert told == ["Vega one", "Rigel three", "Lyra three", "Vega three", "all"]


async def test_calls_that_are_not_of_one_kind_are_all_made(slow: Slow) -> None:
    told: list[int] = []
    slow.fanout.add([partial(told.append, 1)] * 3)
    await passes(5)
    assert told == [1, 1, 1]


async def test_who_looks_away_is_told_nothing(slow: Slow) -> None:
    told: list[str] = []
    slow.fanout.renew((name, partial(told.append, name)) for name in ("Vega", "Rigel", "Lyra"))
    slow.fanout.forget("Rigel")
    slow.fanout.forget("nobody")
    await passes(5)
    assert told == ["Vega", "Lyra"]


async def test_whoever_queued_it_first_pays_though_others_change_it(slow: Slow) -> None:
    paid: list[str] = []
    for name in ("Vega", "Rigel"):
        context = Context()
        context.run(PAYER.set, lambda _seconds, name=name: paid.append(name))  # type: ignore[misc]
        context.run(slow.fanout.renew, [("first", print), ("second", print)])
    await passes(5)
    assert paid == ["Vega", "Rigel"], "the second was queued by Vega, the first again by Rigel once it was told"


# ── a room ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_of_many_changes_each_viewer_is_told_the_newest_once(slow: Slow, clock: Clock) -> None:
    room = room_of(slow.fanout, clock)
    viewers = [Onlooker(f"SHA256:{number}") for number in range(20)]
    for viewer in viewers:
        room.attach(viewer)
    await passes(30)
    for viewer in viewers:
        viewer.got.clear()
    for number in range(2, 7):
        line = TalkLine("Vega", f"line {number}", number, "SHA256:vega")
        room.newer(replace(room.state, touched=number, talk=(*room.state.talk, line)), number)
    await passes(2 * len(viewers) + 5)
    first, *others = viewers
    assert [one.rev for one in first.snapshots()] == [2, 6]
    for viewer in others:
        assert [one.rev for one in viewer.snapshots()] == [6]
        assert [len(one.lines) for one in viewer.got if isinstance(one, Talk)] == [5]


async def test_who_has_just_come_is_told_once(clock: Clock) -> None:
    room, vega = room_of(FanOut(lambda: 0.0), clock), Onlooker("SHA256:vega")
    room.attach(vega)
    clock.passes(1.0)
    assert len(vega.snapshots()) == 1
    room.attach(vega)
    clock.passes(1.0)
    assert len(vega.snapshots()) == 2, "who asks again is told again"


async def test_who_is_told_of_several_moves_at_once_has_all_of_them_in_the_log(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    vega, rigel, code = await at_play(hub)
    lyra = Guest.enters(hub, LYRA)
    await lyra.visit.send(Watch(code))
    kept: list[object] = []
    monkeypatch.setattr(hub._fanout, "_slice", lambda *, later=True: kept.append(later))
    for _ in range(3):
        game = hub.room(code).state.game
        assert game is not None
        one = (vega, rigel)[game.position.turn - 1]
        await one.visit.send(MakeMove(code, str(legal_moves(game.position)[0]), game.position.ply))
    before = lyra.snapshot
    monkeypatch.undo()
    assert kept == [False]
    hub._fanout._slice()
    assert [one for one in lyra.got if isinstance(one, Snapshot)][-2] is before
    assert before.view is not None
    assert [entry.ply for entry in lyra.snapshot.log if entry.ply > before.view.ply] == [1, 2, 3]
    assert mover(vega, rigel).snapshot.rev == lyra.snapshot.rev


async def test_nobody_is_told_of_a_room_after_it_was_closed(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    slow = Slow()
    hub.room(code)._fanout = slow.fanout
    people = [Guest.enters(hub, replace(LYRA, id=f"guest:{number}"), f"s{number}") for number in range(10)]
    for one in people:
        await one.visit.send(Watch(code))
    await passes(30)
    await hub.apply(code, lambda state: replace(state, closed=True))
    await passes(60)
    for one in (vega, rigel, *people):
        kinds = [type(message) for message in one.got]
        closed = one.got.index(next(message for message in one.got if getattr(message, "code", "") == "room-closed"))
        assert Snapshot not in kinds[closed:]


# ── how many look on ─────────────────────────────────────────────────────────────────────────────────────────────────


async def test_how_many_look_on_is_told_so_often_and_ends_with_the_true_number(clock: Clock) -> None:
    room, first = room_of(FanOut(lambda: 0.0), clock), Onlooker("SHA256:first")
    room.attach(first)
    clock.passes(1.0)
    first.got.clear()
    others = [Onlooker(f"SHA256:{number}") for number in range(40)]
    for other in others:
        room.attach(other)
        clock.passes(0.01)
    clock.passes(WATCHING_EVERY)
    assert first.counts[-1] == 41
    assert len(first.counts) <= 2 + 40 * 0.01 / WATCHING_EVERY
    assert [other.counts[-1] for other in others] == [41] * 40
    assert clock.pending == []
    for other in others:
        room.detach(other)
    clock.passes(WATCHING_EVERY)
    assert first.counts[-1] == 1
    assert clock.pending == []


async def test_the_first_who_comes_is_told_at_once(clock: Clock) -> None:
    room, first = room_of(FanOut(lambda: 0.0), clock), Onlooker("SHA256:first")
    room.attach(first)
    clock.passes(1.0)
    room.attach(Onlooker("SHA256:second"))
    assert first.counts == [1, 2]
    assert clock.pending == []


async def test_a_change_of_the_room_tells_the_number_as_well(clock: Clock) -> None:
    room, first = room_of(FanOut(lambda: 0.0), clock), Onlooker("SHA256:first")
    room.attach(first)
    room.attach(Onlooker("SHA256:second"))
    assert len(clock.pending) == 1
    room.newer(replace(room.state, touched=1), 2)
    assert first.counts == [1, 2]
    assert clock.pending == []


async def test_those_of_other_nodes_are_told_as_seldom(clock: Clock) -> None:
    room, first = room_of(FanOut(lambda: 0.0), clock), Onlooker("SHA256:first")
    room.attach(first)
    for number in range(1, 10):
        room.watched_elsewhere(number)
    assert first.counts == [1]
    clock.passes(WATCHING_EVERY)
    assert first.counts == [1, 10]


async def test_a_room_that_nobody_looks_at_or_that_is_gone_has_no_timer(clock: Clock) -> None:
    room, first = room_of(FanOut(lambda: 0.0), clock), Onlooker("SHA256:first")
    room.watched_elsewhere(3)
    assert clock.timers == []
    room.attach(first)
    room.attach(Onlooker("SHA256:second"))
    room.close()
    assert clock.pending == []
    room.newer(replace(room.state, touched=1), 2)
    assert first.counts == [4]


def test_what_is_done_soon_is_done_after_the_last_change(clock: Clock) -> None:
    done: list[float] = []
    soon = Soon(lambda: done.append(clock.now), 0.25, clock)
    for _ in range(100):
        soon.changed()
        clock.passes(0.01)
    clock.passes(0.25)
    assert 4 <= len(done) <= 6
    assert all(later - before >= 0.24 for before, later in pairwise(done))
    assert done[-1] >= 101.0
    assert clock.pending == []


async def test_a_line_that_is_said_while_others_wait_is_told_to_them_once(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    slow = Slow()
    hub.room(code)._fanout = slow.fanout
    await vega.visit.send(Say(code, "hello"))
    await vega.visit.send(Say(code, "again"))
    await passes(10)
    assert [line.text for line in rigel.talk.lines] == ["hello", "again"]
