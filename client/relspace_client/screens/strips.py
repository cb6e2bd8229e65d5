"""Rows of a picture as Textual draws them: under a dialog, in practice, in tests."""

from functools import cache, lru_cache
from typing import Final

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from relspace_client.look.palette import Colour as PaletteColour
from relspace_client.look.palette import Look, Palette
from relspace_client.look.styles import BOLD, DIMMED, REVERSE, UNDERLINE
from relspace_client.picture.row import Row, segments

KEPT: Final = 2048
"""Rows whose strips are kept."""


@lru_cache(maxsize=KEPT)
def strip(row: Row, palette: Palette) -> Strip:
    """A row in a palette's colours."""
    looks = rich_styles(palette)
    return Strip([Segment(text, looks[style]) for text, style in segments(row)], row.width)


@lru_cache(maxsize=16)
def empty(width: int, palette: Palette) -> Strip:
    """A line on which nothing was drawn."""
    return Strip.blank(width, rich_styles(palette)[0])


@cache
def rich_styles(palette: Palette) -> tuple[Style, ...]:
    """Every style of a palette, by its number."""
    return tuple(_style(look, palette) for look in palette.looks)


def _style(look: Look, palette: Palette) -> Style:
    attributes = look.attributes
    return Style(
        color=_colour(look.ink, palette),
        bgcolor=_colour(look.ground, palette),
        bold=bool(attributes & BOLD),
        dim=bool(attributes & DIMMED),
        reverse=bool(attributes & REVERSE),
        underline=bool(attributes & UNDERLINE),
    )


def _colour(colour: PaletteColour | None, palette: Palette) -> Color | None:
    if colour is None:
        return None
    if palette.depth == "truecolor":
        return Color.parse(f"#{colour.rgb}")
    return Color.from_ansi(colour.xterm if palette.depth == "256" else colour.ansi)
