"""Breaking a text into lines, by cells.

Latin text is broken at spaces. Japanese has none: it is broken between its letters, but never so that a line begins
with a mark that closes something or ends with one that opens something, and never between a number and what it counts.
"""

from itertools import pairwise
from typing import Final

from relspace_client.picture.row import cells_of, clip, width_of

_CLOSING: Final = frozenset("。、，．）」』】！？：；…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ)]!?:;,.%”")
_OPENING: Final = frozenset("（「『【([“#")


def wrap(text: str, width: int) -> list[str]:
    """The lines of a text, none wider than `width` cells; what is longer than a line and has no break is cut there."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        between = " " if line else ""
        for piece in _pieces(word):
            joined = line + between + piece
            between = ""
            if width_of(joined) <= width:
                line = joined
                continue
            if line:
                lines.append(line)
            while width_of(piece) > width:
                head = clip(piece, width) or piece[0]
                lines.append(head)
                piece = piece[len(head) :]
            line = piece
    return [*lines, line] if line or not lines else lines


def _pieces(word: str) -> list[str]:
    """The parts of a word between which a line may end."""
    if word.isascii():
        return [word]
    pieces = [word[0]]
    for before, after in pairwise(word):
        if _may_end(before, after):
            pieces.append(after)
        else:
            pieces[-1] += after
    return pieces


def _may_end(before: str, after: str) -> bool:
    """Whether a line may end between two characters that no space parts."""
    if len(cells_of(before)) < 2 or not cells_of(after):
        return False
    return after not in _CLOSING and before not in _OPENING and not after.isdigit()


def at_most(most: int, lines: list[str]) -> list[str]:
    """The lines, if there are at most so many; else the last one takes all that is left, and is to be cut."""
    return lines if len(lines) <= most else [*lines[: most - 1], " ".join(lines[most - 1 :])]
