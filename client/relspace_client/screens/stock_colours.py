"""Stock widgets in fewer colours: those that the theme has chosen, as everywhere else in the picture.

The nearest ones would often be others: of a dialog's accent the dark yellow, where the table's is bright. Without
colour, what the accent fills is reversed, as badges are: a line's cursor, the highlighted choice.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Final

from rich.color import Color as RichColour
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from relspace_client.look.palette import Depth
from relspace_client.look.themes import THEMES, Colour, ThemeName

_PALE: Final = 7
"""The first of the 16 colours that may be bold: a darker one would turn into its paler, bright one."""

_BLACK: Final = RichColour.from_ansi(0)
_WHITE: Final = RichColour.from_ansi(15)


class StockColours(LineFilter):
    """Segments of true colour in a theme's colours; what has fewer colours already stays as it is.

    Args:
        translate: turns one style into another.
    """

    def __init__(self, translate: Callable[[Style], Style]) -> None:
        super().__init__()
        self._translate = translate

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, in the theme's colours."""
        del background
        translate = self._translate
        return [Segment(text, style and translate(style), control) for text, style, control in segments]


@cache
def stock_colours(theme: ThemeName, depth: Depth) -> StockColours:
    """The filter for a theme at a depth other than true colour, one object for all who use it."""
    roles = THEMES[theme]
    if depth == "none":
        return StockColours(_reversing(roles["accent"]))
    numbers: dict[str, int] = {}
    for colour in roles.values():
        numbers.setdefault(f"#{colour.rgb}", colour.ansi if depth == "16" else colour.xterm)
    return StockColours(_translation(numbers, ColorSystem.STANDARD if depth == "16" else ColorSystem.EIGHT_BIT))


def _reversing(fill: Colour) -> Callable[[Style], Style]:
    """Takes the colours away, and reverses what is filled with one of them."""
    filled = RichColour.parse(f"#{fill.rgb}")

    @lru_cache(2048)
    def translate(style: Style) -> Style:
        plain = style.without_color + Style.from_meta(style.meta)
        return plain + Style(reverse=True) if style.bgcolor == filled else plain

    return translate


def _translation(numbers: Mapping[str, int], system: ColorSystem) -> Callable[[Style], Style]:
    """Gives every colour its number, or the nearest one's if it has none."""

    def nearest(colour: RichColour | None) -> RichColour | None:
        if colour is None or colour.triplet is None:
            return colour
        number = numbers.get(colour.triplet.hex)
        return colour.downgrade(system) if number is None else RichColour.from_ansi(number)

    @lru_cache(2048)
    def translate(style: Style) -> Style:
        ink, ground = nearest(style.color), nearest(style.bgcolor)
        if ink is not None and ground is not None and ink.number == ground.number:
            ink = _BLACK if ink.number == _WHITE.number else _WHITE
        dark = system is ColorSystem.STANDARD and ink is not None and ink.number is not None and ink.number < _PALE
        return style + Style.from_color(ink, ground) + Style(bold=False if dark else None)

    return translate
