"""On a terminal far away: what is painted is the picture, whoever paints it."""

import random
import re
from dataclasses import replace

import pytest

from relspace.wire.messages import Clock, Talk
from relspace.wire.questions import AskProfile, AskRankings, Rankings
from relspace_client.app import RelspaceApp
from relspace_client.look.palette import palette

from ..around.rooms import GATHERING, LOBBY, LOBBY_TALK, OVER, PROFILE, RANKS
from ..fakes import FakeLink, FakeTerminal, drawn, hosted
from ..picture.terminal import expected, shown
from ..table.situations import orion
from .people import NEW

PAGES = (LOBBY, GATHERING, orion(), OVER)


def on_terminal(terminal):
    """Every cell that can be seen on the emulator."""
    screen = terminal.screen
    return [[shown(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def picture_of(app, terminal):
    """Every cell as it should be."""
    return expected(app.picture(*terminal.size), palette("dark", terminal.colours))


async def test_the_first_picture_is_one_write():
    terminal = FakeTerminal()
    app = RelspaceApp(FakeLink(LOBBY, Talk("", LOBBY_TALK)), terminal)
    async with hosted(app, terminal):
        assert app.held
        assert len(terminal.frames) == 1
        assert on_terminal(terminal) == picture_of(app, terminal)


@pytest.mark.parametrize("colours", ["truecolor", "256", "16", "none"])
async def test_every_page_is_painted_as_it_is(colours):
    terminal = FakeTerminal(colours=colours)
    link = FakeLink(LOBBY)
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal):
        for page in (*PAGES, *reversed(PAGES)):
            link.push(page)
            assert on_terminal(terminal) == picture_of(app, terminal)


@pytest.mark.parametrize("colours", ["truecolor", "256", "16", "none"])
async def test_every_page_that_is_opened_is_painted_as_it_is(colours):
    terminal = FakeTerminal(colours=colours)
    link = FakeLink(NEW, LOBBY)
    link.known = {AskRankings(1): Rankings(40, RANKS, RANKS[2]), AskProfile("Rigel"): PROFILE}
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        keys = "down l escape escape s down ? tab down escape escape r enter down"
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause()
            assert on_terminal(terminal) == picture_of(app, terminal), key
        assert app.session.page.name == "profile"


async def test_an_update_is_painted_at_once_and_sends_only_what_changed():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal):
        before = len(terminal.frames)
        link.push(replace(orion(), rev=101, clock=Clock(12_000, 30_000)))
        assert len(terminal.frames) == before + 1
        assert len(terminal.frames[-1]) < 200
        assert on_terminal(terminal) == picture_of(app, terminal)
        link.push(replace(orion(), rev=102, clock=Clock(12_000, 30_000)))
        assert len(terminal.frames) == before + 1


async def test_random_keys_and_updates_leave_what_the_picture_says():
    chance = random.Random(1)
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        for rev in range(101, 131):
            link.push(replace(orion(turn=chance.randint(1, 4), clock=chance.random() < 0.5), rev=rev))
            await pilot.press(chance.choice(["left", "right", "b", "2", "a", "o", "p", "l", "h", "escape", "t", "?"]))
            await pilot.pause()
            if len(app.screen_stack) == 1:
                assert on_terminal(terminal) == picture_of(app, terminal)


async def test_a_dialog_lies_over_a_table_that_lives():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert not app.held
        assert "Leave the table" in terminal.text
        link.push(replace(orion(turn=2), rev=101))
        await pilot.pause()
        assert terminal.text == drawn(app)
        assert "► Rigel" in terminal.text
        await pilot.press("escape")
        await pilot.pause()
        assert app.held
        assert on_terminal(terminal) == picture_of(app, terminal)


async def test_every_dialog_lies_over_what_is_shown_now():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        for rev, turn, whose in ((101, 2, "Rigel"), (102, 3, "Mira"), (103, 2, "Rigel")):
            link.push(replace(orion(turn=turn), rev=rev))
            await pilot.press("escape")
            await pilot.pause()
            assert f"► {whose}" in terminal.text
            await pilot.press("escape")
            await pilot.pause()


async def test_another_page_comes_under_a_dialog():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, replace(GATHERING, room="K7QX2"))
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        await pilot.press("t", *"go")
        link.push(orion())
        await pilot.pause()
        assert "Pod 1" in terminal.text
        assert terminal.text == drawn(app)
        await pilot.press("enter")
        await pilot.pause()
        assert on_terminal(terminal) == picture_of(app, terminal)


