"""Makes text that people wrote safe to show in anybody's terminal.

What is taken out: control characters, so that nothing commands a terminal; the marks that turn the direction of
writing, so that nothing beside the text moves; characters that are invisible or join others.

What is replaced by □: characters that terminals give different widths, so that every row ends where it should. These
are characters without a meaning that is the same everywhere (unassigned, private); signs of Indic scripts that stand
beside their letter; flags; pictures drawn in two columns though the tables say one, such as U+1F441; and pictures that
came after Unicode 12 (2019), which some terminals do not know yet. A family or a profession that was joined from
several pictures falls apart into them; skin tones and variation selectors vanish.
"""

import re
from functools import lru_cache
from typing import Final
from unicodedata import category, east_asian_width, normalize

from relspace.text.width import char_width

INSTEAD: Final = "□"
"""Stands for a character that cannot be shown."""

MAX_MARKS: Final = 2
"""The most combining marks that one letter keeps."""

_SPACES: Final = "\t\n\v\f\r\u2028\u2029\u2800"

_INVISIBLE: Final = (
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180B, 0x180F),  # Mongolian variation selectors
    (0x3164, 0x3164),  # Hangul filler
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFFA0, 0xFFA0),  # halfwidth Hangul filler
    (0x1F3FB, 0x1F3FF),  # skin tones
    (0xE0000, 0xE0FFF),  # tags and more variation selectors
)

_WIDE: Final = (
    (0x231A, 0x262F),
    (0x2638, 0x2689),
    (0x2690, 0x2FFB),
    (0x3000, 0x31E3),
    (0x3200, 0x32FE),
    (0x3300, 0x4DBF),
    (0xA490, 0xA4C6),
    (0xFE10, 0xFFE6),
    (0x1F004, 0x1F004),
    (0x1F0CF, 0x1F0CF),
    (0x1F18E, 0x1F19A),
    (0x1F200, 0x1F265),
    (0x1F300, 0x1F64F),
    (0x1F680, 0x1F6D5),
    (0x1F6EB, 0x1F6EC),
    (0x1F6F4, 0x1F6FA),
    (0x1F7E0, 0x1F7EB),
    (0x1F90D, 0x1F971),
    (0x1F973, 0x1F976),
    (0x1F97A, 0x1F9A2),
    (0x1F9A5, 0x1F9AA),
    (0x1F9AE, 0x1F9CA),
    (0x1F9CD, 0x1F9FF),
)
"""Where signs of two columns are that terminals agree about: those of CJK, and pictures up to Unicode 12."""

_PICTURES: Final = (0x1F000, 0x1FAFF)
"""The blocks of pictures; what the tables give one column in here, many terminals draw in two."""


def clean(text: str, columns: int, size: int) -> str:
    """Text that can be shown: one line, in NFC, of characters whose widths terminals agree about.

    Args:
        text: anything; no more than `4 * size` characters of it are looked at.
        columns: the most columns of the result.
        size: the most bytes of UTF-8 of the result.

    Returns:
        The safe text, perhaps empty; `clean` leaves it as it is.
    """
    shown = "".join(map(_shown, normalize("NFC", text[: 4 * size])))
    shown = re.sub(f"{INSTEAD}{{2,}}", INSTEAD, re.sub(" {2,}", " ", shown)).strip()
    return _cut(normalize("NFC", shown), columns, size)


def _cut(text: str, columns: int, size: int) -> str:
    """Drops marks that have no letter or are too many, and what is beyond the limits."""
    kept: list[str] = []
    marks = MAX_MARKS
    for char in text:
        if category(char) == "Mn":
            if marks == MAX_MARKS:
                continue
            marks += 1
        else:
            marks = MAX_MARKS if char in (" ", INSTEAD) else 0
        columns -= char_width(char)
        size -= len(char.encode())
        if columns < 0 or size < 0:
            break
        kept.append(char)
    return "".join(kept).rstrip()


@lru_cache(maxsize=4096)
def _shown(char: str) -> str:
    """What is shown of one character: itself, a space, `INSTEAD`, or nothing."""
    if " " <= char <= "~":
        return char
    kind = category(char)
    if kind == "Zs" or char in _SPACES:
        return " "
    if kind in ("Cc", "Cf", "Cs", "Me") or _within(char, _INVISIBLE):
        return ""
    if kind == "Mn":
        return char
    return char if kind not in ("Cn", "Co", "Mc") and _width_is_agreed(char, kind) else INSTEAD


def _width_is_agreed(char: str, kind: str) -> bool:
    """Whether a letter, digit or sign takes as many columns in one terminal as in another."""
    columns = char_width(char)
    if columns != (2 if east_asian_width(char) in "WF" else 1):
        return False
    if columns == 2:
        return kind[0] == "L" or _within(char, _WIDE)
    return not _within(char, (_PICTURES,)) or kind[0] != "S"


def _within(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= ord(char) <= last for first, last in ranges)
