"""The lines that an announcement tells somebody to type, read as by a person who does what is said, word for word."""

import re
from typing import Final, NamedTuple

SPACE: Final = r"[ABCX]\d+"

_ONTO_A_NEW_POD: Final = re.compile(r"takes any card\. Play (.+?)(?:, or open |\.(?= [A-Z]|$))")
_ONE_MORE_POD: Final = re.compile(r"[Oo]pen ([^.]+) for one more pod\.")
_LOADS: Final = re.compile(rf"({SPACE}) ((?:(?!{SPACE} ).)+?) loads on pods? ([^.]+)\.")
_OPENS: Final = re.compile(rf"({SPACE}) Keycard opens a pod\.")
_LOOK: Final = re.compile(r"Type peek and one of ([^.]+)\.")
_GIFT: Final = re.compile(r"Type give and one of ([^.]+)\.")


class Offer(NamedTuple):
    """A move that an announcement offers."""

    line: str
    """What it takes to make it."""
    words: str
    """The announcement's own words."""


def unbroken(text: str) -> str:
    """What was said in lines that fit the terminal, in one."""
    return " ".join(text.split())


def listed(text: str) -> list[str]:
    """The parts of a list such as `A2 9, B3 6 or C1 face-down`."""
    return re.split(", | or ", text)


def offers(announced: str) -> list[Offer]:
    """Every move that an announcement of one's turn offers, cards to play first; none if no card is sure to load."""
    announced = unbroken(announced)
    found = [
        Offer(f"play {_space(one)}", f"Play {one}")
        for text in _ONTO_A_NEW_POD.findall(announced)
        for one in listed(text)
    ]
    found += [
        Offer(f"play {space} {pod}", f"{space} {card} loads on pod {pod}")
        for space, card, pods in _LOADS.findall(announced)
        for pod in re.findall(r"\d+", pods)
    ]
    found += [Offer(f"peek {space}", f"peek {space}") for text in _LOOK.findall(announced) for space in listed(text)]
    found += [
        Offer(f"give {one.split()[0]}", f"give {one}") for text in _GIFT.findall(announced) for one in listed(text)
    ]
    found += [Offer(f"open {space}", f"{space} Keycard opens a pod.") for space in _OPENS.findall(announced)]
    found += [
        Offer(f"open {space}", f"Open {space} for one more pod.")
        for text in _ONE_MORE_POD.findall(announced)
        for space in listed(text)
    ]
    return found


def lines_to_type(announced: str) -> list[str]:
    """The lines that make the moves which an announcement offers."""
    return [offer.line for offer in offers(announced)]


def words_as_they_stand(announced: str) -> list[str]:
    """The same moves in the words of the announcement."""
    return [offer.words for offer in offers(announced)]


def _space(card: str) -> str:
    return card.split()[0]
