"""A room's code in what people type or paste: the code alone, or the whole line that a friend sent."""

import re
import unicodedata
from itertools import pairwise
from typing import Final

from relspace.room.create import CODE_LENGTH, CODE_LETTERS

EXAMPLE: Final = "K7QX4"
"""What a code looks like, for sentences that say so."""

_WORD: Final = re.compile(r"[A-Z0-9]+")

_COMMANDS: Final = ("JOIN", "WATCH")
"""What stands before the code in an invitation. The second is five letters, and could be a code itself."""

_LETTERS: Final = frozenset(CODE_LETTERS)

_BETWEEN: Final = ("Pd", "Zs", "Cc")
"""Categories of what people put between the letters of a code: dashes, spaces and tabs."""


def code_in(text: str) -> str:
    """The code that a text means, in capitals; empty if there is none.

    That is the text itself, if it is a code but for dashes and spaces. Else it is the first word behind `join` or
    `watch` that can be one, else the last word that can. A word of the letters that codes are made of comes before one
    with others, which no room has.
    """
    plain = "".join(one for one in unicodedata.normalize("NFKC", text).upper() if unicodedata.category(one) != "Cf")
    whole = "".join(one for one in plain if unicodedata.category(one) not in _BETWEEN)
    if len(whole) == CODE_LENGTH and _WORD.fullmatch(whole):
        return whole
    words: list[str] = _WORD.findall(plain)
    behind = [word for before, word in pairwise(words) if before in _COMMANDS]
    others = [word for word in words if word not in _COMMANDS]
    ranked = [word for word in (*behind, *reversed(others), *reversed(words)) if len(word) == CODE_LENGTH]
    return next((word for word in ranked if set(word) <= _LETTERS), ranked[0] if ranked else "")
