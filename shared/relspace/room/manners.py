"""The relatives whom bots play: what they are called, and what their manner at the table is."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Manner: TypeAlias = Literal["brisk", "calm", "dreamy", "fussy"]
"""How a bot behaves at the table; it says nothing about how well it plays."""

FAMILY: Final[Mapping[str, Manner]] = MappingProxyType(
    {
        "Mira": "calm",
        "Deneb": "brisk",
        "Atlas": "calm",
        "Nova": "brisk",
        "Cosma": "fussy",
        "Umbra": "dreamy",
        "Quark": "brisk",
        "Perigee": "fussy",
        "Halley": "dreamy",
        "Zenith": "calm",
        "Nebbie": "dreamy",
        "Orbit": "brisk",
        "Pulsara": "fussy",
        "Comet": "brisk",
        "Tychon": "calm",
        "Luna": "dreamy",
    }
)
"""The manner of each relative, by name: at most 8 columns of ASCII. They are more than a table seats."""

_THIRD: Final = Fraction(1, 3)

SPANS: Final[Mapping[Manner, tuple[Fraction, Fraction]]] = MappingProxyType(
    {
        "brisk": (Fraction(0), _THIRD),
        "calm": (_THIRD, 2 * _THIRD),
        "dreamy": (2 * _THIRD, Fraction(1)),
        "fussy": (Fraction(0), Fraction(1)),
    }
)
"""In which part of the time that a bot may take for a move each manner moves: fussy ones now at once, now late."""


def thinking_span(name: str, least: int, most: int) -> tuple[int, int]:
    """How long a relative may take for a move; a stranger is calm.

    Args:
        name: the relative.
        least: the shortest time that any bot takes, in milliseconds.
        most: the longest.
    """
    first, last = SPANS[FAMILY.get(name, "calm")]
    room = max(0, most - least)
    return least + int(first * room), least + int(last * room)
