"""The lines that an announcement tells somebody to type, read as by a person who does what is said, word for word."""

import re
from typing import Final

SPACE: Final = r"[ABCX]\d+"

_ONTO_A_NEW_POD: Final = re.compile(r"takes any card\. Play (.+?)(?:, or open |\.(?= [A-Z]|$))")
_ONE_MORE_POD: Final = re.compile(r"[Oo]pen ([^.]+) for one more pod\.")
_LOADS: Final = re.compile(rf"({SPACE}) (?:(?!{SPACE} ).)+? loads on pods? ([^.]+)\.")
_OPENS: Final = re.compile(rf"({SPACE}) Keycard opens a pod\.")
_LOOK: Final = re.compile(r"Say peek and one of ([^.]+)\.")
_GIFT: Final = re.compile(r"Say give and one of ([^.]+)\.")


def unbroken(text: str) -> str:
    """What was said in lines that fit the terminal, in one."""
    return " ".join(text.split())


def lines_to_type(announced: str) -> list[str]:
    """Every line that an announcement of one's turn offers, cards to play first; none if no card is sure to load."""
    announced = unbroken(announced)
    lines = [f"play {space}" for text in _ONTO_A_NEW_POD.findall(announced) for space in re.findall(SPACE, text)]
    lines += [f"play {space} {pod}" for space, pods in _LOADS.findall(announced) for pod in re.findall(r"\d+", pods)]
    lines += [f"peek {space}" for text in _LOOK.findall(announced) for space in re.findall(SPACE, text)]
    lines += [f"give {seat}" for text in _GIFT.findall(announced) for seat in re.findall(r"(\d+) ", text)]
    lines += [f"open {space}" for space in _OPENS.findall(announced)]
    lines += [f"open {space}" for text in _ONE_MORE_POD.findall(announced) for space in re.findall(SPACE, text)]
    return lines
