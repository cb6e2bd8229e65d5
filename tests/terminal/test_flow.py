"""A client that takes no output: nothing piles up, and it sees everything once it takes output again."""

import asyncio
from collections.abc import Callable

import pyte

from relspace_server.ssh.terminal.size import clamp

from .stage import Game, Notes, Stage

Put = Callable[..., Stage]


async def test_a_paused_terminal_is_sent_nothing(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.block("channel")
    assert vega.terminal.paused
    vega.sent.clear()
    await vega.press(b"abc")
    assert vega.app.keys == ["a", "b", "c"]
    assert vega.sent == []


async def test_everything_is_drawn_anew_after_a_pause(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.block("channel")
    await vega.press(b"abc")
    vega.screen.reset()
    vega.terminal.unblock("channel")
    await vega.quiet()
    assert vega.text.startswith("a b c")
    assert all(cell.bg != "default" for cell in vega.screen.buffer[23].values())
    assert len(vega.screen.buffer[23]) == 80


async def test_a_screen_that_paints_itself_is_asked_to(stage: Put) -> None:
    vega = await stage(Game).begin()
    vega.terminal.block("connection")
    vega.app.screen.text = "another table"
    vega.app.screen.paint()
    vega.screen.reset()
    vega.terminal.unblock("connection")
    await vega.quiet()
    assert "another table" in vega.text


async def test_it_is_paused_until_every_cause_is_gone(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.block("channel")
    vega.terminal.block("connection")
    vega.terminal.block("connection")
    vega.terminal.unblock("channel")
    assert vega.terminal.paused
    vega.terminal.unblock("connection")
    assert not vega.terminal.paused
    vega.terminal.unblock("connection")
    await vega.press(b"a")
    assert vega.text.startswith("a")


async def test_who_is_stalled_for_long_is_given_up_once(stage: Put) -> None:
    told: list[str] = []
    vega = await stage(stalled=lambda: told.append("stalled")).begin()
    vega.terminal.block("channel")
    await asyncio.sleep(29)
    vega.terminal.unblock("channel")
    await asyncio.sleep(60)
    assert told == []
    vega.terminal.block("channel")
    await asyncio.sleep(31)
    assert told == ["stalled"]


async def test_a_dialog_over_the_table_survives_a_pause(stage: Put) -> None:
    vega = await stage(Game).begin()
    await vega.press(b"\x04")
    vega.terminal.block("channel")
    await vega.press(b"Lyra")
    vega.screen.reset()
    vega.terminal.unblock("channel")
    await vega.quiet()
    assert "Lyra" in vega.text
    assert "Fine" in vega.text


async def test_nothing_is_sent_after_the_end(stage: Put) -> None:
    vega = await stage(Notes).begin()
    restore = vega.terminal.close()
    vega.sent.clear()
    await vega.press(b"abc")
    vega.terminal.write(b"late")
    vega.terminal.resize(clamp(50, 20))
    vega.terminal.block("channel")
    assert vega.sent == []
    assert vega.terminal.close() == b""
    screen = pyte.Screen(80, 24)
    pyte.ByteStream(screen).feed(restore)
    assert not screen.cursor.hidden