async def test_resizes_on_a_page_and_under_a_dialog():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        for size in ((120, 40), (40, 18), (20, 5), (1, 1), (240, 80), (80, 24)):
            terminal.resize(*size)
            await pilot.pause()
            assert on_terminal(terminal) == picture_of(app, terminal), size
        await pilot.press("escape")
        await pilot.pause()
        for size in ((60, 20), (100, 30), (40, 18), (80, 24)):
            terminal.resize(*size)
            await pilot.pause()
            assert terminal.text == drawn(app), size
            assert "Leave the table" in terminal.text
        await pilot.press("escape")
        await pilot.pause()
        assert on_terminal(terminal) == picture_of(app, terminal)


async def test_too_small_swallows_keys_but_not_ctrl_c():
    terminal = FakeTerminal(30, 10)
    link = FakeLink(LOBBY)
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        await pilot.press("p", "n", "enter")
        await pilot.pause()
        assert link.sent == []
        assert len(app.screen_stack) == 1
        assert terminal.text.split() == ["Too", "small:", "40", "×", "18", "cells", "at", "least."]
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "Ctrl-C again leaves." in terminal.text
        assert app.farewell is None
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app.farewell is not None


@pytest.mark.parametrize("between", [(), ("down", "up")])
async def test_a_terminal_that_fits_again_forgets_ctrl_c(between):
    terminal = FakeTerminal()
    app = RelspaceApp(FakeLink(LOBBY), terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        terminal.resize(30, 5)
        await pilot.pause()
        await pilot.press("ctrl+c")
        terminal.resize(80, 24)
        await pilot.pause()
        for key in between:
            app.quick_key(key)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app.farewell is None
        assert "Leave Relative Space?" in terminal.text


async def test_a_quick_key_forgets_ctrl_c():
    terminal = FakeTerminal()
    app = RelspaceApp(FakeLink(LOBBY, orion()), terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        app._asks_to_leave(asks=True)
        assert app.quick_key("right")
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app.farewell is None


async def test_nothing_is_painted_while_the_terminal_takes_no_output():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        terminal.paused = True
        app.output_paused()
        link.push(replace(orion(turn=3), rev=101))
        await pilot.press("right")
        assert terminal.dropped == []
        terminal.paused = False
        app.output_resumed()
        await pilot.pause()
        assert on_terminal(terminal) == picture_of(app, terminal)


@pytest.mark.parametrize("dialog", [False, True])
async def test_output_comes_back_with_the_whole_picture(dialog):
    terminal = FakeTerminal()
    app = RelspaceApp(FakeLink(LOBBY, orion()), terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        if dialog:
            await pilot.press("escape")
            await pilot.pause()
        app.output_paused()
        terminal.screen.reset()
        app.output_resumed()
        await pilot.pause()
        assert terminal.text == (drawn(app) if dialog else app.picture(80, 24).text())


async def test_arrows_skip_the_queue_but_no_key_overtakes_another():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        assert app.quick_key("right")
        assert on_terminal(terminal) == picture_of(app, terminal)
        assert not app.quick_key("2")
        assert not app.quick_key("right")  # the 2 has not arrived yet
        await pilot.press("2", "right")
        assert app.quick_key("right")


async def test_no_key_is_quick_under_a_dialog():
    terminal = FakeTerminal()
    app = RelspaceApp(FakeLink(LOBBY, orion()), terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert not app.quick_key("down")


async def test_a_key_that_came_too_early_for_a_dialog_plays_no_card():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        await pilot.press("b", "2")
        app.session.talk()
        app._base.post_message(_key("2"))
        await pilot.pause()
        assert link.sent == []


@pytest.mark.parametrize(("colours", "forbidden"), [("256", rb"[34]8;2;"), ("16", rb"[34]8;[25];")])
async def test_no_colour_is_sent_that_the_terminal_lacks(colours, forbidden):
    terminal = FakeTerminal(colours=colours)
    link = FakeLink(LOBBY)
    async with hosted(RelspaceApp(link, terminal, seconds=lambda: 0.0), terminal):
        for page in PAGES:
            link.push(page)
    assert not re.search(forbidden, terminal.written)


async def test_without_box_glyphs_no_glyph_is_sent():
    terminal = FakeTerminal(ascii_only=True)
    lobby = replace(LOBBY, rooms=LOBBY.rooms[:3], people=LOBBY.people[:3])
    link = FakeLink(lobby)
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        for page in (lobby, GATHERING, OVER, orion()):
            link.push(page)
            for key in ("?", "tab", "escape", "t", "escape", "escape", "escape"):
                await pilot.press(key)
                await pilot.pause()
        assert terminal.written.isascii()


def _key(character):
    from textual.events import Key

    return Key(character, character)
