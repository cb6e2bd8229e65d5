"""Settings: applied at once, kept with the account, taken over from other sessions."""

import re
from dataclasses import replace

import pytest

from relspace.errors import Fault, NotNow
from relspace.room.commands import MakeMove
from relspace.wire.commands import SaveSettings
from relspace.wire.messages import Me
from relspace.wire.settings import PlayerSettings
from relspace_client.app import RelspaceApp
from relspace_client.around.choices import SETTINGS, changed, value_name
from relspace_client.look.appearance import PLAIN, Appearance
from relspace_client.look.palette import palette

from ..around.rooms import LOBBY, reader
from ..fakes import FakeLink, FakeTerminal, drawn, hosted
from ..picture.terminal import expected, shown
from ..table.situations import orion
from .people import me

ROWS = {setting.field: number for number, setting in enumerate(SETTINGS)}


def keys_to(field):
    """What is pressed in the lobby to come to a setting."""
    return ["s", *["down"] * ROWS[field]]


@pytest.mark.parametrize(
    ("field", "keys", "value"),
    [
        ("language", ["right"], "es"),  # the first key changes what was a guess
        ("language", ["left"], "ja"),
        ("language", ["right", "left"], ""),  # what is suggested anyhow is not set
        ("theme", ["right"], "light"),
        ("colours", ["left"], "none"),
        ("glyphs", ["enter"], "ascii"),
        ("motion", ["right"], False),
        ("bell", ["right"], True),
        ("ask_jam", ["left"], False),
    ],
)
async def test_each_setting_is_applied_and_kept(field, keys, value):
    link = FakeLink(me(), LOBBY)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys_to(field), *keys)
        await pilot.pause()
        wanted = PlayerSettings(welcomed=True, **{field: value})
        assert app.session.settings == wanted
        assert link.sent[-1] == SaveSettings(wanted)
        assert {type(command) for command in link.sent} == {SaveSettings}


async def test_while_one_change_is_kept_the_next_waits_and_only_the_newest_is_sent():
    link = FakeLink(me(), LOBBY)
    link.gate.clear()
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys_to("theme"), "right", "right", "right")
        await pilot.pause()
        assert [command.settings.theme for command in link.sent] == ["light"]
        link.push(me(theme="light"))  # the server's word is older than the person's
        assert app.session.settings.theme == "colourblind"
        link.gate.set()
        await pilot.pause()
        assert [command.settings.theme for command in link.sent] == ["light", "colourblind"]
        link.push(me(theme="contrast"))
        assert app.session.settings.theme == "contrast"


@pytest.mark.parametrize("error", [Fault(), NotNow("unavailable")])
async def test_what_cannot_be_kept_counts_for_the_session_and_is_told(error):
    link = FakeLink(me(), LOBBY)
    link.answers[SaveSettings] = error
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys_to("bell"), "right")
        await pilot.pause()
        assert "The server is busy" in drawn(app)
        assert app.session.settings.bell
        link.push(me(theme="light"))
        assert app.session.settings.bell


@pytest.mark.parametrize("dialog", [False, True])
@pytest.mark.parametrize("theme", ["light", "contrast", "colourblind"])
async def test_another_sessions_change_is_seen_at_once(theme, dialog):
    terminal = FakeTerminal()
    link = FakeLink(me(), LOBBY, orion())
    app = RelspaceApp(link, terminal)
    async with hosted(app, terminal) as pilot:
        if dialog:
            await pilot.press("escape")
            await pilot.pause()
        link.push(me(theme=theme))
        await pilot.pause()
        if dialog:
            await pilot.press("escape")
            await pilot.pause()
        cells = [[shown(terminal.screen.buffer[y][x]) for x in range(80)] for y in range(24)]
        assert cells == expected(app.picture(80, 24), palette(theme))


@pytest.mark.parametrize("theme", ["light", "contrast", "colourblind"])
async def test_dialogs_have_the_theme(theme):
    terminal = FakeTerminal()
    app = RelspaceApp(FakeLink(me(theme=theme), LOBBY), terminal)
    async with hosted(app, terminal) as pilot:
        await pilot.press("n", "end")
        await pilot.pause()
        assert "New room" in terminal.text
        y = next(y for y, line in enumerate(terminal.text.splitlines()) if "Open the room" in line)
        x = terminal.text.splitlines()[y].index("Open")
        cell = terminal.screen.buffer[y][x]
        role = palette(theme)._theme
        assert (cell.fg, cell.bg) == (role["onaccent"].rgb, role["accent"].rgb)
        panel = terminal.screen.buffer[y - 1][x - 2]
        assert panel.bg == role["panel"].rgb


