"""What rooms are called whose host gave no name: each viewer reads it in their own language."""

from typing import Final, NamedTuple, Protocol

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


class Titled(Protocol):
    """A room, or what is told of one."""

    @property
    def title(self) -> str:
        """What the room is called."""
        ...

    @property
    def named(self) -> bool:
        """Whether somebody gave it that name."""
        ...


class Title(NamedTuple):
    """A room's name alone."""

    title: str
    named: bool = False


def title_in(words: Words, room: Titled) -> str:
    """A room's name in a language; one that its host gave stays as it is, whatever it is."""
    return words.term("name of a room", room.title) if room.title in GIVEN and not room.named else room.title
