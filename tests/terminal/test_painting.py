"""A screen that paints the terminal by itself, and Textual, take turns without a mark."""

from collections.abc import Callable

from relspace_server.ssh.terminal.size import clamp

from .stage import Ask, Game, Stage

Put = Callable[..., Stage]


async def test_textual_draws_nothing_while_the_table_is_on_top(stage: Put) -> None:
    vega = await stage(Game).begin()
    assert vega.app.held
    assert "the table" in vega.text
    assert b"drawn by Textual" not in vega.everything
    vega.sent.clear()
    vega.app.screen.refresh()
    await vega.quiet()
    assert vega.sent == []


async def test_a_dialog_is_drawn_by_textual_over_the_table(stage: Put) -> None:
    vega = await stage(Game).begin()
    await vega.press(b"\x04")
    assert not vega.app.held
    assert "name" in vega.text
    assert "Fine" in vega.text
    await vega.press(b"Mira")
    assert "Mira" in vega.text


async def test_the_table_is_painted_whole_when_a_dialog_goes(stage: Put) -> None:
    vega = await stage(Game).begin()
    for _ in range(3):
        await vega.press(b"\x04")
        assert "Fine" in vega.text
        await vega.press(b"\x1b")
        assert vega.app.held
        assert vega.text.split("\n")[2] == "    the table"
        assert "Fine" not in vega.text


async def test_a_dialog_over_a_dialog(stage: Put) -> None:
    vega = await stage(Game).begin()
    await vega.press(b"\x04")
    vega.app.call_later(vega.app.push_screen, Ask())
    await vega.quiet()
    assert not vega.app.held
    await vega.press(b"\x1b")
    assert not vega.app.held
    await vega.press(b"\x1b")
    assert vega.app.held


async def test_a_resize_under_a_dialog(stage: Put) -> None:
    vega = await stage(Game).begin()
    await vega.press(b"\x04")
    vega.screen.resize(30, 100)
    vega.terminal.resize(clamp(100, 30))
    await vega.quiet()
    assert "Fine" in vega.text
    await vega.press(b"\x1b")
    assert vega.app.held
    assert "the table" in vega.text
    assert vega.app.screen.size == (100, 30)


async def test_quick_keys_skip_textual(stage: Put) -> None:
    class Quick(Game):
        quick: list[str] = []  # noqa: RUF012 - one app

        def quick_key(self, key: str) -> bool:
            if key == "right" and self.held:
                self.quick.append(key)
                return True
            return False

    vega = await stage(Quick).begin()
    vega.terminal.feed(b"\x1b[C")
    assert vega.app.quick == ["right"]
    await vega.press(b"a\x1b[C\x04")
    assert vega.app.keys[:2] == ["a", "right"]
    await vega.press(b"\x1b[C")
    assert vega.app.quick == ["right"]


async def test_without_a_terminal_textual_draws_the_table_too() -> None:
    async with Game().run_test() as pilot:
        assert not pilot.app.held
        await pilot.press("ctrl+d")
        await pilot.press("escape")
        assert "(drawn by Textual)" in str(pilot.app.screen.render_line(0).text)
