"""No text of a stock widget commands a terminal."""

import re
from collections.abc import Callable

import pytest
from rich.segment import Segment
from textual.app import ComposeResult
from textual.color import Color
from textual.widgets import Button, Input, Label, Static

from relspace_client.compat import HostedApp
from relspace_server.ssh.terminal.safe import SAFE_TEXT

from .stage import Stage

HOSTILE = (
    "\x1b]0;X\x07",
    "\x1b[2J",
    "\x9b31m",
    "\x1b]52;c;QQ==\x07",
    "\x07",
    "\x00",
    "\u202e",
    "\u200b",
    "\u2066",
    "\u200f",
    "\ufeff",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_terminal_obeys_is_taken_out(text: str) -> None:
    (segment,) = SAFE_TEXT.apply([Segment(f"Ve{text}ga")], Color(0, 0, 0))
    assert segment.text.isprintable()
    assert segment.text.startswith("Ve")
    assert segment.text.endswith("ga")


def test_clean_text_is_left_alone() -> None:
    segment = Segment("Vega ♠ 手札 ñ")
    assert SAFE_TEXT.apply([segment], Color(0, 0, 0))[0] is segment


async def test_stock_widgets_send_none_of_it(stage: Callable[..., Stage]) -> None:
    name = "Ve" + "".join(HOSTILE) + "ga"

    class Names(HostedApp):
        def compose(self) -> ComposeResult:
            yield Static(name, markup=False)
            yield Label(name, markup=False)
            yield Input(name)
            yield Button(name.replace("[", ""))
            titled = Static("x")
            titled.border_title = name.replace("[", "")
            yield titled

        CSS = "Static { border: round white; }"

    rigel = await stage(Names).begin()
    shown = rigel.everything.decode()
    left = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown).replace("\n", "").replace("\r", "")
    assert left.isprintable()
    assert "2J" not in re.findall(r"\x1b\[([0-9;?]*[A-Za-z])", shown)
    assert "Ve" in left
