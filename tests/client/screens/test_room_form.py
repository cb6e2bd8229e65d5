"""The form of a room's options: a new room, and another choice for one that is open."""

import re
from dataclasses import replace

import pytest

from relspace.room.commands import SetOptions
from relspace.room.options import RoomOptions
from relspace.rules.layout import LAYOUTS
from relspace.wire.commands import Create
from relspace_client.app import RelspaceApp
from relspace_client.screens.dialogs.room_form import RoomForm

from ..around.rooms import LOBBY
from ..fakes import FakeLink, drawn
from .test_pages import HOSTED, asked


async def test_the_form_of_a_new_room():
    keys = ["up", "up", "right", "right", "right", "right", "up", "right", "home", "left", "left", "end", "enter"]
    (sent,) = await asked(["n", *keys])
    # four bots do not fit into four seats: back to none; then seats from 4 down to 2
    assert sent == Create("", RoomOptions(public=False, seats=2), 0)


async def test_a_new_room_can_be_named_and_filled_with_bots():
    (sent,) = await asked(["n", "up", "up", "left", "down", "right", "tab", *"Tea", "enter"])
    assert sent == Create("Tea", RoomOptions(), 3, "hard")


async def test_enter_opens_a_new_room_from_every_line():
    for line in range(10):
        assert await asked(["n", *["down"] * line, "enter"]) == [Create("", RoomOptions(), 0)]


async def test_a_click_changes_an_option():
    link = FakeLink(LOBBY, HOSTED)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await pilot.pause()
        row = next(y for y, line in enumerate(drawn(app).splitlines()) if "listed" in line and "in the lobby" in line)
        await pilot.click(offset=(20, row))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert link.sent == [SetOptions("M2WQ7", RoomOptions(public=False))]


async def test_how_well_bots_play_is_asked_only_if_there_are_any():
    link = FakeLink(LOBBY)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        assert "bots       ← none →" in drawn(app)
        assert "they play" not in drawn(app)
        await pilot.press("end", "up")
        await pilot.pause()
        assert "► bots" in drawn(app)
        await pilot.press("right", "down")
        await pilot.pause()
        assert "► they play  ← normal →" in drawn(app)
        await pilot.press("up", "left", "down")
        await pilot.pause()
        assert "they play" not in drawn(app)
        assert "► Open the room" in drawn(app)


@pytest.mark.parametrize(("public", "watching"), [(True, False), (False, True)])
@pytest.mark.parametrize("layout", LAYOUTS)
async def test_the_form_names_options_and_their_values_as_the_page_of_the_room_does(layout, public, watching):
    options = replace(HOSTED.options, layout=layout, public=public, watching=watching)
    app = RelspaceApp(FakeLink(LOBBY, replace(HOSTED, options=options)), None)
    async with app.run_test(size=(80, 24)) as pilot:
        page = [line.partition("│")[2].split() for line in drawn(app).splitlines()]
        await pilot.press("o")
        await pilot.pause()
        rows = (re.search("[► ] (.+)← (.+) →", line.partition("│")[2]) for line in drawn(app).splitlines())
        form = [[*row[1].split(), *row[2].split()] for row in rows if row]
        assert len(form) == 7
        assert all(line in page for line in form)


async def test_on_a_terminal_that_becomes_narrow_the_values_of_options_get_short():
    app = RelspaceApp(FakeLink(LOBBY, replace(HOSTED, options=RoomOptions(layout="pyramid"))), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await pilot.pause()
        assert "← pyramid of 3, 4 and 5 →" in drawn(app)
        await pilot.resize_terminal(40, 20)
        await pilot.pause()
        assert "← pyramid →" in drawn(app)


@pytest.mark.parametrize(("size", "explained"), [((80, 24), True), ((80, 18), False), ((40, 18), False)])
async def test_the_form_says_what_an_option_means_where_there_is_room(size, explained):
    app = RelspaceApp(FakeLink(LOBBY, HOSTED), None)
    async with app.run_test(size=size) as pilot:
        await pilot.press("o", "end", "up", "up", "up")
        await pilot.pause()
        assert "strict" in drawn(app)
        assert ("a special card can jam" in drawn(app)) == explained
        assert "Enter takes them" in drawn(app)


async def test_arrows_lead_from_the_name_of_a_new_room_to_its_options():
    link = FakeLink(LOBBY)
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press("n")
        await pilot.press(*"Tea")
        await pilot.press("down", "right", "enter")
        await pilot.pause()
        (made,) = [one for one in link.sent if isinstance(one, Create)]
        assert (made.title, made.options.seats) == ("Tea", RoomOptions().seats + 1)


async def test_from_the_name_of_a_new_room_up_leads_round_to_the_last_line():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", *"Tea", "up")
        await pilot.pause()
        assert "► Open the room" in drawn(app)


@pytest.mark.parametrize(("page", "key"), [(LOBBY, "n"), (HOSTED, "o")])
@pytest.mark.parametrize("size", [(40, 18), (60, 20), (80, 24)])
async def test_the_arrows_that_a_form_tells_do_something_on_its_line(page, key, size):
    app = RelspaceApp(FakeLink(LOBBY, page), None)
    async with app.run_test(size=size) as pilot:
        await pilot.press(key)
        await pilot.pause()
        for _ in range(8 if page is LOBBY else 7):
            before = app.screen.options
            assert "← → change" in drawn(app)
            await pilot.press("right", "down")
            assert app.screen.options != before or app.screen.bots
        await pilot.press("end")
        await pilot.pause()
        assert "← → change" not in drawn(app)
        assert "↑ ↓ another line" in drawn(app)


async def test_fewer_seats_than_are_taken_are_not_offered():
    link = FakeLink(LOBBY, HOSTED)
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press("o")
        form = app.screen
        assert isinstance(form, RoomForm)
        assert form.fields[0].values == tuple(range(3, 11))
