"""How rooms are kept in the store's bucket `rooms`, and what may be done to one."""

from collections.abc import Awaitable, Callable
from typing import Final, NoReturn, Protocol

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
