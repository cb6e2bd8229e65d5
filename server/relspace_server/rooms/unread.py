"""Changes of rooms in which nobody of this node is: moves that other nodes look after are not read one by one.

Every node hears of every change. Reading one takes longer than all the rest of it, and of a game in which nobody of
this node plays or looks on it needs none: a lobby shows no moves. So while nothing but the game has gone on, only the
newest change is kept, as bytes. It is read when somebody asks for the room; when one comes that changes anything else;
and when no other has come for a while, so that this node knows what is due there if the others do nothing.
"""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Final, NamedTuple, TypeAlias

import msgpack

from relspace.room.state import RoomState
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.store.bucket import Value

QUIET: Final = 20.0
"""Seconds without a change after which the last one is read: then it is time to see whether the others do something."""

OF_THE_GAME: Final = frozenset({"game", "talk", "ops", "touched"})
"""The fields of a room that change with a move, or concern those alone who are in it."""

Outline: TypeAlias = bytes
"""All other fields of a room, as they are stored."""


class _Heard(NamedTuple):
    """A change that was not read."""

    value: Value
    outline: Outline
    at: float
    """Seconds of the loop's clock."""


class Unread:
    """Keeps what was heard and not read.

    Args:
        minds: whether this node is the one that looks after a room.
        here: the ids of everybody who is connected to this node.
        read: takes a change, once it is to be read.
    """

    def __init__(
        self, minds: Callable[[RoomState], bool], here: Callable[[], frozenset[str]], read: Callable[[str, Value], None]
    ) -> None:
        self._minds = minds
        self._here = here
        self._read = read
        self._heard: dict[str, _Heard] = {}
        self._known: dict[str, tuple[int, Outline]] = {}
        """The outlines of rooms as they were read last, with the revisions."""

    def __contains__(self, code: str) -> bool:
        return code in self._heard

    def keep(self, room: OpenRoom, value: Value) -> bool:
        """Keeps a change for later, unless it is to be read now. Returns whether it did."""
        code = room.state.code
        if self._concerns(room):
            self._heard.pop(code, None)
            self._known.pop(code, None)
            return False
        outline = outline_of(value.data)
        if self._known.get(code) != (room.rev, outline):
            self._heard.pop(code, None)
            self._known[code] = (value.revision, outline)
            return False
        if code not in self._heard:
            self._look_in(room, QUIET)
        self._heard[code] = _Heard(value, outline, asyncio.get_running_loop().time())
        return True

    def read(self, code: str) -> None:
        """Reads what was heard of a room, if it was not read yet."""
        heard = self._heard.pop(code, None)
        if heard is not None:
            self._known[code] = (heard.value.revision, heard.outline)
            self._read(code, heard.value)

    def forget(self, code: str) -> None:
        """A room is gone."""
        self._heard.pop(code, None)
        self._known.pop(code, None)

    def _concerns(self, room: OpenRoom) -> bool:
        """Whether anybody here wants to see every move of a room, or this node is to act in it."""
        state = room.state
        if state.phase != "playing" or room.attended or self._minds(state):
            return True
        here = self._here()
        return any(seat.player is not None and seat.player.id in here for seat in state.seats)

    def _look_in(self, room: OpenRoom, seconds: float) -> None:
        if room.timer is not None:
            room.timer.cancel()
        room.timer = asyncio.get_running_loop().call_later(seconds, self._look, room, context=Context())

    def _look(self, room: OpenRoom) -> None:
        heard = self._heard.get(room.state.code)
        if heard is None:
            return
        left = heard.at + QUIET - asyncio.get_running_loop().time()
        if left > 0:
            self._look_in(room, left)
        else:
            self.read(room.state.code)


def outline_of(stored: bytes) -> Outline:
    """What is not of the game in a stored room, without reading the rest; empty if it is no room."""
    parts: list[bytes] = []
    unpacker = msgpack.Unpacker(max_buffer_size=len(stored) or 1)
    unpacker.feed(stored)
    try:
        unpacker.read_array_header()
        unpacker.skip()
        for _ in range(unpacker.read_map_header()):
            begin = unpacker.tell()
            name = unpacker.unpack()
            unpacker.skip()
            if name not in OF_THE_GAME:
                parts.append(stored[begin : unpacker.tell()])
    except (ValueError, TypeError, msgpack.exceptions.UnpackException):
        return b""
    return b"".join(parts)
