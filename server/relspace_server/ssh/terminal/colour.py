"""What a terminal can show, judged by what its client says, and stock widgets in its colours."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from rich.color import Color as RichColour
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

ColourLevel: TypeAlias = Literal["truecolor", "256", "16", "none"]

TRUE_COLOUR_TERMS: Final = frozenset(
    {"alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "rio", "wezterm", "xterm-ghostty", "xterm-kitty"}
)
"""Terminals that show true colour and say so in TERM alone: COLORTERM rarely travels."""

COLOURLESS_TERMS: Final = ("vt100", "vt102", "vt220", "vt320", "vt52", "dumb", "unknown", "ansi-m", "xterm-mono")

ASCII_TERMS: Final = ("linux", "vt", "ansi", "cons25", "dumb", "unknown", "sun")
"""TERM of terminals, by how it begins, whose fonts or character sets lack the game's glyphs."""


ERASING_TERMS: Final = ("xterm", "tmux", "linux", "rxvt", "putty", "st", "konsole", "vte", *sorted(TRUE_COLOUR_TERMS))
"""TERM of terminals, by how it begins, that erase with the background that is set. GNU screen, for one, does not."""


TITLED_TERMS: Final = (*ERASING_TERMS, "screen", "mlterm")
"""TERM of terminals, by how it begins, whose window has a title. On others, what sets one might be shown."""


class Abilities(NamedTuple):
    """What a terminal can show."""

    colours: ColourLevel
    ascii: bool
    """Whether only ASCII is safe."""
    erases: bool = True
    """Whether what is erased gets the background that is set."""
    titles: bool = False
    """Whether its window has a title that can be set."""


def abilities(term: str, environment: Mapping[str, str]) -> Abilities:
    """Judges a terminal.

    Args:
        term: TERM as the client sent it; anything unknown gets the 16 colours that every terminal has.
        environment: COLORTERM and NO_COLOR of the client. Never the server's.
    """
    name = term.lower()
    return Abilities(
        _colours(name, environment),
        name.startswith(ASCII_TERMS),
        name.startswith(ERASING_TERMS),
        name.startswith(TITLED_TERMS) and not name.startswith(ASCII_TERMS),
    )


def _colours(term: str, environment: Mapping[str, str]) -> ColourLevel:
    if environment.get("NO_COLOR") or term.startswith(COLOURLESS_TERMS):
        return "none"
    if term.startswith("linux"):
        return "16"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor"
    if term in TRUE_COLOUR_TERMS or term.endswith(("-direct", "-truecolor")):
        return "truecolor"
    if "256" in term:
        return "256"
    return "16"


@lru_cache(8192)
def _in_256(style: Style) -> Style:
    front, back = (colour and colour.downgrade(ColorSystem.EIGHT_BIT) for colour in (style.color, style.bgcolor))
    return style + Style.from_color(front, back)


@lru_cache(8192)
def _in_16(style: Style) -> Style:
    """Bright backgrounds are left out, which the Linux console lacks; text never gets the colour that it stands on."""
    front, back = (colour and colour.downgrade(ColorSystem.STANDARD).number for colour in (style.color, style.bgcolor))
    back = None if back is None else back % 8
    if front is not None and back is not None and front % 8 == back:
        front = 0 if back == _GREY else _WHITE
    return style + Style.from_color(_standard(front), _standard(back))


_GREY: Final = 7
_WHITE: Final = 15


def _standard(number: int | None) -> RichColour | None:
    return None if number is None else RichColour.from_ansi(number)


@lru_cache(8192)
def _in_none(style: Style) -> Style:
    plain = style.without_color
    return plain + Style.from_meta(style.meta) if style.meta else plain


class _Palette(LineFilter):
    """Segments of true colour in fewer colours, or in none; bold, reverse and underline stay.

    Args:
        translate: turns one style into another. It remembers what it did.
    """

    def __init__(self, translate: Callable[[Style], Style]) -> None:
        super().__init__()
        self._translate = translate

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, in the colours of the palette."""
        del background
        translate = self._translate
        return [Segment(text, style and translate(style), None) for text, style, _ in segments]


_FILTERS: Final[Mapping[ColourLevel, Sequence[LineFilter]]] = {
    "truecolor": (),
    "256": (_Palette(_in_256),),
    "16": (_Palette(_in_16),),
    "none": (_Palette(_in_none),),
}


def filters(colours: ColourLevel) -> Sequence[LineFilter]:
    """What turns stock widgets, which draw in true colour, into a terminal's colours. Shared by all its sessions."""
    return _FILTERS[colours]
