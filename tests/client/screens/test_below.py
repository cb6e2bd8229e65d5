"""A page while a dialog lies over it: dim, without its keys, and alive; the dialog in the theme's own colours."""

import re
from dataclasses import replace

import pytest

from relspace.wire.messages import Notice, Talk
from relspace_client.app import RelspaceApp
from relspace_client.look.palette import DEPTHS, palette
from relspace_client.look.styles import BELOW, BELOW_DIALOG, BELOW_LINE, FAINT, FILL_ACCENT, PAPER_INK, STYLES, TEXT
from relspace_client.look.themes import THEMES
from relspace_client.screens.dialogs.dialog import Dialog

from ..around.rooms import LOBBY, LOBBY_TALK
from ..fakes import FakeLink, FakeTerminal, drawn, hosted
from ..table.situations import orion
from .people import me

XTERM = ["black", "red", "green", "brown", "blue", "magenta", "cyan", "white"]
NAMES = [*XTERM, *(f"bright{name}" for name in XTERM)]
"""What the emulator calls the 16 colours."""


def cells(terminal, y, *columns):
    return [terminal.screen.buffer[y][x] for x in columns]


def line_of(terminal, words):
    """The line, and the column, at which something stands."""
    y, text = next((y, text) for y, text in enumerate(terminal.text.splitlines()) if words in text)
    return y, text.index(words)


def test_under_a_dialog_nothing_is_filled_and_nothing_is_bold():
    for style in BELOW_DIALOG[: len(STYLES)]:
        assert style in (BELOW, BELOW_LINE)
    assert STYLES[BELOW].ground == STYLES[BELOW_LINE].ground == "bg"
    for depth in DEPTHS:
        for theme in THEMES:
            looks = palette(theme, depth).looks
            assert {looks[style].attributes for style in (BELOW, BELOW_LINE)} == {2 if depth == "none" else 0}
    assert BELOW_DIALOG[FILL_ACCENT] == BELOW_DIALOG[PAPER_INK] == BELOW_DIALOG[TEXT] == BELOW
    assert BELOW_DIALOG[FAINT] == BELOW_LINE


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize(("page", "key"), [(LOBBY, "n"), (LOBBY, "j"), (orion(), "escape"), (orion(), "t")])
async def test_of_the_page_beside_a_box_nothing_is_left(page, key, size):
    app = RelspaceApp(FakeLink(LOBBY, page), None, seconds=lambda: 0.0)
    async with app.run_test(size=size) as pilot:
        before = drawn(app).splitlines()
        await pilot.press(key)
        await pilot.pause()
        box, after = app.screen.query_one("#box").region, drawn(app).splitlines()
        for y in range(box.y, box.bottom):
            assert after[y][: box.x].strip() == after[y][box.right :].strip() == ""
        assert [after[y].rstrip() for y in range(box.y)] == [before[y].rstrip() for y in range(box.y)]


@pytest.mark.parametrize("hosted_far_away", [True, False])
async def test_a_box_that_grows_leaves_nothing_of_the_page_beside_it(hosted_far_away):
    terminal = FakeTerminal() if hosted_far_away else None
    app = RelspaceApp(FakeLink(LOBBY), terminal, seconds=lambda: 0.0)
    async with app.run_test(size=(80, 24)) if terminal is None else hosted(app, terminal) as pilot:
        for key in ("j", "x", "enter"):
            await pilot.press(key)
            await pilot.pause()
        shown = drawn(app) if terminal is None else terminal.text
        assert "That is no code" in shown
        app.screen_stack[0].refresh()
        await pilot.pause()
        assert shown == (drawn(app) if terminal is None else terminal.text)


