"""Stopping without hurting a game: nothing new is begun, and what runs has some time."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from relspace.room.state import RoomState
from relspace.wire.messages import Notice
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.house import House

LOG: Final = logging.getLogger(__name__)

LOOK_EVERY: Final = 1.0
"""Seconds between two looks whether a game still runs."""


def runs(state: RoomState, node: str) -> bool:
    """Whether a game runs that somebody plays who is connected here; one of absent people waits for them anyway."""
    here = f"{node}/"
    return state.phase == "playing" and any(seat.is_person and seat.session.startswith(here) for seat in state.seats)


class Drain:
    """Stops the server once no game runs, or when the time is up.

    Args:
        house: who is in.
        hub: the games.
        look: seconds between two looks.
    """

    def __init__(self, house: House, hub: Hub, look: float = LOOK_EVERY) -> None:
        self._house = house
        self._hub = hub
        self._look = look
        self._timer: asyncio.TimerHandle | None = None
        self._until = 0.0

    @property
    def running(self) -> int:
        """Games that are waited for."""
        return sum(runs(room.state, self._hub.around.node) for room in self._hub.rooms)

    def begin(self, seconds: float) -> None:
        """Begins nothing new from now on, and stops when no game runs, after so many seconds at the latest.

        Asked again, it goes by the newer time.
        """
        standing = self._house.standing
        if not standing.draining:
            standing.draining = True
            self._hub.announce(Notice("draining"))
        loop = asyncio.get_running_loop()
        self._until = loop.time() + seconds
        LOG.info("draining; running games: %d; seconds that they have: %.0f", self.running, seconds)
        self._wait(loop.time)

    def close(self) -> None:
        """Waits no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, now: Callable[[], float]) -> None:
        self.close()
        left = self._until - now()
        if left <= 0 or not self.running:
            self._house.stopping.set()
        else:
            self._timer = asyncio.get_running_loop().call_later(min(left, self._look), self._wait, now)
