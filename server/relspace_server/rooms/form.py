"""How rooms, and what nodes share besides them, are kept in the store; and what may be done to a room."""

from collections.abc import Awaitable, Callable
from typing import Final, NoReturn, Protocol, TypeVar

from relspace.codec.codec import Codec
from relspace.errors import Refused
from relspace.room.state import RoomState
from relspace.room.stored import decode_room, encode_room
from relspace_server.store.update import Form

Change = Callable[[RoomState], RoomState]
"""A pure function from a room's state to its next; may be called again on a newer state."""


class Apply(Protocol):
    """Puts a change of a room through the store; see `Hub.apply`."""

    def __call__(self, code: str, change: Change, op_id: str = "") -> Awaitable[RoomState]:
        """Raises `Refused` as the change does, and `Fault` if the store does not answer."""
        ...


def _no_room(code: str) -> NoReturn:
    raise Refused("no-such-room", room=code)


ROOM_FORM: Final = Form(encode_room, decode_room, lambda state: state.ops, _no_room)


class Kept(Protocol):
    """A record that is kept as its declaration says, and begins as one without anything in it."""

    @property
    def ops(self) -> tuple[str, ...]:
        """The ids of the last operations that made it."""
        ...


K = TypeVar("K", bound=Kept)

_CODEC: Final = Codec()


def form_of(kind: type[K]) -> Form[K]:
    """How records of a kind are kept."""

    def decode(data: bytes) -> K:
        found: K = _CODEC.unpack(kind, data)
        return found

    return Form(lambda value: _CODEC.pack(kind, value), decode, lambda value: value.ops, lambda _key: kind())
