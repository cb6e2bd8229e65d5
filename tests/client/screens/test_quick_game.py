"""A game that begins at once: the room before it is not shown, unless the game does not begin."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from relspace.errors import NotNow
from relspace.room.commands import SetReady
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Done, QuickPlay
from relspace.wire.messages import Talk
from relspace_client.app import RelspaceApp
from relspace_client.screens.session import BEGINS_SECONDS, LATE_SECONDS
from relspace_client.start import PlayBots

from ..around.rooms import GATHERING, LOBBY, LOBBY_TALK
from ..fakes import FakeLink, drawn
from ..table.situations import orion

OPENED = replace(GATHERING, room="K7QX2", title="Orion", host=1, you=1)


class Paced(RelspaceApp):
    """An app whose timers a test has run out."""

    def __init__(self, link: FakeLink, start: PlayBots | None = None) -> None:
        super().__init__(link, None, start, seconds=lambda: 0.0)
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def after(self, seconds: float, then: Callable[[], None]) -> None:
        self.timers.append((seconds, then))

    def run_out(self, seconds: float) -> None:
        """Calls what was to be called after so long."""
        for wanted, then in [one for one in self.timers if one[0] == seconds]:
            self.timers.remove((wanted, then))
            then()


async def test_the_room_of_a_game_that_begins_at_once_is_not_shown():
    link = FakeLink(LOBBY, Talk("", LOBBY_TALK))
    app = Paced(link)
    async with app.run_test(size=(80, 24)) as pilot:
        before = app.picture(80, 24).text()
        link.gate.clear()
        await pilot.press("p")
        link.push(OPENED, Talk("K7QX2", ()))
        await pilot.pause()
        assert link.sent == [QuickPlay()]
        assert app.picture(80, 24).text() == before
        link.push(orion())
        await pilot.pause()
        assert app.session.page.name == "table"


@pytest.mark.parametrize("seconds", [BEGINS_SECONDS, LATE_SECONDS])
async def test_a_room_whose_game_does_not_begin_is_shown_in_the_end(seconds):
    link = FakeLink(LOBBY)
    app = Paced(link)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        link.push(OPENED)
        await pilot.pause()
        assert app.session.page.name == "lobby"
        app.run_out(seconds)
        await pilot.pause()
        assert app.session.page.name == "room"


async def test_a_game_against_bots_from_the_command_line_shows_no_room_either():
    link = FakeLink(LOBBY)
    link.answers[Create] = Done("K7QX2")
    app = Paced(link, PlayBots(3, 4, RoomOptions()))
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(OPENED)
        await pilot.pause()
        assert link.sent[1:] == [SetReady("K7QX2", ready=True)]
        assert app.session.page.name == "lobby"
        link.push(orion())
        await pilot.pause()
        assert app.session.page.name == "table"


async def test_where_no_game_can_be_had_other_rooms_are_shown_at_once_again():
    link = FakeLink(LOBBY)
    link.answers[QuickPlay] = NotNow("too-many-rooms")
    app = Paced(link)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await pilot.pause()
        assert "No more rooms can be opened just now." in drawn(app)
        link.push(GATHERING)
        await pilot.pause()
        assert app.session.page.name == "room"


async def test_a_room_that_one_opens_or_joins_is_shown_at_once():
    link = FakeLink(LOBBY)
    app = Paced(link)
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(GATHERING)
        await pilot.pause()
        assert app.session.page.name == "room"
