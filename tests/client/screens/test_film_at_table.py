"""What just happened is shown at the table, for a moment, to those who want it."""

from dataclasses import replace

import pytest

from relspace.rules.events import Launched, Loaded
from relspace.wire.messages import Me
from relspace.wire.settings import PlayerSettings
from relspace_client.app import RelspaceApp

from ..around.rooms import LOBBY
from ..fakes import FakeClock, FakeLink, FakeTerminal, drawn, hosted
from ..table.situations import moved, orion

BEFORE = orion(turn=3)
AFTER = moved(BEFORE, Loaded("A1", "BRB", 4), Launched(4, 3), seat=3)


def table(time, *, settings=PlayerSettings(welcomed=True), terminal=None, told=True):  # noqa: B008
    link = FakeLink(*([Me("Vega", settings=settings)] if told else []), LOBBY, BEFORE)
    return RelspaceApp(link, terminal, seconds=lambda: time.now), link


@pytest.fixture
def time():
    return FakeClock()


async def test_a_launch_is_seen_frame_by_frame_and_then_the_table_as_it_is(time):
    app, link = table(time)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = time.after
        link.push(AFTER)
        await pilot.pause()
        shown = [drawn(app)]
        while time.timers:
            assert len(time.timers) == 1
            time.tick()
            await pilot.pause()
            shown.append(drawn(app))
        assert "LAUNCH" in shown[0]
        assert "3 cards left" in shown[-2]
        assert len(shown) == 6
        assert round(time.now, 1) == 0.5
        assert shown[-1] == app.picture(80, 24).text()
        assert "LAUNCH" not in shown[-1]


async def test_the_next_snapshot_does_not_wait(time):
    app, link = table(time)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = time.after
        link.push(AFTER)
        await pilot.pause()
        link.push(moved(AFTER, Loaded("A2", "7", 1), seat=4))
        await pilot.pause()
        assert "LAUNCH" not in drawn(app)
        assert len(time.timers) == 1


async def test_nothing_is_drawn_for_a_film_that_the_next_snapshot_broke_off(time, monkeypatch):
    app, link = table(time, settings=PlayerSettings(welcomed=True, motion=False))
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = time.after
        link.push(AFTER)
        await pilot.pause()
        link.push(moved(AFTER, Loaded("A2", "7", 1), seat=4))
        await pilot.pause()
        monkeypatch.setattr(app, "picture", lambda *_: pytest.fail("nothing has changed"))
        time.tick()
        await pilot.pause()


async def test_a_key_goes_to_the_end(time):
    app, link = table(time)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = time.after
        link.push(AFTER)
        await pilot.press("right")
        assert "LAUNCH" not in drawn(app)


async def test_without_motion_the_last_frame_stands_for_a_second(time):
    app, link = table(time, settings=PlayerSettings(welcomed=True, motion=False))
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = time.after
        link.push(AFTER)
        await pilot.pause()
        assert "3 cards left" in drawn(app)
        time.tick()
        await pilot.pause()
        assert time.now == 1.0
        assert time.timers == []
        assert "cards left" not in drawn(app)


async def test_nothing_plays_for_somebody_of_whom_nothing_is_known(time):
    app, link = table(time, told=False)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = time.after
        link.push(AFTER)
        await pilot.pause()
        assert time.timers == []
        assert drawn(app) == app.picture(80, 24).text()


async def test_what_does_not_follow_by_one_move_is_not_shown(time):
    app, link = table(time)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = time.after
        link.push(replace(AFTER, view=AFTER.view._replace(ply=AFTER.view.ply + 1)))
        await pilot.pause()
        assert time.timers == []


async def test_on_a_terminal_far_away_each_frame_is_a_small_change(time):
    terminal = FakeTerminal()
    app, link = table(time, terminal=terminal)
    async with hosted(app, terminal) as pilot:
        app.after = time.after
        before = len(terminal.frames)
        link.push(AFTER)
        await pilot.pause()
        while time.timers:
            time.tick()
        frames = terminal.frames[before:]
        assert len(frames) == 6
        assert max(map(len, frames)) < 3000


async def test_a_terminal_that_takes_no_output_misses_the_film(time):
    terminal = FakeTerminal()
    app, link = table(time, terminal=terminal)
    async with hosted(app, terminal) as pilot:
        app.after = time.after
        terminal.paused = True
        before = len(terminal.frames)
        link.push(AFTER)
        await pilot.pause()
        while time.timers:
            time.tick()
        assert len(terminal.frames) == before
        assert terminal.dropped == []
