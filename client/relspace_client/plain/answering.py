"""Questions that are answered with yes or no."""

from typing import Final, Literal, NamedTuple

from relspace_client.around.parts import Reader
from relspace_client.plain.voice import Then

YES: Final = ("yes", "y")
NO: Final = ("no", "n")
"""Answers that are understood in every language, beside its own."""


class Question(NamedTuple):
    """Something that was asked."""

    then: Then
    """What a yes leads to."""


def answered(reader: Reader, text: str) -> Literal["yes", "no"] | None:
    """Whether a line is an answer, and which."""
    word = text.casefold()
    if word in (*YES, reader.say("yes").casefold()):
        return "yes"
    return "no" if word in (*NO, reader.say("no").casefold()) else None
