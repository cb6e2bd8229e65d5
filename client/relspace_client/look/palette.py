"""How every style looks in a theme at a colour depth, and the shortest way from one style to another.

A `Palette` is one theme at one depth. Palettes are shared by all sessions that use them: `palette(theme, depth)`
always answers with the same object, so that bytes made for one viewer serve every other.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace_client.look.styles import BOLD, DIMMED, REVERSE, STYLES, UNDERLINE, Style
from relspace_client.look.themes import DARK as DARK
from relspace_client.look.themes import THEMES, ThemeName
from relspace_client.look.themes import Colour as Colour

Depth: TypeAlias = Literal["truecolor", "256", "16", "none"]
"""How many colours a terminal has."""

DEPTHS: Final[tuple[Depth, ...]] = ("truecolor", "256", "16", "none")


class Look(NamedTuple):
    """How a style looks in one palette."""

    ink: Colour | None
    """None where there is no colour."""
    ground: Colour | None
    attributes: int
    """`BOLD`, `DIMMED`, `REVERSE` and `UNDERLINE`, added up."""


UNSTYLED: Final = -1
"""In place of a style: the state of a terminal after `ESC [ m`."""

_NOTHING: Final = Look(None, None, 0)

_ON: Final = ((BOLD, "1"), (DIMMED, "2"), (UNDERLINE, "4"), (REVERSE, "7"))
_OFF: Final = ((BOLD | DIMMED, "22"), (UNDERLINE, "24"), (REVERSE, "27"))


class Palette:
    """One theme at one depth."""

    def __init__(
        self, theme: Mapping[str, Colour], depth: Depth, *, erases: bool = True, underlines: bool = True
    ) -> None:
        """Makes a palette.

        Args:
            theme: the colour of each role.
            depth: how many colours the terminal has.
            erases: whether the terminal erases with the ground that is set (GNU screen does not).
            underlines: whether it draws a line where there are colours (the Linux console changes the ink instead).
        """
        self.depth = depth
        self._theme = theme
        self._marks_small = underlines and (depth == "16" or theme["paper"].ansi == theme["bg"].ansi)
        self.looks: Final = tuple(self._look(style) for style in STYLES)
        """How each style looks, by its number."""
        self._changes: dict[tuple[int, int], str] = {}
        grounds = [(look.ground, look.attributes & (REVERSE | UNDERLINE)) for look in self.looks]
        self.blank: Final = tuple(grounds.index(ground) for ground in grounds)
        """For each style a number: two styles with the same one look alike on a space."""
        self.erase: Final = tuple(
            not look.attributes if depth == "none" else erases and not look.attributes & UNDERLINE
            for look in self.looks
        )
        """For each style, whether erasing while it is set leaves what spaces of that style would show."""

    def change(self, before: int, after: int) -> str:
        """The control sequence, often empty, that turns style `before` (or `UNSTYLED`) into `after`."""
        key = (before, after)
        change = self._changes.get(key)
        if change is None:
            change = self._changes[key] = self._make_change(before, after)
        return change

    def _look(self, style: Style) -> Look:
        """How a style looks in this palette."""
        if self.depth == "none":
            return Look(None, None, style.plain)
        ink = self._theme[style.ink]
        # At 16 colours many terminals show a bold dark ink as the paler, bright one.
        bold = style.bold and not (self.depth == "16" and ink.ansi < 7)
        line = style.plain & UNDERLINE if self._marks_small else 0
        return Look(ink, self._theme[style.ground], line | (BOLD if bold else 0))

    def _code(self, colour: Colour, base: int) -> str:
        """The SGR parameters for a colour as ink (`base` 38) or ground (48)."""
        if self.depth == "truecolor":
            red, green, blue = bytes.fromhex(colour.rgb)
            return f"{base};2;{red};{green};{blue}"
        if self.depth == "256":
            return f"{base};5;{colour.xterm}"
        return str((base - 8 if colour.ansi < 8 else base + 44) + colour.ansi)

    def _make_change(self, before: int, after: int) -> str:
        ink, ground, attributes = self.looks[after]
        old_ink, old_ground, old = _NOTHING if before == UNSTYLED else self.looks[before]
        codes = []
        for group, code in _OFF:
            if old & group & ~attributes:
                codes.append(code)
                old &= ~group
        codes += [code for bit, code in _ON if attributes & ~old & bit]
        codes += [self._code(ink, 38)] if ink and ink != old_ink else []
        codes += [self._code(ground, 48)] if ground and ground != old_ground else []
        return f"\x1b[{';'.join(codes)}m" if codes else ""


@cache
def palette(
    theme: ThemeName = "dark", depth: Depth = "truecolor", *, erases: bool = True, underlines: bool = True
) -> Palette:
    """The palette of a theme at a depth, one object for all who use it."""
    return Palette(THEMES[theme], depth, erases=erases, underlines=underlines)
