"""Cards can be read in every theme and with every number of colours, and told apart without the colours."""

import pytest

from relspace_client.app import RelspaceApp
from relspace_client.look import styles
from relspace_client.look.appearance import Appearance
from relspace_client.look.faces import INKS
from relspace_client.look.palette import palette
from relspace_client.look.styles import BOLD, STYLES, UNDERLINE
from relspace_client.look.themes import THEMES

from ..around.rooms import LOBBY
from ..fakes import FakeLink

READABLE = 4.5
"""The contrast that WCAG 2 asks of text at level AA (success criterion 1.4.3)."""

SEEN = 3.0
"""The contrast that WCAG 2 asks of what is no text at level AA (success criterion 1.4.11)."""

XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
EDITOR = (
    "000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd cccccc 666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db ffffff"
)
SIXTEEN = [XTERM.split(), EDITOR.split()]
"""The 16 colours as xterm shows them, and as the terminal of a widespread editor does."""

STEPS = (0, 95, 135, 175, 215, 255)
"""The levels of red, green and blue in xterm's cube of 216 colours."""

NAMES = {
    number: name
    for name, number in vars(styles).items()
    if name.isupper() and isinstance(number, int) and name not in ("BOLD", "DIMMED", "REVERSE", "UNDERLINE")
}

FACES = sorted(
    {style for inks in INKS.values() for style in inks}
    | {styles.BACK_NAME, styles.BACK_LOOKED, styles.SMALL_BACK, styles.FILL_ACCENT, styles.PAPER_JAM}
)
"""What is read on a card: open, covered, small, face-down but looked at, or chosen."""


def channels(number):
    """Red, green and blue of one of xterm's colours beyond the first 16."""
    if number >= 232:
        return [8 + 10 * (number - 232)] * 3
    return [STEPS[(number - 16) // step % 6] for step in (36, 6, 1)]


def shades(colour, depth):
    """Every way a colour may be shown: red, green and blue."""
    if depth == "truecolor":
        return [list(bytes.fromhex(colour.rgb))]
    if depth == "256":
        return [channels(colour.xterm)]
    return [list(bytes.fromhex(shown[colour.ansi])) for shown in SIXTEEN]


def luminance(shade):
    """The relative luminance, as WCAG 2 defines it."""
    parts = [part / 255 for part in shade]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink, ground, depth):
    """The contrast ratio of two colours, the lowest of all ways in which they may be shown."""
    pairs = zip(shades(ink, depth), shades(ground, depth), strict=True)
    lights = [sorted(map(luminance, pair)) for pair in pairs]
    return min((light + 0.05) / (dark + 0.05) for dark, light in lights)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", ["truecolor", "256", "16"])
@pytest.mark.parametrize("style", FACES, ids=NAMES.get)
def test_what_stands_on_a_card_can_be_read(theme, depth, style):
    look = palette(theme, depth).looks[style]
    assert contrast(look.ink, look.ground, depth) >= READABLE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", ["truecolor", "256", "16"])
def test_a_players_cards_in_the_ring_can_be_seen_and_counted(theme, depth):
    for style in (styles.BARS, styles.BARS_OTHERS, styles.BACKS, styles.DIM):
        look = palette(theme, depth).looks[style]
        assert contrast(look.ink, look.ground, depth) >= SEEN
    backs = palette(theme, depth).looks[styles.BACKS]
    # the pattern covers about a quarter of a cell
    ink, ground = shades(backs.ink, depth)[0], shades(backs.ground, depth)[0]
    mixed = [(one + 3 * other) / 4 for one, other in zip(ink, ground, strict=True)]
    light, dark = sorted(map(luminance, (mixed, ground)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 1.45


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", ["truecolor", "256", "16", "none"])
def test_a_small_card_that_is_free_differs_from_a_covered_one_in_more_than_colour(theme, depth):
    looks = palette(theme, depth).looks
    pairs = [(inks.small, inks.cover) for inks in INKS.values()] + [(styles.SMALL_BACK, styles.BACK_LOOKED)]
    for free, covered in pairs:
        assert looks[free].attributes & (BOLD | UNDERLINE) > looks[covered].attributes & (BOLD | UNDERLINE)


@pytest.mark.parametrize(
    ("theme", "depth"), [("light", "truecolor"), ("light", "256"), *((one, "16") for one in THEMES)]
)
def test_it_is_underlined_where_weight_is_not_shown_or_the_only_sign(theme, depth):
    colours = palette(theme, depth)
    underlined = {number for number in range(len(STYLES)) if colours.looks[number].attributes & UNDERLINE}
    assert underlined == {*(inks.small for inks in INKS.values()), styles.SMALL_BACK, styles.SMALL_PATTERN}
    assert not any(colours.erase[number] for number in underlined)  # an erased cell has no underline
    assert not any(look.attributes & UNDERLINE for look in palette("dark", "truecolor").looks)
    assert not any(look.attributes & UNDERLINE for look in palette(theme, depth, underlines=False).looks)


def test_there_is_no_underline_among_ascii_cards():
    """The Linux console, which is given ASCII, shows underlined ink in a colour of its own."""
    for glyphs in ("ascii", "box"):
        app = RelspaceApp(FakeLink(LOBBY), None, look=Appearance(colours="16", glyphs=glyphs))
        looks = app._palette(app.session.look).looks
        assert any(look.attributes & UNDERLINE for look in looks) is (glyphs == "box")
