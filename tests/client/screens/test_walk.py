"""From the lobby to a room, the table, the end and the rematch: pages follow the room by themselves."""

from dataclasses import replace

import pytest

from relspace.errors import Fault, NotNow, Refused
from relspace.room.commands import SetReady
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Done, Join, Watch
from relspace.wire.messages import Notice, Talk
from relspace_client.app import RelspaceApp
from relspace_client.screens.dialogs.choose import Choose
from relspace_client.start import JoinRoom, PlayBots, WatchRoom

from ..around.rooms import GATHERING, LOBBY, LOBBY_TALK, OVER
from ..fakes import FakeLink, drawn
from ..table.situations import orion

CODE = "K7QX2"


def over():
    """The game of `orion`, ended: the table can still be seen."""
    shown = orion(turn=1)
    assert shown.view is not None
    return replace(OVER, room=CODE, rev=shown.rev + 1, view=shown.view._replace(phase="over"))


@pytest.fixture
def link():
    return FakeLink(LOBBY, Talk("", LOBBY_TALK))


async def test_the_first_picture_is_the_lobby(link):
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)):
        assert app.session.page.name == "lobby"
        assert drawn(app) == app.picture(80, 24).text()
        assert "anyone for a quick four?" in drawn(app)


async def test_pages_follow_the_room(link):
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        for message, page in ((replace(GATHERING, room=CODE), "room"), (orion(), "table"), (LOBBY, "lobby")):
            link.push(message)
            assert app.session.page.name == page
            await pilot.pause()
            assert drawn(app) == app.picture(80, 24).text()


async def test_the_last_move_is_seen_until_a_key(link):
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(orion())
        link.push(over())
        assert app.session.page.name == "table"
        await pilot.press("b")
        assert app.session.page.name == "end"
        assert "YOU ESCAPED" in drawn(app)
        assert link.sent == []


async def test_the_end_comes_by_itself_after_the_last_move(link):
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        waits = []
        app.after = lambda seconds, then: waits.append((seconds, then))
        link.push(orion())
        link.push(over())
        await pilot.pause()
        (seconds, then), *_ = waits
        assert seconds == 2
        then()
        assert app.session.page.name == "end"


async def test_who_comes_into_a_finished_room_sees_the_end_at_once(link):
    app = RelspaceApp(link, None)
    async with app.run_test():
        link.push(over())
        assert app.session.page.name == "end"


async def test_a_rematch_goes_back_to_the_table_with_nothing_chosen(link):
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(orion())
        await pilot.press("b", "2")
        link.push(over())
        await pilot.press("space")
        assert app.session.page.name == "end"
        link.push(replace(orion(), rev=over().rev + 1))
        assert app.session.page.name == "table"
        await pilot.pause()
        assert "YOUR TURN  Choose a card" in drawn(app)


async def test_an_older_revision_is_dropped(link):
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        link.push(replace(GATHERING, rev=7, title="New"))
        link.push(replace(GATHERING, rev=6, title="Old"))
        await pilot.pause()
        assert "New" in drawn(app)


@pytest.mark.parametrize(
    ("start", "sent"),
    [
        (JoinRoom("m2wq7"), [Join("m2wq7")]),
        (WatchRoom("M2WQ7"), [Watch("M2WQ7")]),
        (PlayBots(2), [Create(options=RoomOptions(seats=3, clock=0), bots=2), SetReady("NEW42", ready=True)]),
        (PlayBots(1, 4), [Create(options=RoomOptions(seats=4, clock=0), bots=1), SetReady("NEW42", ready=True)]),
    ],
)
async def test_people_come_in_where_they_asked_to(link, start, sent):
    link.answers[Create] = Done("NEW42")
    async with RelspaceApp(link, None, start).run_test() as pilot:
        await pilot.pause()
        assert link.sent == sent


@pytest.mark.parametrize("code", ["no-such-room", "room-closed"])
@pytest.mark.parametrize("start", [JoinRoom("noone"), WatchRoom("NOONE")])
async def test_a_room_that_is_not_there_leaves_them_in_the_lobby_with_a_sentence(link, start, code):
    link.answers[Join] = link.answers[Watch] = Refused(code)
    app = RelspaceApp(link, None, start)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "Room NOONE is not there: it has closed, or has another code." in drawn(app)


@pytest.mark.parametrize("code", ["room-full", "game-running"])
async def test_where_there_is_no_seat_watching_is_offered(link, code):
    link.answers[Join] = NotNow(code)
    app = RelspaceApp(link, None, JoinRoom("M2WQ7"))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Choose)
        await pilot.press("y")
        await pilot.pause()
        assert link.sent[-1] == Watch("M2WQ7")


async def test_a_seat_in_use_elsewhere_can_be_taken_over(link):
    link.answers[Join] = NotNow("seat-in-use")
    app = RelspaceApp(link, None, JoinRoom("M2WQ7"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert link.sent[-1] == Join("M2WQ7", take_over=True)


async def test_our_own_failure_is_told_as_such(link):
    link.answers[Watch] = Fault()
    app = RelspaceApp(link, None, WatchRoom("M2WQ7"))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "The server is busy. Nothing is lost; try again." in drawn(app)


async def test_what_happened_elsewhere_is_told_in_the_lobby(link):
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        link.push(GATHERING)
        link.push(Notice("removed", "M2WQ7"), LOBBY)
        await pilot.pause()
        assert app.session.page.name == "lobby"
        assert "The host has freed your seat." in drawn(app)
        await pilot.press("down")
        assert "The host has freed your seat." not in drawn(app)


async def test_the_same_is_not_asked_twice_at_once(link):
    link.gate.clear()
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press("p", "p", "enter")
        assert len(link.sent) == 1
        link.gate.set()
        await pilot.pause()
        await pilot.press("p")
        assert len(link.sent) == 2


async def test_what_takes_its_time_is_said_to_be_on_its_way(link, monkeypatch):
    monkeypatch.setattr("relspace_client.screens.errands.SLOW_SECONDS", 0.0)
    link.gate.clear()
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("p", "m"):
            await pilot.press(key)
            await pilot.pause()
            assert "The server takes its time." in drawn(app)
        link.gate.set()


@pytest.mark.parametrize(
    ("shown", "place"),
    [(LOBBY, "lobby"), (GATHERING, "seated"), (orion(), "seated"), (orion(you=None), "watching"), (OVER, "seated")],
)
async def test_the_app_knows_where_its_person_is(link, shown, place):
    app = RelspaceApp(link, None)
    async with app.run_test():
        link.push(shown)
        assert app.place == place


async def test_leaving_closes_the_link(link):
    app = RelspaceApp(link, None)
    async with app.run_test():
        assert not link.closed
    assert link.closed


async def test_a_failure_while_a_message_is_taken_ends_this_session_alone(link, monkeypatch):
    app = RelspaceApp(link, None)

    async def fails():
        async with app.run_test() as pilot:
            monkeypatch.setattr(app.session.model, "take", lambda _: 1 // 0)
            link.push(LOBBY)
            await pilot.pause()

    with pytest.raises(ZeroDivisionError):
        await fails()
