"""Frames: the length as four bytes, the highest first, then one msgpack map of at most 64 kB."""

import msgpack

from relspace.codec.codec import MAX_ITEMS, pack
from relspace.codec.kinds import Plain
from relspace.errors import Unreadable
from relspace.wire.frame import Frame
from relspace_server.ssh.api.form import MOST, Broken, Piece

_HEAD = 4


class Frames:
    """Implements `relspace_server.ssh.api.form.Form`."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._broken = False

    def feed(self, data: bytes) -> list[Piece]:
        """Takes bytes; returns the frames that they completed."""
        if self._broken:
            return []
        self._data += data
        pieces: list[Piece] = []
        at = 0
        while len(self._data) - at >= _HEAD:
            size = int.from_bytes(self._data[at : at + _HEAD])
            if size > MOST:
                pieces.append(self._break(Unreadable("too-large", size=size, most=MOST)))
                return pieces
            end = at + _HEAD + size
            if len(self._data) < end:
                break
            pieces.append(bytes(self._data[at + _HEAD : end]))
            at = end
        del self._data[:at]
        return pieces

    def finish(self) -> list[Piece]:
        """What is left is half a frame."""
        if self._broken or not self._data:
            return []
        return [self._break(Unreadable("bad-message", reason="the last frame is not whole"))]

    def read(self, piece: bytes) -> Plain:
        """The value that a frame holds.

        Raises:
            Unreadable: it is not msgpack.
        """
        try:
            return msgpack.unpackb(piece, max_array_len=MAX_ITEMS, max_map_len=MAX_ITEMS, strict_map_key=True)
        except (ValueError, msgpack.exceptions.UnpackException, RecursionError) as error:
            raise Unreadable("bad-message", reason=type(error).__name__) from None

    def write(self, data: Plain) -> bytes:
        """One frame."""
        return _framed(pack(data))

    def frame(self, frame: Frame) -> bytes:
        """The bytes of a frame from the rooms, which nobody encodes again."""
        return _framed(frame.encoded)

    def _break(self, error: Unreadable) -> Broken:
        self._broken = True
        self._data.clear()
        return Broken(error)


def _framed(packed: bytes) -> bytes:
    return len(packed).to_bytes(_HEAD) + packed
