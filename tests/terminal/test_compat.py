"""What this project overrides in Textual: each override is still needed, and is enough."""

import asyncio
import functools
import gc
import inspect
import io
import os
import signal
import sys
import weakref
import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.style import Style
from textual._callback import _count_parameters, count_parameters
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, SuspendNotSupported
from textual.color import Color
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES
from textual.widgets._toast import ToastRack

from relspace_client import compat
from relspace_client.compat import HostedApp, parse_key

from .stage import Ask, Game, Notes, Stage

Put = Callable[..., Stage]


# ── the process's output ────────────────────────────────────────────────────────────────────────────────────────────


async def test_textual_leaves_the_process_output_on_a_dead_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    before = sys.stdout
    first, second = App[None](), App[None]()
    runs = []
    for app in (first, second):
        runs.append(asyncio.ensure_future(app.run_async(headless=True)))
        await asyncio.sleep(1)
    first.exit()
    await runs[0]
    second.exit()
    await runs[1]
    assert sys.stdout is not before


# ── colour ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rich_keeps_the_codes_of_a_styles_first_use() -> None:
    style = Style(color="#ff8801")
    style.render("x", color_system=ColorSystem.TRUECOLOR)
    assert "38;2" in style.render("x", color_system=ColorSystem.EIGHT_BIT)


def test_textual_takes_colour_from_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert App[None]().no_color


