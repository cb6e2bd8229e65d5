"""Moves and their notation (docs/rules.md 8): `A1>P2`, `A2+`, `peek C3`, `give S2`, `resign`."""

import re
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from relspace.errors import Unreadable


class Play(NamedTuple):
    """Play the card in a space onto a pod."""

    space: str
    pod: int

    def __str__(self) -> str:
        return f"{self.space}>P{self.pod}"


class Use(NamedTuple):
    """Use a face-up Keycard by itself."""

    space: str

    def __str__(self) -> str:
        return f"{self.space}+"


class Peek(NamedTuple):
    """Look at one of one's own face-down cards, as Winston allows."""

    space: str

    def __str__(self) -> str:
        return f"peek {self.space}"


class Give(NamedTuple):
    """Give the card under Albert to another seat."""

    seat: int

    def __str__(self) -> str:
        return f"give S{self.seat}"


class Resign(NamedTuple):
    """Leave the game."""

    def __str__(self) -> str:
        return "resign"


Move: TypeAlias = Play | Use | Peek | Give | Resign

_MOVE: Final = re.compile(
    r"(?P<play>(?P<from>[ABCX][1-9]\d?)>P(?P<pod>[1-9]\d{0,3}))|(?P<use>[ABCX][1-9]\d?)\+"
    r"|peek (?P<peek>[ABC][1-5])|give S(?P<give>[1-9]\d?)|(?P<resign>resign)"
)


@lru_cache(maxsize=1024)
def parse_move(text: str) -> Move:
    """Reads one move in the game's notation.

    Raises:
        Unreadable: `bad-move`, if it is not one. Whether it is legal is another question.
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        raise Unreadable("bad-move", move=text[:40])
    if found["play"]:
        return Play(found["from"], int(found["pod"]))
    if found["use"]:
        return Use(found["use"])
    if found["peek"]:
        return Peek(found["peek"])
    return Give(int(found["give"])) if found["give"] else Resign()
