"""What a command line of `ssh` asks for, once it has been read."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from relspace_client.locale.words import ENGLISH, Words
from relspace_server.ssh.door import Answer, Door, Start, Visitor


class UsageError(Exception):
    """A command that is none.

    Args:
        message: one line for the person, of the catalogues if it is for everybody.
        **facts: what to put into it.
    """

    def __init__(self, message: str, /, **facts: object) -> None:
        super().__init__(ENGLISH.say(message, **facts))
        self._message = message
        self._facts = facts

    def said(self, words: Words) -> str:
        """The line in a language."""
        return words.say(self._message, **self._facts)


Ask: TypeAlias = Callable[[Door, Visitor], Awaitable[Answer]]
"""Gets the answer to a question from what is behind the door."""


@dataclass(frozen=True, slots=True)
class Enquiry:
    """A command that is answered in text, or JSON."""

    ask: Ask
    json: bool
    even_banned: bool = False
    """Whether those may ask it, too, whose account or name the host has banned."""


@dataclass(frozen=True, slots=True)
class Help:
    """The list of commands, which names this server."""

    json: bool


@dataclass(frozen=True, slots=True)
class Plain:
    """The game in plain lines."""

    start: Start
    command: str
    """What asks for plain mode; what follows says where the person comes in."""


@dataclass(frozen=True, slots=True)
class Api:
    """The game for programs, as JSON lines."""


@dataclass(frozen=True, slots=True)
class AdminWords:
    """Something that only admins may ask for; it is read once it is known that an admin asks."""

    words: tuple[str, ...]


Request: TypeAlias = Start | Plain | Enquiry | Help | Api | AdminWords


@dataclass(frozen=True, slots=True)
class NamedCommand:
    """A command, as the table lists it."""

    words: str
    """As the usage names it."""
    doc: str
    read: Callable[[list[str]], Request]
    """Reads the words behind the name; raises `UsageError`."""
