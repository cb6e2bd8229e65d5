"""Messages as msgpack (docs/architecture.md): one map each, with `"type"` first."""

from typing import Final

from relspace.codec.codec import Codec
from relspace.codec.kinds import Custom
from relspace.errors import Unreadable
from relspace.rules.notation import view_from_json, view_to_json
from relspace.rules.view import View
from relspace.wire.messages import FORMAT, Message

CODEC: Final = Codec({View: Custom(view_to_json, view_from_json)})
"""Knows everything that may travel between a client and the rooms, and no secret."""


def encode(message: Message) -> bytes:
    """A message as msgpack."""
    return CODEC.pack(Message, message)


def decode_message(encoded: bytes) -> Message:
    """The message that these bytes hold.

    Raises:
        Unreadable: not a message, or of a newer format.
    """
    message: Message = CODEC.unpack(Message, encoded)
    version = getattr(message, "v", FORMAT)
    if version > FORMAT:
        raise Unreadable("bad-version", version=version, newest=FORMAT)
    return message
