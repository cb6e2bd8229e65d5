"""A room's state as the store keeps it."""

from typing import Final

from relspace.codec.codec import Codec
from relspace.codec.kinds import Custom, Plain
from relspace.errors import Unreadable
from relspace.room.secret import Secret
from relspace.room.state import LogEntry, Player, RoomState, Seat

FORMAT: Final = 1
"""The version of the stored form; a newer one is refused."""

MAX_BYTES: Final = 60_000
"""The largest encoded room."""


def _read_secret(data: Plain) -> Secret:
    if type(data) is not bytes:
        raise Unreadable("bad-field", path="", expected="bytes")
    return Secret(data)


_CODEC: Final = Codec({Secret: Custom(Secret.reveal, _read_secret)}, kept=(LogEntry, Player, Seat))


def encode_room(state: RoomState) -> bytes:
    """The state as bytes for the store, secrets included."""
    return _CODEC.pack(tuple[int, RoomState], (FORMAT, state))


def decode_room(stored: bytes) -> RoomState:
    """The state that was stored.

    Raises:
        Unreadable: not a room, or one of a newer format.
    """
    version, state = _CODEC.unpack(tuple[int, RoomState], stored)
    if version > FORMAT:
        raise Unreadable("bad-version", version=version, newest=FORMAT)
    room: RoomState = state
    return room
