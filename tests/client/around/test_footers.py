"""The line of keys: the way out is always in it, and no sign in it looks like another key."""

import re
from dataclasses import replace

import pytest

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
from .rooms import ADDRESS, EMPTY, GATHERING, LOBBY, LOBBY_TALK, OVER, PROFILE, RANKS, choosing, reader, ready

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
def test_the_way_out_is_always_there(page, language, size):
    picture = PAGES[page](reader("box", language), size)
    below = {area.action for area in picture.areas if area.y == size[1] - 1}
    assert below & {"ctrl+c", "escape"}, picture.text().splitlines()[-1]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_arrow_keys_are_named_where_their_signs_would_be_other_keys(page, language, size):
    lines = PAGES[page](reader("ascii", language), size).text().splitlines()
    shown = "\n".join(lines) if page.startswith("keys of") else lines[-1]
    assert not re.search(r"(?<!\S)[<>^](?!\S)|\^ v", shown), shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)])
def test_the_table_names_its_arrow_keys_too(size, language):
    shown = orion()
    for state in (at_table(shown), five(shown)):
        how = form(*size, "ascii", language)
        text = of(shown, state, how).text()
        assert "< >" not in text
    named = {"en": "Left Right", "es": "Izq Der", "ja": "左 右"}[language]
    assert named in text


@pytest.mark.parametrize(
    "of_page", [lambda look: learn("enter", (80, 24), look), lambda look: replay("", (80, 24), look)]
)
def test_the_tutorial_and_the_replay_name_them_too(of_page):
    text = of_page(Appearance(glyphs="ascii")).text()
    assert "Left Right" in text.splitlines()[-1]
    assert "< >" not in text


@pytest.mark.parametrize("key", ["n", "o"])
async def test_the_form_of_a_room_names_them_too(key):
    app = RelspaceApp(FakeLink(LOBBY, *([HOSTED] if key == "o" else [])), None, look=Appearance(glyphs="ascii"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert "Left Right change" in shown_on(app)
        assert "< >" not in shown_on(app)
