"""The line of keys: the way out is always in it, and no sign in it looks like another key."""

import re
from dataclasses import replace

import pytest

from relspace.wire.questions import AskRecord
from relspace_client.app import RelspaceApp
from relspace_client.around import end, help, lobby, profile, rankings, room, settings, welcome  # noqa: A004
from relspace_client.around.page_keys import KEYS
from relspace_client.learn.menu import menu_picture
from relspace_client.locale.words import LANGUAGES
from relspace_client.look.appearance import Appearance

from ...learn.scenes import learn, replay
from ..fakes import FakeLink
from ..fakes import drawn as shown_on
from ..table.scenes import five, of
from ..table.situations import choosing as at_table
from ..table.situations import form, orion
from .rooms import (
    ADDRESS,
    EMPTY,
    GATHERING,
    LOBBY,
    LOBBY_TALK,
    OVER,
    PROFILE,
    RANKS,
    RATED_OVER,
    choosing,
    reader,
    ready,
)

HOSTED = ready(replace(GATHERING, host=2), 2)
SIZES = ((40, 18), (50, 20), (60, 18), (80, 24), (120, 40))

PAGES = {
    "lobby": lambda who, size: lobby.lobby_picture(lobby.Scene(LOBBY, LOBBY_TALK, 2), who, *size),
    "lobby, a game": lambda who, size: lobby.lobby_picture(lobby.Scene(LOBBY, LOBBY_TALK, 0), who, *size),
    "empty lobby": lambda who, size: lobby.lobby_picture(lobby.Scene(EMPTY), who, *size),
    "room": lambda who, size: room.room_picture(room.Scene(GATHERING, ADDRESS), who, *size),
    "room of one's own": lambda who, size: room.room_picture(room.Scene(HOSTED, ADDRESS), who, *size),
    "end": lambda who, size: end.end_picture(end.Scene(OVER, ()), who, *size),
    "welcome": lambda who, size: welcome.welcome_picture(
        welcome.Scene(choosing(2), False, "plays", ADDRESS, ""), who, *size
    ),
    "settings": lambda who, size: settings.settings_picture(settings.Scene(choosing(3), "account", ""), who, *size),
    "rankings": lambda who, size: rankings.rankings_picture(
        rankings.Scene(RANKS, len(RANKS), RANKS[2], "Vega", 1, False), who, *size
    ),
    "profile": lambda who, size: profile.profile_picture(profile.Scene(PROFILE, "Vega", 1), who, *size),
    "lessons": lambda who, size: menu_picture(0, frozenset(), "", who, *size),
    **{
        f"keys of {name}": lambda who, size, name=name: help.help_picture(help.Scene(name, False, 0), who, *size)
        for name in sorted(KEYS)
    },
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_the_way_out_is_always_there_as_the_last_key(page, language, size):
    picture = PAGES[page](reader("box", language), size)
    below = {area.action for area in picture.areas if area.y == size[1] - 1}
    assert below & {"ctrl+c", "escape"}, picture.text().splitlines()[-1]
    last = max((area for area in picture.areas if area.y == size[1] - 1), key=lambda area: area.x)
    assert last.action in ("ctrl+c", "escape")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("keys of")])
def test_a_page_of_keys_names_arrow_keys_by_no_sign_that_is_another_key(page, language, size):
    shown = "\n".join(PAGES[page](reader("ascii", language), size).text().splitlines()[:-1])
    assert not re.search(r"(?<!\S)[<>^](?!\S)|\^ v", shown), shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["lobby", "settings", "rankings", "profile", "lessons"])
def test_the_line_of_keys_has_room_for_the_arrows_in_ascii_too(page, language):
    size = (120, 40) if page == "lobby" else (80, 24)  # a smaller lobby has keys there that are told nowhere else
    lines = PAGES[page](reader("ascii", language), size).text().splitlines()
    drawn = PAGES[page](reader("box", language), size).text().splitlines()
    assert lines[-1] == drawn[-1].replace("↑ ↓", "^ v").replace("← →", "< >")
    assert language != "en" or "^ v" in lines[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_offers_as_many_keys_in_ascii_as_elsewhere(language):
    for state in (at_table(orion()), five(orion())):
        lines = of(orion(), state, form(80, 24, "ascii", language)).text().splitlines()
        drawn = of(orion(), state, form(80, 24, "box", language)).text().splitlines()
        assert lines[-1] == drawn[-1].replace("← →", "< >")
    large = of(orion(), five(orion()), form(120, 40, "ascii")).text().splitlines()
    assert large[-1].startswith(" < > ^ v card")
    assert "Left Right takes another card." in "\n".join(large)


@pytest.mark.parametrize(
    "of_page", [lambda look: learn("enter", (80, 24), look), lambda look: replay("", (80, 24), look)]
)
def test_the_tutorial_and_the_replay_offer_them_too(of_page):
    assert of_page(Appearance(glyphs="ascii")).text().splitlines()[-1].startswith(" < > ")


@pytest.mark.parametrize(("key", "moves"), [("v", 1), ("down", 1), ("^", -1), ("up", -1)])
async def test_whoever_presses_what_looks_like_an_arrow_means_it(key, moves):
    app = RelspaceApp(FakeLink(LOBBY), None, look=Appearance(glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down", "down")
        before = cursor_of(app)
        await pilot.press(key)
        assert cursor_of(app) == before + moves


async def test_where_arrows_are_drawn_and_at_the_end_v_is_a_letter():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        assert "v does nothing here" in shown_on(app)
    link = FakeLink(LOBBY, RATED_OVER)
    app = RelspaceApp(link, None, look=Appearance(glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        await pilot.pause()
        assert [type(question) for question in link.asked] == [AskRecord]


def cursor_of(app):
    """The row of the lobby on which the cursor stands."""
    return next(y for y, row in enumerate(shown_on(app).splitlines()) if row.startswith((" * ", "*")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("glyphs", ["box", "ascii"])
@pytest.mark.parametrize("size", [(40, 18), (80, 24)])
def test_how_a_replayed_game_ended_has_a_key_back_to_its_table_and_one_that_explains(size, glyphs, language):
    picture = replay("end right", size, Appearance(language, glyphs=glyphs))
    below = [area.action for area in picture.areas if area.y == size[1] - 1]
    assert {"left", "?"} < set(below)
    assert below[-1] == "escape"


@pytest.mark.parametrize("key", ["n", "o"])
async def test_the_form_of_a_room_names_them_too(key):
    app = RelspaceApp(FakeLink(LOBBY, *([HOSTED] if key == "o" else [])), None, look=Appearance(glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert "Left Right change" in shown_on(app)
        assert "< >" not in shown_on(app)


@pytest.mark.parametrize("cursor", [0, 2])
def test_beside_a_list_of_rooms_the_lobby_names_what_is_told_nowhere_else(cursor):
    def footer(size):
        return lobby.lobby_picture(lobby.Scene(LOBBY, (), cursor), reader(), *size).text().splitlines()[-1]

    for key in ("n new", "j code", "l learn", "s settings", "? keys", "Ctrl-C leave"):
        assert f" {key}" in footer((80, 24))
    for key in ("r ranks", "m you", "w watch", "p play"):
        assert f" {key}" in footer((120, 40))
