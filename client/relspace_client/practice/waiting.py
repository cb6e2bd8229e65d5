"""Practice games that wait: the player left them, and no program plays them until they are gone to."""

import logging
from collections.abc import Container
from typing import Final, Literal

from relspace.errors import Refused
from relspace.room.commands import LoseSession
from relspace.room.state import RoomState
from relspace.room.stored import decode_room
from relspace.room.update import SERVER, update
from relspace_client.practice.around import Keeps

LOG: Final = logging.getLogger(__name__)

SESSION: Final = "practice"
"""The one connection that there is."""

YOU: Final = "you"
"""The player's id."""


def plays_on(state: RoomState) -> bool:
    """Whether a game goes on in a room, and the player in it."""
    seat = state.seat_of(YOU)
    return state.phase == "playing" and seat is not None and not state.is_out(seat)


class WaitingGames:
    """The games that wait.

    Args:
        keeps: where they are kept.
    """

    def __init__(self, keeps: Keeps) -> None:
        self._keeps: Final = keeps
        self.states: dict[str, RoomState] = {}
        """By room, as they were when they were looked for."""

    def look(self, played: Container[str]) -> None:
        """Looks for them; one that cannot be read is left out.

        Args:
            played: the codes of the rooms that there are here already.
        """
        self.states = {}
        for data in self._keeps.waiting_games():
            try:
                state = decode_room(data)
            except Refused as error:
                LOG.warning("a game that was kept cannot be read: %s", error)
                continue
            if state.code not in played:
                self.states[state.code] = state

    def take(self, code: str, now: int) -> RoomState | Literal["played elsewhere", "over"]:
        """A game that is played here from now on; or why it is not to be had any more.

        Args:
            code: of a game that waits.
            now: wall-clock milliseconds.
        """
        data = self._keeps.take_game(code)
        if data is None:
            return "played elsewhere"
        del self.states[code]
        return update(decode_room(data), LoseSession(SESSION), SERVER, now, bytes(32)) if data else "over"
