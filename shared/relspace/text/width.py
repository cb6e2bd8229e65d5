"""How many columns text takes in a terminal, and text of exactly so many columns.

A character takes what the table of wcwidth says, whatever its neighbours are and whatever the environment says. For
text that has been through `clean`, terminals agree with that.
"""

from typing import Final, Literal, TypeAlias

from wcwidth import wcwidth

Align: TypeAlias = Literal["left", "right", "center"]

CUT: Final = "…"
"""Stands for what has been cut off."""


def width(text: str) -> int:
    """The columns that a text takes; characters that cannot be printed take none."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(char_width, text))


def char_width(char: str) -> int:
    """The columns of one character: 0, 1 or 2."""
    return max(0, wcwidth(char, "latest"))


def cut(text: str, columns: int) -> str:
    """As much from the beginning as fits into so many columns; a wide character is never halved."""
    used = 0
    for index, char in enumerate(text):
        used += char_width(char)
        if used > columns:
            return text[:index]
    return text


def fit(text: str, columns: int, *, align: Align = "left", mark: str = CUT) -> str:
    """Text of exactly so many columns: cut, with a mark that says so, or filled up with spaces.

    Args:
        text: without line breaks.
        columns: how many; nothing comes back for 0 or less.
        align: where the text goes when there is room left.
        mark: what stands for the rest that has been cut off.
    """
    if width(text) > columns:
        text = cut(cut(text, columns - width(mark)) + mark, columns)
    room = max(0, columns - width(text))
    before = {"left": 0, "right": room, "center": room // 2}[align]
    return " " * before + text + " " * (room - before)
