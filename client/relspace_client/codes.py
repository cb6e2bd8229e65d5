"""A room's code in what people type or paste: the code alone, or the whole line that a friend sent."""

import re
import unicodedata
from typing import Final

from relspace.room.create import CODE_LENGTH, CODE_LETTERS

_WORD: Final = re.compile(r"[A-Z0-9]+")

_LETTERS: Final = frozenset(CODE_LETTERS)


def code_in(text: str) -> str:
    """The last word that can be a code, in capitals; empty if there is none.

    A word of the letters that codes are made of comes before one with others, which no room has.
    """
    words: list[str] = _WORD.findall(unicodedata.normalize("NFKC", text).upper())
    codes = [word for word in words if len(word) == CODE_LENGTH]
    likely = [word for word in codes if set(word) <= _LETTERS]
    return (likely or codes or [""])[-1]
