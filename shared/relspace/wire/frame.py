"""One message on its way down: bytes and record, each made from the other when somebody asks."""

from collections.abc import Callable
from functools import cached_property, partial

from relspace.wire.codec import decode_message, encode
from relspace.wire.messages import Message


class Frame:
    """A message, shared by all who are sent the same.

    Within one process nobody pays for bytes that nobody reads: a frame made of a message encodes it on first use, a
    frame made of bytes decodes them on first use.
    """

    def __init__(self, pack: Callable[[], bytes], unpack: Callable[[], Message]) -> None:
        """Makes a frame that gets its bytes from `pack` and its message from `unpack`, each at most once."""
        self._pack = pack
        self._unpack = unpack

    @classmethod
    def of(cls, message: Message, pack: Callable[[], bytes] | None = None) -> "Frame":
        """A frame that holds a message.

        Args:
            message: the message.
            pack: how it is encoded, where that is cheaper than encoding it alone.
        """
        frame = cls(pack or partial(encode, message), lambda: message)
        frame.message = message  # from now on to be had without asking
        return frame

    @classmethod
    def received(cls, encoded: bytes) -> "Frame":
        """A frame that came as bytes."""
        return cls(lambda: encoded, partial(decode_message, encoded))

    @cached_property
    def encoded(self) -> bytes:
        """The message as msgpack."""
        return self._pack()

    @cached_property
    def message(self) -> Message:
        """The message.

        Raises:
            Unreadable: the bytes are not a message that this program understands.
        """
        return self._unpack()
