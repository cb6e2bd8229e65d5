"""The last look at text before it is sent: no part of it may command a terminal."""

import re
from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_COMMANDS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Control characters, and those that turn the direction of text or have no width: none of them takes a cell."""


class SafeText(LineFilter):
    """Segments without characters that terminals obey, or that are not seen.

    Textual writes the text of its widgets as it is; people's names and lines are made safe when they come in, and here
    again.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments; a clean one is left as it is."""
        del background
        return [_cleaned(segment) if _COMMANDS.search(segment.text) else segment for segment in segments]


def _cleaned(segment: Segment) -> Segment:
    return Segment(_COMMANDS.sub("", segment.text), segment.style, segment.control)


SAFE_TEXT: Final = SafeText()
"""Shared by all sessions."""