@pytest.mark.parametrize("theme", ["light", "contrast", "colourblind"])
async def test_a_dialog_that_is_open_changes_its_theme_at_once(theme):
    terminal = FakeTerminal()
    link = FakeLink(me(), LOBBY)
    app = RelspaceApp(link, terminal)
    async with hosted(app, terminal) as pilot:
        for before, now in (("dark", theme), (theme, "dark")):
            await pilot.press("n", "end")
            await pilot.pause()
            for name in (before, now):
                link.push(me(theme=name))
                await pilot.pause()
                lines = terminal.text.splitlines()
                y = next(y for y, line in enumerate(lines) if "Open the room" in line)
                cell = terminal.screen.buffer[y][lines[y].index("Open")]
                role = palette(name)._theme
                assert (cell.fg, cell.bg) == (role["onaccent"].rgb, role["accent"].rgb)
                assert terminal.screen.buffer[y - 1][lines[y].index("Open") - 2].bg == role["panel"].rgb
            await pilot.press("escape")
            await pilot.pause()


@pytest.mark.parametrize(
    ("colours", "forbidden"), [("256", rb"[34]8;2;"), ("16", rb"[34]8;[25];"), ("none", rb"[34]8;|\[[39][0-7]m")]
)
async def test_fewer_colours_than_the_terminal_has_are_kept_to_in_dialogs_too(colours, forbidden):
    terminal = FakeTerminal()
    link = FakeLink(me(colours=colours), LOBBY)
    async with hosted(RelspaceApp(link, terminal), terminal) as pilot:
        terminal.frames.clear()
        for key in ("n", "escape", "t", "escape", "s", "escape", "?"):
            await pilot.press(key)
            await pilot.pause()
        link.push(orion())
        await pilot.pause()
    assert terminal.frames
    assert not re.search(forbidden, terminal.written)


async def test_a_language_that_is_not_known_is_read_in_the_terminals_own():
    app = RelspaceApp(FakeLink(me(language="tlh", theme="plaid", colours="7", glyphs="runes"), LOBBY), None)
    async with app.run_test():
        assert app.session.look == app.session.suggested


async def test_the_language_can_be_switched_and_everything_is_read_in_it():
    link = FakeLink(me(), LOBBY)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(me(language="ja"))
        await pilot.pause()
        assert app.session.reader.words.language == "ja"
        await pilot.press("?")
        assert app.session.page.stage.reader.words.language == "ja"


@pytest.mark.parametrize(("ask_jam", "moves"), [(True, []), (False, ["B2>P1"])])
async def test_a_move_that_jams_asks_first_unless_that_is_turned_off(ask_jam, moves):
    shown_table = orion()
    link = FakeLink(me(ask_jam=ask_jam), LOBBY, shown_table)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", "2", "1")
        await pilot.pause()
        assert [command.move for command in link.sent if isinstance(command, MakeMove)] == moves


@pytest.mark.parametrize("page", [LOBBY, orion()])
async def test_settings_are_reached_from_everywhere_by_way_of_help(page):
    app = RelspaceApp(FakeLink(me(), LOBBY, page), None)
    async with app.run_test(size=(80, 24)) as pilot:
        below = app.session.page.name
        await pilot.press("?", "s")
        assert app.session.page.name == "settings"
        await pilot.press("?")
        assert "change it, at once" in drawn(app)
        await pilot.press("escape", "escape")
        assert app.session.page.name == below


async def test_without_a_server_settings_are_kept_on_the_machine():
    app = RelspaceApp(FakeLink(me(), replace(LOBBY, address="")), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        assert "is kept on this machine" in drawn(app)


async def test_a_guests_settings_end_with_the_session_and_they_are_told():
    app = RelspaceApp(FakeLink(Me("Guest7", guest=True, settings=PlayerSettings(welcomed=True)), LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        assert "a guest's settings are not kept" in " ".join(drawn(app).split())


def test_a_value_that_is_not_known_counts_as_not_set():
    odd = PlayerSettings(theme="plaid")
    setting = next(one for one in SETTINGS if one.field == "theme")
    assert changed(odd, setting, 1, PLAIN) == replace(odd, theme="light")


@pytest.mark.parametrize("suggested", [PLAIN, Appearance("ja", "dark", "16", "ascii")])
@pytest.mark.parametrize("setting", [one for one in SETTINGS if one.values], ids=lambda one: one.field)
@pytest.mark.parametrize("step", [-1, 1])
def test_each_step_shows_another_value_until_all_were_seen(setting, suggested, step):
    settings, seen = PlayerSettings(), []
    for _ in range(1 + sum(value != "" for value in setting.values)):
        value = getattr(settings, setting.field)
        seen.append(value_name(reader(), setting, value, suggested))
        settings = changed(settings, setting, step, suggested)
    assert len(set(seen)) == len(seen) - 1
    assert seen[0] == seen[-1]
    assert not any("(a guess)" in one for one in seen[1:-1])
