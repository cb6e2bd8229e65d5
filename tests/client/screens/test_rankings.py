"""Rankings and profiles: scrolling, asking for more, profiles from everywhere, and games seen again."""

from dataclasses import replace

import pytest

from relspace.errors import Refused
from relspace.wire.questions import AskProfile, AskRankings, AskRecord, Rankings
from relspace_client.app import RelspaceApp

from ..around.rooms import LOBBY, NEWCOMER, OVER, PROFILE, RANKS, RATED_OVER
from ..fakes import FakeLink, drawn
from ..table.situations import orion
from .people import me

FIRST = Rankings(40, RANKS[:25], RANKS[2])
REST = Rankings(40, RANKS[25:], RANKS[2])


def at(*messages):
    """Somebody at a page, on a server that knows these players."""
    link = FakeLink(me(), LOBBY, *messages)
    link.known = {AskRankings(1): FIRST, AskRankings(26): REST}
    for name in ("", "Vega", "Rigel", "Mira", "Player-06"):
        link.known[AskProfile(name)] = replace(PROFILE, name=name or "Vega")
    return RelspaceApp(link, None), link


async def shows(keys, *messages, size=(80, 24)):
    app, link = at(*messages)
    async with app.run_test(size=size) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        return app.session.page.name, drawn(app), link


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (["r", "enter"], "Rigel"),
        (["r", "down", "down", "enter"], "Vega"),
        (["r", "pagedown", "up", "up", "up", "up", "up", "enter"], "Player-06"),
        (["r", "m"], ""),
        (["m"], ""),
    ],
)
async def test_profiles_are_opened_from_the_rankings_and_from_the_lobby(keys, name):
    page, text, link = await shows(keys)
    assert page == "profile"
    assert link.asked[-1] == AskProfile(name)
    assert (name or "Vega") in text.splitlines()[0]


async def test_the_next_rows_are_asked_for_before_they_are_needed_and_only_once():
    app, link = at()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert link.asked == [AskRankings(1)]
        await pilot.press("pagedown", "pagedown")
        await pilot.pause()
        assert link.asked == [AskRankings(1), AskRankings(26)]
        await pilot.press("end", "home", "end")
        await pilot.pause()
        assert len(link.asked) == 2
        assert "Player-40" in drawn(app)


async def test_ones_own_row_is_marked_and_stays_in_sight():
    _, text, _ = await shows(["r"])
    assert "Vega  you" in text
    app, _ = at()
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("r", "end", "end"):
            await pilot.press(key)
            await pilot.pause()
        assert drawn(app).count("Vega  you") == 1


async def test_what_cannot_be_looked_up_is_told():
    app, link = at()
    link.known[AskRankings(1)] = Refused("unavailable")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert "The server is busy" in drawn(app)
        await pilot.press("enter", "escape")
        assert app.session.page.name == "lobby"


async def test_an_answer_that_comes_when_the_page_is_closed_is_dropped():
    app, link = at()
    link.gate.clear()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        assert "Asking the server" in drawn(app)
        await pilot.press("escape")
        link.gate.set()
        await pilot.pause()
        assert app.session.page.name == "lobby"


async def test_a_guests_profile_says_so():
    app, link = at()
    link.known[AskProfile("")] = NEWCOMER
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await pilot.pause()
        assert "guest" in drawn(app).splitlines()[0]
        assert "the first rated game brings one" in drawn(app)


@pytest.mark.parametrize(("key", "name"), [("1", "Vega"), ("2", "Mira"), ("3", "Rigel")])
async def test_the_end_leads_to_the_profile_of_each_place(key, name):
    page, _, link = await shows([key], OVER)
    assert page == "profile"
    assert link.asked == [AskProfile(name)]


async def test_a_row_of_the_end_can_be_clicked_for_its_profile():
    app, link = at(OVER)
    async with app.run_test(size=(80, 24)) as pilot:
        y = next(y for y, line in enumerate(drawn(app).splitlines()) if "3  Rigel" in line)
        await pilot.click(offset=(25, y))
        await pilot.pause()
        assert link.asked == [AskProfile("Rigel")]


@pytest.mark.parametrize(
    ("keys", "messages", "game"),
    [(["m", "down", "enter"], (), "K7QX2-1-8"), (["v"], (RATED_OVER,), "K7QX2-1-9")],
)
async def test_a_game_can_be_seen_again(keys, messages, game):
    _, _, link = await shows(keys, *messages)
    assert link.asked[-1] == AskRecord(game)


async def test_rows_can_be_clicked_and_a_second_click_opens():
    app, link = at()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await pilot.pause()
        await pilot.click(offset=(20, 5))
        await pilot.click(offset=(20, 5))
        await pilot.pause()
        assert link.asked[-1] == AskProfile("Vega")


async def test_when_a_game_begins_its_table_is_shown():
    app, link = at()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r", "m")
        link.push(orion())
        assert app.session.page.name == "table"
