"""What a terminal can show, and stock widgets in its colours."""

import re

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from relspace_server.ssh.terminal.colour import abilities, filters

COLOUR_CODES = re.compile(r"(?:^|;)(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])(?:;|$)")


@pytest.mark.parametrize(
    ("term", "environment", "colours"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "truecolor"),
        ("xterm-256color", {"COLORTERM": "24bit"}, "truecolor"),
        ("xterm-256color", {"COLORTERM": "nonsense"}, "256"),
        ("xterm-kitty", {}, "truecolor"),
        ("xterm-direct", {}, "truecolor"),
        ("alacritty", {}, "truecolor"),
        ("screen-256color", {}, "256"),
        ("xterm", {}, "16"),
        ("linux", {}, "16"),
        ("linux", {"COLORTERM": "truecolor"}, "16"),
        ("vt100", {}, "none"),
        ("dumb", {}, "none"),
        ("", {}, "16"),
        ("foo", {}, "16"),
        ("XTERM-256COLOR", {}, "256"),
        ("xterm-256color", {"COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
        ("xterm-256color", {"NO_COLOR": ""}, "256"),
    ],
)
def test_colours(term: str, environment: dict[str, str], colours: str) -> None:
    assert abilities(term, environment).colours == colours


@pytest.mark.parametrize(
    ("term", "ascii_only"),
    [("linux", True), ("vt100", True), ("vt220", True), ("dumb", True), ("xterm", False), ("", False), ("foo", False)],
)
def test_glyphs(term: str, ascii_only: bool) -> None:
    assert abilities(term, {}).ascii is ascii_only


@pytest.mark.parametrize(
    ("colours", "codes"),
    [
        ("truecolor", "1;4;38;2;255;136;0;48;2;32;48;64"),
        ("256", "1;4;38;5;208;48;5;23"),
        ("16", "1;4;91;40"),
        ("none", "1;4"),
    ],
)
def test_stock_widgets_are_drawn_in_what_the_terminal_has(colours: str, codes: str) -> None:
    segments = [Segment("Vega", Style.parse("bold underline #ff8800 on #203040")), Segment("plain", None)]
    for each in filters(colours):  # type: ignore[arg-type]
        segments = each.apply(segments, Color(0, 0, 0))
    styled, plain = segments
    assert styled.style is not None
    rendered = styled.style.render("Vega", color_system=ColorSystem.TRUECOLOR)
    assert rendered.removeprefix("\x1b[").partition("m")[0] == codes
    assert bool(COLOUR_CODES.search(codes)) == (colours != "none")
    assert plain == Segment("plain", None, None)


@pytest.mark.parametrize("back", ["#101010", "#203040", "#808080", "#c0c0c0", "#ffffff", "#0000c0"])
@pytest.mark.parametrize("front", ["#181818", "#283848", "#909090", "#c8c8c8", "#f8f8f8", "#0000b0"])
def test_in_16_colours_text_can_be_read_on_what_it_stands(front: str, back: str) -> None:
    (segment,) = filters("16")[0].apply([Segment("Vega", Style.parse(f"{front} on {back}"))], Color(0, 0, 0))
    assert segment.style is not None
    ink, ground = segment.style.color, segment.style.bgcolor
    assert ink is not None
    assert ground is not None
    assert ink.number != ground.number
    assert ground.number in range(8)


def test_what_a_click_means_survives_without_colour() -> None:
    style = Style.parse("#ff8800") + Style.from_meta({"row": 3})
    (segment,) = filters("none")[0].apply([Segment("Vega", style)], Color(0, 0, 0))
    assert segment.style is not None
    assert segment.style.meta == {"row": 3}