@pytest.mark.parametrize("depth", DEPTHS)
async def test_the_page_is_dim_and_its_keys_are_gone_until_the_dialog_closes(depth):
    terminal = FakeTerminal(colours=depth)
    app = RelspaceApp(FakeLink(LOBBY, Talk("", LOBBY_TALK)), terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        y, x = line_of(terminal, "YOUR TURN")
        before = cells(terminal, y, x)
        await pilot.press("j")
        await pilot.pause()
        assert "? keys" not in terminal.text
        (after,) = cells(terminal, y, x)
        (ordinary,) = cells(terminal, 20, 1)
        assert (after.bg, after.bold, after.reverse) == (ordinary.bg, False, False)
        assert [after] != before
        await pilot.press("escape")
        await pilot.pause()
        assert cells(terminal, y, x) == before
        assert "? keys" in terminal.text


async def test_in_practice_too_the_page_is_lit_again_once_the_dialog_is_gone():
    app = RelspaceApp(FakeLink(LOBBY, orion()), None, seconds=lambda: 0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        strips = app.screen._compositor.render_strips(app.screen.size)
        await pilot.press("escape")
        await pilot.pause()
        assert "? keys" not in drawn(app)
        assert "YOUR TURN" not in drawn(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen._compositor.render_strips(app.screen.size) == strips


async def test_a_table_under_a_dialog_goes_on_and_stays_dim():
    terminal = FakeTerminal()
    link = FakeLink(LOBBY, orion())
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        await pilot.press("t")
        await pilot.pause()
        link.push(replace(orion(turn=2), rev=101))
        await pilot.pause()
        y, x = line_of(terminal, "► Rigel")
        assert {(cell.fg, cell.bold) for cell in cells(terminal, y, x, x + 2)} == {(THEMES["dark"]["below"].rgb, False)}


@pytest.mark.parametrize("hosted_far_away", [True, False])
async def test_a_page_under_two_dialogs_goes_on(hosted_far_away):
    terminal = FakeTerminal() if hosted_far_away else None
    link = FakeLink(LOBBY, Talk("", LOBBY_TALK))
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with app.run_test(size=(80, 24)) if terminal is None else hosted(app, terminal) as pilot:
        await pilot.press("t")
        await pilot.pause()
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert len(app.screen_stack) == 3
        link.push(Talk("", (*LOBBY_TALK, replace(LOBBY_TALK[-1], text="well met"))))
        await pilot.pause()
        assert "well met" in (drawn(app) if terminal is None else terminal.text)
        link.push(orion())
        await pilot.pause()
        assert "Pod 1" in (drawn(app) if terminal is None else terminal.text)


async def test_of_two_dialogs_only_the_upper_one_is_seen_and_keys_go_on_below_it_afterwards():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "Leave Relative Space?" in drawn(app)
        assert "New room" not in drawn(app)
        assert "Open the room" not in drawn(app)
        await pilot.press("escape", "up", "up", "right")
        await pilot.pause()
        assert re.search("► bots +← 1 →", drawn(app))


# ── the dialog's own colours ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("theme", THEMES)
async def test_in_16_colours_a_dialog_has_the_accent_that_the_table_has(theme):
    terminal = FakeTerminal(colours="16")
    app = RelspaceApp(FakeLink(me(theme=theme), LOBBY, orion()), terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        y, x = line_of(terminal, "YOUR TURN")
        (turn,) = cells(terminal, y, x)
        await pilot.press("escape")
        await pilot.pause()
        y, x = line_of(terminal, "Play on")
        (chosen,) = cells(terminal, y, x)
        assert chosen.bg == turn.bg == NAMES[THEMES[theme]["accent"].ansi]
        assert chosen.fg == turn.fg == NAMES[THEMES[theme]["onaccent"].ansi]
        assert not (chosen.bold and THEMES[theme]["onaccent"].ansi < 7)
        y, x = line_of(terminal, "Resign")
        assert cells(terminal, y, x)[0].fg == NAMES[THEMES[theme]["text"].ansi]


async def test_without_colour_the_chosen_line_and_the_cursor_are_reversed():
    terminal = FakeTerminal(colours="none")
    app = RelspaceApp(FakeLink(LOBBY, orion()), terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        y, x = line_of(terminal, "Play on")
        assert {(cell.reverse, cell.bg, cell.fg) for cell in cells(terminal, y, x, x + 30)} == {
            (True, "default", "default")
        }
        await pilot.press("escape", "t", "h")
        await pilot.pause()
        y, x = line_of(terminal, "│ h")
        assert [cell.reverse for cell in cells(terminal, y, x + 2, x + 3, x + 4)] == [False, True, False]


async def test_without_colour_nothing_is_coloured_in_practice_either():
    app = RelspaceApp(FakeLink(me(colours="none"), LOBBY, orion()), None, seconds=lambda: 0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        strips = app.screen._compositor.render_strips(app.screen.size)
        styles = {segment.style for strip in strips for segment in strip if segment.style}
        assert {(style.color, style.bgcolor) for style in styles} == {(None, None)}
        assert any(style.reverse for style in styles)
        assert any(style.dim for style in styles)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", DEPTHS)
async def test_a_line_to_type_on_is_seen_in_every_theme(theme, depth):
    terminal = FakeTerminal(colours=depth)
    app = RelspaceApp(FakeLink(me(theme=theme), LOBBY), terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        y, x = line_of(terminal, "he code, such as")
        assert all(cell.underscore for cell in cells(terminal, y, *range(x, x + 50)))
        if depth == "truecolor":
            assert cells(terminal, y, x)[0].fg == THEMES[theme]["dim"].rgb


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", DEPTHS)
async def test_why_a_line_cannot_be_had_is_in_the_ink_of_what_a_page_says(theme, depth):
    terminal = FakeTerminal(colours=depth)
    link = FakeLink(me(theme=theme), LOBBY)
    app = RelspaceApp(link, terminal, seconds=lambda: 0.0)
    async with hosted(app, terminal) as pilot:
        link.push(Notice("draining"))
        await pilot.pause()
        y, x = line_of(terminal, "The server goes down soon.")
        (notice,) = cells(terminal, y, x)
        for key in ("j", "x", "enter"):
            await pilot.press(key)
            await pilot.pause()
        y, x = line_of(terminal, "That is no code")
        (refusal,) = cells(terminal, y, x)
        assert (refusal.fg, refusal.bold) == (notice.fg, notice.bold)
