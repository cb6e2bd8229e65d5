"""Records of finished games, kept for good; those of running games are read off their rooms."""

import logging
from collections.abc import Iterable
from typing import Final

from relspace.errors import Refused
from relspace.room.record import record_of
from relspace.room.state import RoomState
from relspace.rules.record import write_record
from relspace_server.store.bucket import Conflict, Store

log = logging.getLogger(__name__)

LONGEST_ID: Final = 40
"""Characters of a game's id; nothing longer is looked up."""


class Records:
    """Keeps records in the bucket `records`."""

    def __init__(self, store: Store) -> None:
        self._bucket = store.bucket("records")

    async def keep(self, state: RoomState) -> None:
        """Stores the record of a finished game; doing it again changes nothing.

        Raises:
            Fault: the store does not answer; it is to be tried again.
        """
        try:
            await self._bucket.put(state.game_id, write_record(record_of(state)).encode(), 0)
        except Conflict:
            log.debug("the record of %s is there already", state.game_id)

    async def text(self, game_id: str, rooms: Iterable[RoomState], viewer: str) -> str:
        """The record with this id, of a finished game or of one that goes on.

        Of a game that goes on it has the moves, which everybody at the table saw, and neither a card nor the seed; and
        only those can have it who could be at the table.

        Args:
            game_id: the game's id.
            rooms: the rooms that are open.
            viewer: who asks, by player id.

        Raises:
            Refused: `no-such-record`.
            Fault: the store does not answer.
        """
        for state in rooms:
            if state.game is not None and state.game_id == game_id and _may_see(state, viewer):
                return write_record(record_of(state))
        plain = 0 < len(game_id) <= LONGEST_ID and game_id.isascii() and game_id.isprintable()
        kept = await self._bucket.get(game_id) if plain else None
        if kept is None:
            raise Refused("no-such-record", id=game_id[:LONGEST_ID])
        return kept.data.decode()


def _may_see(state: RoomState, viewer: str) -> bool:
    """Whether somebody could look at the game in its room."""
    return state.phase == "over" or state.options.watching or state.seat_of(viewer) is not None
