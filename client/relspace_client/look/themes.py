"""Which colour each role has in each theme: the one place where themes are."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

ThemeName: TypeAlias = Literal["dark", "light", "contrast", "colourblind"]


class Colour(NamedTuple):
    """One colour at each depth."""

    rgb: str
    """Six hexadecimal digits."""
    xterm: int
    """Of xterm's 256."""
    ansi: int
    """Of the 16 that every terminal has."""


DARK: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "bg": Colour("0e1219", 233, 0),
        "panel": Colour("151b26", 234, 0),
        "text": Colour("c8d0dc", 252, 7),
        "bright": Colour("f2f5f9", 255, 15),
        "dim": Colour("7c8799", 245, 7),
        "faint": Colour("3a4557", 238, 8),
        "below": Colour("626d80", 242, 8),
        "line": Colour("2b3444", 237, 8),
        "accent": Colour("ffb84d", 215, 11),
        "onaccent": Colour("1a1408", 233, 0),
        "load": Colour("7fd6a4", 115, 10),
        "loadink": Colour("7fd6a4", 115, 10),
        "onload": Colour("07170e", 233, 0),
        "jam": Colour("ff7a70", 209, 9),
        "onjam": Colour("1f0605", 233, 0),
        "paper": Colour("ebe6d8", 254, 15),
        "ink": Colour("1a2130", 235, 0),
        "edge": Colour("9a937f", 245, 8),
        "red": Colour("b42318", 124, 1),
        "violet": Colour("6b3fb0", 55, 5),
        "teal": Colour("0f6b78", 24, 4),
        "cov": Colour("1b2330", 235, 0),
        "covtext": Colour("94a0b3", 109, 7),
        "covedge": Colour("46536a", 240, 8),
        "covred": Colour("d98a82", 174, 7),
        "covviolet": Colour("b39ade", 140, 7),
        "covteal": Colour("7fbac3", 109, 7),
        "back": Colour("262d52", 237, 4),
        "backink": Colour("5663a6", 61, 7),
        "backtext": Colour("d5dbff", 189, 15),
    }
)
"""The theme that every session starts with."""

LIGHT: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "bg": Colour("f6f4ee", 255, 15),
        "panel": Colour("e9e6dc", 254, 15),
        "text": Colour("2a3140", 236, 0),
        "bright": Colour("10151f", 233, 0),
        "dim": Colour("5b6475", 241, 8),
        "faint": Colour("b9b5a8", 249, 8),
        "below": Colour("80858f", 244, 8),
        "line": Colour("d0ccc0", 252, 8),
        "accent": Colour("9c5200", 94, 4),
        "onaccent": Colour("ffffff", 231, 15),
        "load": Colour("157347", 22, 2),
        "loadink": Colour("157347", 22, 0),
        "onload": Colour("ffffff", 231, 0),
        "jam": Colour("b3261e", 124, 1),
        "onjam": Colour("ffffff", 231, 15),
        "paper": Colour("ffffff", 231, 15),
        "ink": Colour("1a2130", 234, 0),
        "edge": Colour("5b6475", 241, 8),
        "red": Colour("b42318", 124, 1),
        "violet": Colour("6b3fb0", 61, 5),
        "teal": Colour("0f6b78", 24, 4),
        "cov": Colour("dcd8cc", 253, 7),
        "covtext": Colour("4a5263", 239, 0),
        "covedge": Colour("a39f92", 247, 8),
        "covred": Colour("8f2f25", 88, 0),
        "covviolet": Colour("5b3d94", 54, 0),
        "covteal": Colour("1d5a66", 23, 0),
        "back": Colour("c9cdf0", 189, 7),
        "backink": Colour("7a82c8", 104, 4),
        "backtext": Colour("232a5c", 17, 0),
    }
)
"""Dark ink on a light ground."""

CONTRAST: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        **DARK,
        "bg": Colour("000000", 16, 0),
        "panel": Colour("000000", 16, 0),
        "text": Colour("ffffff", 231, 15),
        "bright": Colour("ffffff", 231, 15),
        "dim": Colour("d0d0d0", 252, 7),
        "faint": Colour("8a8a8a", 245, 7),
        "below": Colour("8a8a8a", 245, 8),
        "line": Colour("8a8a8a", 245, 7),
        "onaccent": Colour("000000", 16, 0),
        "onload": Colour("000000", 16, 0),
        "onjam": Colour("000000", 16, 0),
        "paper": Colour("ffffff", 231, 15),
        "ink": Colour("000000", 16, 0),
        "edge": Colour("000000", 16, 0),
        "cov": Colour("000000", 16, 0),
        "covtext": Colour("ffffff", 231, 15),
        "covedge": Colour("ffffff", 231, 15),
        "back": Colour("00005f", 17, 4),
        "backink": Colour("ffffff", 231, 15),
        "backtext": Colour("ffffff", 231, 15),
    }
)
"""White on black; covered cards have no fill."""

COLOURBLIND: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        **DARK,
        "load": Colour("6cb6ff", 75, 12),
        "loadink": Colour("6cb6ff", 75, 12),
        "jam": Colour("ff9e3d", 215, 9),
        "accent": Colour("f2e85c", 227, 11),
    }
)
"""Blue loads and orange jams; words and glyphs are the same in every theme."""

THEMES: Final[Mapping[ThemeName, Mapping[str, Colour]]] = MappingProxyType(
    {"dark": DARK, "light": LIGHT, "contrast": CONTRAST, "colourblind": COLOURBLIND}
)
"""Every theme by its name; each has a colour for every role of `DARK`."""
