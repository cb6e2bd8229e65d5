"""What a page has told ends with it; what the rooms told is read on the next page too."""

from dataclasses import replace

import pytest

from relspace.wire.messages import Me, Notice
from relspace.wire.settings import PlayerSettings
from relspace_client.app import RelspaceApp
from relspace_client.screens.session import HOST_SECONDS, LAST_MOVE_SECONDS

from ..around.rooms import GATHERING, LOBBY, OVER
from ..fakes import FakeClock, FakeLink, drawn
from ..table.situations import orion

ROOM = replace(GATHERING, room="K7QX2")
ONLY_HOST = "Only the host can do that."
RESTARTS = "The server goes down soon. Games are kept."


async def test_why_a_key_was_refused_in_the_room_is_not_read_at_the_table():
    link = FakeLink(LOBBY, ROOM)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        assert ONLY_HOST in drawn(app)
        link.push(replace(ROOM, rev=4, watching=1))
        await pilot.pause()
        assert ONLY_HOST in drawn(app)
        link.push(orion())
        await pilot.pause()
        assert "Pod 1" in drawn(app)
        assert ONLY_HOST not in drawn(app)


async def test_what_was_told_at_the_table_is_not_read_at_the_end():
    clock, link = FakeClock(), FakeLink(LOBBY, orion())
    app = RelspaceApp(link, None, seconds=lambda: clock.now)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = clock.after
        link.push(replace(OVER, room=orion().room))
        await pilot.pause()
        app.session.tell("Copied")
        clock.timers.sort(key=lambda timer: timer[0])
        while clock.timers[0][0] <= LAST_MOVE_SECONDS:
            clock.tick()
        await pilot.pause()
        assert app.session.page.name == "end"
        assert app.session.notice == ""


async def test_what_the_rooms_tell_everybody_is_read_on_the_next_page_too():
    link = FakeLink(LOBBY, ROOM)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(Notice("draining"))
        await pilot.pause()
        link.push(orion())
        await pilot.pause()
        assert "Pod 1" in drawn(app)
        assert app.session.notice == RESTARTS


async def test_what_the_host_says_stays_for_those_who_look_away():
    clock, link = FakeClock(), FakeLink(LOBBY, orion())
    app = RelspaceApp(link, None, seconds=lambda: clock.now)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = clock.after
        link.push(Notice("host", text="We stop at nine."))
        await pilot.pause()
        assert [after for after, _ in clock.timers] == [HOST_SECONDS]
        assert "The host of this server says: We stop at nine." in drawn(app)
        await pilot.press("right")
        assert "We stop at nine." not in drawn(app)


async def test_how_a_game_ended_is_told_alike_at_the_table_and_after_it():
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        table = orion(phase="over")
        for you, said in ((1, "You are the last one left."), (2, "Vega is the last one left.")):
            result = replace(OVER.result, reason="last_left", winner=1, you=you)
            link.push(replace(table, phase="over", rev=table.rev + you, you=you, result=result))
            await pilot.pause()
            assert f"{said} Any key goes on." in drawn(app)


async def test_that_no_move_can_be_saved_is_told_for_as_long_as_it_is_so():
    clock, link = FakeClock(), FakeLink(LOBBY, orion())
    app = RelspaceApp(link, None, seconds=lambda: clock.now)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = clock.after
        link.push(Notice("halted"))
        await pilot.pause()
        clock.tick()
        await pilot.press("right")
        assert "Moves cannot be saved now" in drawn(app)
        app.session.tell("Copied")
        assert app.session.notice == "Copied"
        clock.tick()
        await pilot.pause()
        assert "Moves cannot be saved now" in drawn(app)
        link.push(Notice("resumed"))
        await pilot.pause()
        assert "Moves are saved again" in drawn(app)
        clock.tick()
        await pilot.pause()
        assert app.session.notice == ""


@pytest.mark.parametrize("welcomed", [True, False])
async def test_who_is_not_called_as_they_wished_reads_why_and_what_to_press(welcomed):
    me = Me("vega2", settings=PlayerSettings(welcomed=welcomed))
    app = RelspaceApp(FakeLink(me, LOBBY, Notice("name-taken", text="vega")), None)
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.pause()
        shown = drawn(app)
        assert "The name vega is taken; you have another one." in shown
        assert ("To choose one: s, then n." in shown) is welcomed
        assert ("n name" in shown) is not welcomed
