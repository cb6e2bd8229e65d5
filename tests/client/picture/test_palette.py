"""Colours: readable, complete, and the shortest way from one style to another."""

import pytest

from relspace_client.look.palette import DEPTHS, UNSTYLED, Palette, palette
from relspace_client.look.styles import BOLD, DIM, FILL_ACCENT, PAPER_INK, PAPER_RED, STYLES, TEXT
from relspace_client.look.themes import DARK, THEMES


def luminance(rgb):
    parts = [int(rgb[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink, ground):
    light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


WORDS = ("text", "bright", "dim", "accent", "load", "jam")
ON_FILLS = (("onaccent", "accent"), ("onload", "load"), ("onjam", "jam"))
ON_PAPER = (("ink", "paper"), ("red", "paper"), ("violet", "paper"), ("teal", "paper"))
ON_COVERED = (("covtext", "cov"), ("covred", "cov"), ("covviolet", "cov"), ("covteal", "cov"), ("backtext", "back"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), [*((word, "bg") for word in WORDS), *ON_FILLS, *ON_PAPER, *ON_COVERED])
def test_what_is_read_can_be_read(theme, ink, ground):
    colours = THEMES[theme]
    assert contrast(colours[ink].rgb, colours[ground].rgb) >= 4.5


XTERM = """000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5
7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff""".split()  # noqa: SIM905 - a table
"""The 16 colours as xterm shows them."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((word, "bg") for word in sorted({*WORDS, "loadink", "below"} - {"load"})),
        *(("dim", "panel"), ("accent", "panel")),
        *(*ON_FILLS, *ON_PAPER, *ON_COVERED),
    ],
)
def test_in_16_colours_too_what_is_read_can_be_read(theme, ink, ground):
    colours = THEMES[theme]
    assert contrast(XTERM[colours[ink].ansi], XTERM[colours[ground].ansi]) >= 3.7


@pytest.mark.parametrize("theme", THEMES)
def test_in_16_colours_lines_and_hulls_can_be_seen(theme):
    colours = THEMES[theme]
    for ink, ground in (("faint", "bg"), ("line", "bg"), ("loadink", "bg"), ("edge", "paper"), ("covedge", "cov")):
        assert contrast(XTERM[colours[ink].ansi], XTERM[colours[ground].ansi]) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_a_page_under_a_dialog_can_still_be_read(theme):
    colours = THEMES[theme]
    assert 3 <= contrast(colours["below"].rgb, colours["bg"].rgb) < contrast(colours["text"].rgb, colours["bg"].rgb) / 2


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_has_a_colour_for_every_role_of_every_style(theme):
    assert set(THEMES[theme]) == set(DARK)
    assert {role for style in STYLES for role in (style.ink, style.ground)} <= set(DARK)
    for colour in THEMES[theme].values():
        assert len(bytes.fromhex(colour.rgb)) == 3
        assert 16 <= colour.xterm <= 255
        assert 0 <= colour.ansi <= 15


def test_one_palette_is_shared_by_all_who_use_it():
    assert palette("dark", "256") is palette("dark", "256")
    assert palette("dark", "256") is not palette("dark", "16")


def test_only_what_differs_is_changed():
    colours = palette("dark", "256")
    assert colours.change(UNSTYLED, TEXT) == "\x1b[38;5;252;48;5;233m"
    assert colours.change(TEXT, DIM) == "\x1b[38;5;245m"
    assert colours.change(TEXT, TEXT) == ""
    assert colours.change(FILL_ACCENT, TEXT) == "\x1b[22;38;5;252;48;5;233m"


def test_without_colour_weight_and_reverse_are_all_there_is():
    plain = palette("dark", "none")
    assert plain.change(UNSTYLED, TEXT) == ""
    assert plain.change(UNSTYLED, FILL_ACCENT) == "\x1b[1;7m"
    assert plain.change(FILL_ACCENT, DIM) == "\x1b[22;27;2m"
    assert plain.change(DIM, TEXT) == "\x1b[22m"


@pytest.mark.parametrize("depth", DEPTHS)
def test_every_way_leads_to_the_same_look(depth):
    colours = palette("dark", depth)
    for before in range(len(STYLES)):
        for after in range(len(STYLES)):
            assert applied(colours.change(before, after), state(colours, before)) == state(colours, after)


def state(colours: Palette, style: int) -> dict[str, str]:
    return applied(colours.change(UNSTYLED, style), {})


def applied(change: str, before: dict[str, str]) -> dict[str, str]:
    """What a terminal has set after a control sequence."""
    now = dict(before)
    codes = iter(change.removeprefix("\x1b[").removesuffix("m").split(";"))
    for code in codes:
        if code in ("38", "48"):
            kind = next(codes)
            now[code] = ";".join(next(codes) for _ in range(3 if kind == "2" else 1))
        elif code in ("22", "24", "27"):
            for bit in {"22": ("1", "2"), "24": ("4",), "27": ("7",)}[code]:
                now.pop(bit, None)
        elif code in ("1", "2", "4", "7"):
            now[code] = code
        elif code:
            number = int(code)
            now["38" if number % 60 // 10 == 3 else "48"] = code
    return now


def test_in_16_colours_dark_ink_is_never_bold():
    for style in (PAPER_INK, PAPER_RED, FILL_ACCENT):
        assert not palette("dark", "16").looks[style].attributes & BOLD
        assert palette("dark", "256").looks[style].attributes & BOLD


@pytest.mark.parametrize("depth", DEPTHS[:3])
def test_a_ground_is_always_set(depth):
    assert all(look.ground is not None for look in palette("dark", depth).looks)
