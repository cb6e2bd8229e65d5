"""The window's title and the bell: only what changes is sent, and the title is given back."""

from collections.abc import Callable

import pytest

from relspace_server.ssh.terminal.colour import abilities
from relspace_server.ssh.terminal.window import LONGEST, RESTORE, SAVE, WindowTitle

from .stage import Game, Stage

Put = Callable[..., Stage]


def named(text: str) -> bytes:
    return b"\x1b]2;" + text.encode() + b"\x1b\\"


def test_the_first_name_has_the_terminal_remember_its_own() -> None:
    title = WindowTitle(can=True)
    assert title.change("Orion: YOUR TURN")
    assert title.take() == SAVE + named("Orion: YOUR TURN")
    assert title.change("Orion: Rigel's turn")
    assert title.take() == named("Orion: Rigel's turn")
    assert title.take_back() == RESTORE


def test_only_another_name_is_sent() -> None:
    title = WindowTitle(can=True)
    title.change("Orion")
    title.take()
    assert not title.change("Orion")
    assert title.take() == b""
    title.change("Lyra")
    assert not title.change("Orion")
    assert title.take() == b""


def test_a_terminal_that_cannot_is_sent_nothing() -> None:
    title = WindowTitle(can=False)
    assert not title.change("Orion")
    assert title.take() == b""
    assert title.take_back() == b""


def test_a_window_that_was_never_named_keeps_its_name() -> None:
    title = WindowTitle(can=True)
    title.change("Orion")
    assert title.take_back() == b""


@pytest.mark.parametrize(
    "hostile",
    ["\x1b]0;X\x07", "\x1b[2J", "\x9b31m", "a\x07b", "\x00", "\u202eabc", "\u200b", "\u2066x", "a\nb", "\x1b\\"],
)
def test_nothing_in_a_name_is_obeyed(hostile: str) -> None:
    title = WindowTitle(can=True)
    title.change(f"Room {hostile}!")
    sent = title.take().decode()
    inner = sent.removeprefix(SAVE.decode()).removeprefix("\x1b]2;").removesuffix("\x1b\\")
    assert inner.isprintable()
    assert inner.startswith("Room ")
    assert inner.endswith("!")


def test_a_long_name_is_cut() -> None:
    title = WindowTitle(can=True)
    title.change("x" * 10_000)
    assert len(title.take()) < LONGEST + 30


@pytest.mark.parametrize(
    ("term", "can"),
    [
        ("xterm-256color", True),
        ("screen-256color", True),
        ("tmux-256color", True),
        ("xterm-kitty", True),
        ("putty", True),
        ("linux", False),
        ("dumb", False),
        ("vt100", False),
        ("", False),
        ("foo", False),
    ],
)
def test_which_terminals_have_titles(term: str, can: bool) -> None:
    assert abilities(term, {}).titles == can


async def test_the_name_is_sent_with_the_picture_and_given_back_at_the_end(stage: Put) -> None:
    vega = await stage(Game, titles=True).begin()
    vega.sent.clear()
    vega.terminal.title("Orion: YOUR TURN")
    vega.app.screen.paint()
    await vega.quiet()
    (frame,) = vega.sent
    assert frame.startswith(SAVE + named("Orion: YOUR TURN"))
    vega.terminal.title("Orion: YOUR TURN")
    await vega.quiet()
    assert len(vega.sent) == 1
    assert RESTORE in vega.terminal.close()


async def test_a_name_that_comes_alone_is_sent_alone(stage: Put) -> None:
    vega = await stage(Game, titles=True).begin()
    vega.sent.clear()
    vega.terminal.title("Orion")
    vega.terminal.title("Lyra")
    await vega.quiet()
    assert vega.sent == [SAVE + named("Lyra")]


async def test_a_client_that_takes_no_output_reads_the_newest_name_afterwards(stage: Put) -> None:
    vega = await stage(Game, titles=True).begin()
    vega.terminal.block("channel")
    vega.sent.clear()
    vega.terminal.title("Orion")
    vega.terminal.ring()
    vega.terminal.title("Lyra")
    await vega.quiet()
    assert vega.sent == []
    vega.terminal.unblock("channel")
    await vega.quiet()
    assert named("Lyra") in vega.everything
    assert named("Orion") not in vega.everything
    assert b"\a" not in vega.everything.replace(named("Lyra"), b"")


async def test_the_bell_is_a_byte(stage: Put) -> None:
    vega = await stage(Game).begin()
    vega.sent.clear()
    vega.terminal.ring()
    assert vega.sent == [b"\a"]
    vega.terminal.close()
    vega.terminal.ring()
    vega.terminal.title("Orion")
    await vega.quiet()
    assert vega.sent == [b"\a"]
