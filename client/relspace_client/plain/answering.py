"""Questions that are answered with yes or no."""

import unicodedata
from typing import Final, Literal, NamedTuple

from relspace_client.around.parts import Reader
from relspace_client.plain.voice import Then

YES: Final = ("yes", "y")
NO: Final = ("no", "n")
"""Answers that are understood in every language, beside its own."""


class Asked(NamedTuple):
    """Something that the person was asked, and has not answered yet."""

    then: Then
    """What a yes leads to."""


def answered(reader: Reader, text: str) -> Literal["yes", "no"] | None:
    """Whether a line is an answer, and which; accents may be left out."""
    word = _bare(text)
    if word in (*YES, _bare(reader.say("yes")), _bare(reader.words.term("key", "y"))):
        return "yes"
    return "no" if word in (*NO, _bare(reader.say("no"))) else None


def _bare(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(char))