async def test_the_process_has_no_say_in_a_players_colours(stage: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    vega = await stage(colours="truecolor").begin()
    assert b"38;2;255;136;0" in vega.everything


# ── the server's machine ────────────────────────────────────────────────────────────────────────────────────────────


async def test_textual_has_a_command_palette_and_we_have_none(stage: Put) -> None:
    assert App.ENABLE_COMMAND_PALETTE
    vega = await stage().begin()
    await vega.press(b"\x10")
    vega.app.action_command_palette()
    await vega.quiet()
    assert len(vega.app.screen_stack) == 1


async def test_no_browser_is_opened(stage: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    vega = await stage().begin()
    App.open_url(vega.app, "https://example.net")
    await vega.app.run_action("app.open_url('https://example.net')")
    assert opened == []
    async with App[None]().run_test() as pilot:
        pilot.app.open_url("https://example.net")
    assert opened == ["https://example.net"]


def files(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_no_file_is_written(stage: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path))
    vega = await stage().begin()
    text, data = io.StringIO("x"), io.BytesIO(b"x")
    vega.app.deliver_text(text, save_directory=tmp_path)
    vega.app.deliver_binary(data, save_directory=tmp_path)
    again = io.BytesIO(b"x")
    vega.app._driver.deliver_binary(again, delivery_key="", save_path=tmp_path / "x")
    vega.app.deliver_screenshot(path=str(tmp_path))
    assert vega.app.save_screenshot(path=str(tmp_path)) == ""
    await vega.app.run_action("app.screenshot")
    await vega.quiet()
    assert text.closed
    assert data.closed
    assert again.closed
    assert files(tmp_path) == []


def test_textual_would_write_a_screenshot(tmp_path: Path) -> None:
    async def shoot() -> None:
        async with App[None]().run_test() as pilot:
            pilot.app.save_screenshot(path=str(tmp_path))

    asyncio.run(shoot())
    assert len(files(tmp_path)) == 1


async def test_the_process_is_not_suspended(stage: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(os, "kill", lambda _pid, number: sent.append(number))
    vega = await stage().begin()
    monkeypatch.setattr(type(vega.app._driver), "can_suspend", property(lambda _: True))
    await vega.app.run_action("app.suspend_process")
    with pytest.raises(SuspendNotSupported), vega.app.suspend():
        pass
    assert sent == []
    App.action_suspend_process(vega.app)
    assert sent == [signal.SIGTSTP]


async def test_keys_are_not_written_to_a_file(stage: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("textual.constants.DEBUG", True)
    vega = await stage().begin()
    await vega.press(b"secret")
    assert files(tmp_path) == []
    XTermParser(debug=True)._debug_log_file.close()
    assert files(tmp_path) == ["keys.log"]


async def test_the_pointer_keeps_its_shape(stage: Put) -> None:
    vega = await stage().begin()
    vega.sent.clear()
    vega.app._set_pointer_shape("text")
    await vega.quiet()
    assert vega.sent == []
    App._set_pointer_shape(vega.app, "text")
    await vega.quiet()
    assert b"\x1b]22;" in vega.everything


# ── one look, made once ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_all_apps_share_one_style_sheet_and_nobody_changes_it(stage: Put) -> None:
    vega = await stage().begin()
    await vega.press(b"\x04")
    variables = vega.app.get_css_variables()
    before = dict(variables)
    sheet, rules = vega.app.stylesheet, vega.app.stylesheet.rules
    rigel = await stage().begin()
    await rigel.press(b"\x04")
    rigel.app.refresh_css()
    await rigel.quiet()
    assert rigel.app.get_css_variables() is variables
    assert rigel.app.stylesheet is sheet
    assert sheet.rules is rules
    assert variables == before


def test_textual_makes_a_style_sheet_for_each_app() -> None:
    assert App[None]().stylesheet is not App[None]().stylesheet
    assert App[None]().get_css_variables() is not App[None]().get_css_variables()


async def test_there_is_one_theme(stage: Put) -> None:
    vega = await stage().begin()
    vega.app.register_theme(BUILTIN_THEMES["nord"])
    assert list(vega.app.available_themes) == [HostedApp.THEME.name]
    assert vega.app.current_theme is HostedApp.THEME
    assert len(App[None]().available_themes) > 1


async def test_there_are_no_toasts_and_no_tooltips(stage: Put) -> None:
    vega = await stage().begin()
    vega.sent.clear()
    vega.app.notify("Lyra is here")
    await vega.quiet()
    assert not vega.app.screen.query(ToastRack)
    assert not vega.app.screen.query("Tooltip")
    assert vega.sent == []
    async with App[None]().run_test(notifications=True, tooltips=True) as pilot:
        assert pilot.app.screen.query(ToastRack)
        assert pilot.app.screen.query("Tooltip")


# ── nothing is made that nobody sees ────────────────────────────────────────────────────────────────────────────────


class Stock(Game):
    """An app whose screen Textual composes though it is held."""

    def get_default_screen(self) -> Screen[None]:
        return Screen()


async def test_a_held_screen_is_not_composed_until_it_is_released(stage: Put) -> None:
    vega, stock = await stage(Game).begin(), stage(Stock)
    await stock.until(lambda: stock.app.is_running and stock.app.screen._compositor._cuts)
    screen = vega.app.screen
    assert vega.app.held
    assert screen._compositor._cuts is None
    assert not screen._styles_cache._dirty_lines
    vega.app.release()
    await vega.shows("Vega ♠")


async def test_a_screen_without_children_has_no_nodes_for_its_parts(stage: Put) -> None:
    vega = await stage(Game).begin()
    assert not vega.app.screen._component_styles
    async with App[None]().run_test() as pilot:
        assert pilot.app.screen._component_styles


def test_the_parameters_of_a_callback_are_counted_as_textual_counts_them() -> None:
    class Vega:
        def plays(self, card: str, *more: str, onto: int = 1, **rest: str) -> None: ...

        @classmethod
        def deals(cls, card: str) -> None: ...

    @functools.wraps(Vega.plays)
    def wrapped() -> None: ...

    for callback in (Vega.plays, Vega().plays, Vega.deals, lambda: None, lambda a, b=1, /: None, wrapped, Vega, len):
        assert _count_parameters(callback) == len(inspect.signature(callback).parameters)
    assert "signature(func)" in inspect.getsource(compat.caches._counted)
    assert count_parameters(functools.partial(Vega().plays, "4")) == 3


async def test_what_would_move_is_there_at_once(stage: Put) -> None:
    class Levelled(Notes):
        level = 0.0

    vega = await stage(Levelled).begin()
    notes, told = vega.app.query_one("#notes"), list[float]()
    notes.styles.animate("opacity", 0.5, duration=60.0, on_complete=lambda: told.append(notes.styles.opacity))
    assert notes.styles.opacity == 0.5
    await vega.until(lambda: told)
    with vega.app._context():
        vega.app.animate("level", 0.25, final_value=1.0, duration=60.0, delay=0.001)
    await vega.until(lambda: vega.app.level == 1.0)
    await vega.app.animator.wait_until_complete()
    async with App[None]().run_test() as pilot:
        pilot.app.screen.styles.animate("opacity", 0.5, duration=60.0)
        assert pilot.app.screen.styles.opacity == 1.0


# ── crashes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_crash_before_the_first_picture_is_an_incident(stage: Put, capsys: pytest.CaptureFixture[str]) -> None:
    class Unborn(Notes):
        def on_mount(self) -> None:
            raise RuntimeError("Deneb")

    vega = stage(Unborn)
    await vega.until(vega.task.done)
    assert vega.app.incident
    assert vega.sent == []
    assert vega.terminal.close() == b""
    told = capsys.readouterr()
    assert told.out == told.err == ""


async def test_a_style_sheet_with_an_error_is_an_incident(stage: Put, capsys: pytest.CaptureFixture[str]) -> None:
    class Unstyled(Notes):
        CSS = "Static { colour: red; }"

    vega = stage(Unstyled)
    await vega.until(vega.task.done)
    assert vega.app.incident
    told = capsys.readouterr()
    assert told.out == told.err == ""


async def test_without_a_terminal_a_crash_reaches_the_test() -> None:
    with pytest.raises(RuntimeError):
        async with Notes().run_test() as pilot:
            await pilot.press("ctrl+x")


async def test_the_first_farewell_counts(stage: Put) -> None:
    vega = await stage().begin()
    vega.app.leave("The room has been closed.", 3)
    vega.app.leave()
    await vega.until(vega.task.done)
    assert vega.app.farewell == ("The room has been closed.", 3)


# ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_textuals_parser_dies_on_a_number_and_ours_does_not() -> None:
    with pytest.raises((ValueError, OverflowError)):
        list(XTermParser().feed("\x1b[99999999999;1u"))
    assert parse_key("\x1b[99999999999;1u") == []
    assert [key.key for key in parse_key("a")] == ["a"]


def test_textuals_parser_keeps_what_it_does_not_know_and_ours_does_not() -> None:
    stock = XTermParser()
    assert list(stock.feed("\x1b[5i")) == []
    assert stock._timeout_time is not None
    assert parse_key("\x1b[5i") == []
    assert [key.key for key in parse_key("q")] == ["q"]


def test_textual_takes_a_forged_size() -> None:
    assert list(XTermParser().feed("\x1b[48;60000;60000;1;1t"))
    assert parse_key("\x1b[48;60000;60000;1;1t") == []


# ── apps and their neighbours ───────────────────────────────────────────────────────────────────────────────────────


async def test_what_a_neighbour_sets_off_happens_to_the_right_app(stage: Put) -> None:
    vega, rigel = await stage(Game).begin(), await stage(Game).begin()
    rigel.app.screen.text = "Rigel's table"
    vega.sent.clear()
    with vega.app._context():
        rigel.terminal.block("channel")
        rigel.terminal.unblock("channel")
        rigel.terminal.feed(b"a")
    await rigel.quiet()
    assert "Rigel's table" in rigel.text
    assert rigel.app.keys == ["a"]
    assert vega.sent == []
    assert vega.app.keys == []


async def test_a_dialog_has_the_look_of_its_app(stage: Put) -> None:
    vega = await stage(Game, colours="none").begin()
    vega.app.call_later(vega.app.push_screen, Ask())
    await vega.shows("Fine")
    assert vega.text.count("Fine") == 1


async def test_a_dialog_that_comes_while_the_app_ends_is_no_incident(
    stage: Put, caplog: pytest.LogCaptureFixture
) -> None:
    class Asks(Ask):
        def on_mount(self) -> None:
            self.query_one("#missing")

    class Leaves(Game):
        def on_key(self, event: object) -> None:
            self.leave("Bye.")
            self.push_screen(Asks())

    vega = await stage(Leaves).begin()
    vega.terminal.feed(b"k")
    await vega.until(vega.task.done)
    assert vega.app.incident == ""
    assert vega.app.farewell is not None
    assert "incident" not in caplog.text


def test_textual_keeps_what_closed_dialogs_drew_and_we_do_not() -> None:
    assert "@lru_cache(1024)\n    def get_inner_outer(" in inspect.getsource(StylesCache)
    cache = StylesCache()
    cache.get_inner_outer(Color(0, 0, 0), Color(9, 9, 9))
    kept = weakref.ref(cache)
    del cache
    gc.collect()
    assert kept() is None
