"""Dialogs: closing, staying, small terminals, people's text."""

from dataclasses import replace

import pytest
from textual.widgets import Input

from relspace.room.commands import Say
from relspace.wire.messages import SeatInfo
from relspace_client.app import RelspaceApp
from relspace_client.screens.dialogs.dialog import Dialog

from ..around.rooms import GATHERING, LOBBY
from ..fakes import FakeLink, drawn
from ..table.situations import orion

HOSTED = replace(GATHERING, host=2)

DIALOGS = [(LOBBY, "t"), (LOBBY, "n"), (LOBBY, "j"), (HOSTED, "o"), (orion(), "escape")]


async def test_ctrl_c_asks_and_leaves_on_yes():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "Leave Relative Space?" in drawn(app)
        await pilot.press("y")
        await pilot.pause()
        assert app.farewell is not None
        assert app.farewell.code == 0


@pytest.mark.parametrize("keys", [["enter"], ["escape"]])
async def test_who_stays_sees_what_was_there_before(keys):
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c", *keys)
        await pilot.pause()
        assert app.farewell is None
        assert drawn(app) == app.picture(80, 24).text()


@pytest.mark.parametrize("opening", [[], ["t"], ["n"], ["j"], ["?"]])
async def test_ctrl_c_twice_leaves_from_everywhere(opening):
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test() as pilot:
        for key in [*opening, "ctrl+c", "ctrl+c"]:
            await pilot.press(key)
            await pilot.pause()
        assert app.farewell is not None


@pytest.mark.parametrize(
    ("page", "key"), [(LOBBY, "t"), (LOBBY, "n"), (LOBBY, "j"), (HOSTED, "o"), (orion(), "escape")]
)
async def test_escape_closes_a_dialog_and_nothing_else(page, key):
    link = FakeLink(LOBBY, page)
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1
        assert link.sent == []


async def test_a_click_beside_a_dialog_closes_it():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.click(offset=(40, 12))
        assert isinstance(app.screen, Dialog)
        await pilot.click(offset=(1, 1))
        await pilot.pause()
        assert len(app.screen_stack) == 1


async def test_what_is_being_typed_stays_while_the_game_begins():
    link = FakeLink(LOBBY, replace(GATHERING, room="K7QX2"))
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"go")
        link.push(orion())
        await pilot.pause()
        assert "Pod 1" in drawn(app)
        await pilot.press("!", "enter")
        await pilot.pause()
        assert link.sent == [Say("K7QX2", "go!")]


async def test_what_was_typed_in_a_room_is_not_said_in_the_lobby():
    link = FakeLink(LOBBY, GATHERING)
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press("t", *"secret")
        link.push(LOBBY)
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert Say("", "secret") not in link.sent


async def test_a_dialog_whose_page_is_gone_closes_even_under_another_one():
    link = FakeLink(LOBBY, replace(HOSTED, room="K7QX2"))
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press("o")
        await pilot.press("ctrl+c")
        link.push(orion())
        await pilot.pause()
        assert len(app.screen_stack) == 3
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1
        assert link.sent == []


@pytest.mark.parametrize(
    ("page", "key"), [(LOBBY, "n"), (LOBBY, "t"), (LOBBY, "j"), (HOSTED, "o"), (orion(), "escape")]
)
@pytest.mark.parametrize("size", [(40, 18), (40, 20), (80, 24)])
async def test_dialogs_fit(page, key, size):
    app = RelspaceApp(FakeLink(LOBBY, page), None)
    async with app.run_test(size=size) as pilot:
        await pilot.press(key)
        await pilot.pause()
        box = app.screen.query_one("#box")
        for widget in box.query("*"):
            assert widget.region in box.region
            assert widget.region.height >= widget.virtual_size.height


async def test_a_terminal_that_becomes_too_small_keeps_what_was_typed():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"hel")
        await pilot.resize_terminal(30, 10)
        await pilot.pause()
        assert drawn(app).split() == ["Too", "small:", "40", "×", "18", "cells", "at", "least."]
        await pilot.press("x")
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        await pilot.press("p")
        assert app.screen.query_one(Input).value == "help"


async def test_ctrl_c_on_a_dialog_that_does_not_fit_says_what_it_does_and_is_forgotten_when_it_fits_again():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        for _ in range(2):
            await pilot.resize_terminal(30, 5)
            await pilot.pause()
            assert drawn(app).split() == ["Too", "small:", "40", "×", "18", "cells", "at", "least."]
            await pilot.press("ctrl+c")
            await pilot.pause()
            assert drawn(app).split() == ["Ctrl-C", "again", "leaves."]
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
        await pilot.press("K", "7", "ctrl+c")
        await pilot.pause()
        assert app.farewell is None
        assert "Leave Relative Space?" in drawn(app)


async def test_ctrl_c_twice_on_a_dialog_that_does_not_fit_leaves():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(30, 5)) as pilot:
        app.session.talk()
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        await pilot.press("ctrl+c", "ctrl+c")
        await pilot.pause()
        assert app.farewell is not None


async def test_a_dialog_that_opens_where_nothing_fits_forgets_an_earlier_ctrl_c():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(30, 5)) as pilot:
        await pilot.press("ctrl+c")
        app.session.talk()
        await pilot.pause()
        assert "Too small" in drawn(app)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app.farewell is None
        assert "Ctrl-C again leaves." in drawn(app)


async def test_peoples_text_is_never_markup():
    seats = (*HOSTED.seats[:2], SeatInfo("[@click=app.exit]x[/]", "person"), SeatInfo())
    shown = replace(HOSTED, seats=seats, title="[b]Red[/b]")
    app = RelspaceApp(FakeLink(LOBBY, shown), None)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "[b]Red[/b]" in drawn(app)
        await pilot.press("x", "3")
        await pilot.pause()
        assert "[@click=app.exit]x[/] goes back to the lobby." in drawn(app)


async def test_a_line_has_at_most_300_characters():
    link = FakeLink(LOBBY)
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press("t")
        await pilot.pause()
        app.screen.query_one(Input).insert_text_at_cursor("x" * 299)
        await pilot.press(*"yz", "enter")
        await pilot.pause()
        assert link.sent == [Say("", "x" * 299 + "y")]
