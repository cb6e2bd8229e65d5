"""How messages become bytes, and bytes messages: the seam between the conversation and its two forms."""

from typing import Final, NamedTuple, Protocol, TypeAlias

from relspace.codec.codec import MAX_BYTES
from relspace.codec.kinds import Plain
from relspace.errors import Unreadable
from relspace.wire.frame import Frame

MOST: Final = MAX_BYTES
"""Bytes that one message of a program may have."""


class Broken(NamedTuple):
    """What came cannot be read, and neither can what follows: nobody knows where the next message begins."""

    error: Unreadable


Piece: TypeAlias = bytes | Unreadable | Broken
"""The bytes of one message, or what stands in its place."""


class Form(Protocol):
    """One of the two."""

    def feed(self, data: bytes) -> list[Piece]:
        """Takes bytes, cut anywhere; returns what they completed. After `Broken` nothing comes any more."""
        ...

    def finish(self) -> list[Piece]:
        """No more bytes come; returns what is made of those that are left."""
        ...

    def read(self, piece: bytes) -> Plain:
        """What a message says.

        Raises:
            Unreadable: `bad-message`.
        """
        ...

    def write(self, data: Plain) -> bytes:
        """A message to the program."""
        ...

    def frame(self, frame: Frame) -> bytes:
        """A message to the program that comes from the rooms."""
        ...
