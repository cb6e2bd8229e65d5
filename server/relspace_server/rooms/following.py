"""Following the store: what anybody changed in a room, on this node or on another."""

import asyncio
import logging
from collections.abc import Callable

from relspace.errors import Refused
from relspace.room.state import RoomState
from relspace.room.stored import decode_room
from relspace_server.store.bucket import Bucket, Change, Value, Watch
from relspace_server.store.following import follow

log = logging.getLogger(__name__)


async def follow_rooms(
    bucket: Bucket, watch: Watch[Change], take: Callable[[str, Value], None], drop: Callable[[str], None]
) -> None:
    """Takes every change of a room, whoever made it, until the watch is closed.

    Args:
        bucket: where the rooms are.
        watch: of that bucket.
        take: told of a room's newest value.
        drop: told of a room that is gone.
    """

    async def changed(change: Change) -> None:
        code, value = change
        if value is None:
            drop(code)
        else:
            if bucket.turn(code).locked():
                await asyncio.sleep(0)  # most likely our own write, about to be known without decoding it
            take(code, value)

    await follow(watch, changed, "rooms")


def read_room(code: str, value: Value) -> RoomState | None:
    """The room that a value holds; None if it cannot be read, which is logged."""
    try:
        return decode_room(value.data)
    except Refused as error:
        log.error("room %s cannot be read and is left alone: %s", code, error)
        return None
