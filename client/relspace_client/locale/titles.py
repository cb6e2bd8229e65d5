"""What rooms are called whose host gave no name: each viewer reads it in their own language."""

from typing import Final

from relspace_client.locale.words import Words, term

GIVEN: Final = frozenset(
    (
        term("name of a room", "Orion"),
        term("name of a room", "Red button"),
        term("name of a room", "Tea time"),
        term("name of a room", "Slow boat"),
        term("name of a room", "Escape class"),
        term("name of a room", "Last call"),
        term("name of a room", "Airlock"),
        term("name of a room", "Blue shift"),
        term("name of a room", "Hot pod"),
        term("name of a room", "Deck nine"),
        term("name of a room", "Soft landing"),
        term("name of a room", "Odd company"),
        term("name of a room", "Full bags"),
        term("name of a room", "Countdown"),
        term("name of a room", "Far side"),
        term("name of a room", "Warm engine"),
    )
)
"""The names of `relspace.room.create.TITLES`, as the state of a room has them."""


def title_in(words: Words, title: str) -> str:
    """A room's name in a language; one that its host gave stays as it is."""
    return words.term("name of a room", title) if title in GIVEN else title
