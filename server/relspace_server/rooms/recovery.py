"""What an earlier process left behind: seats of connections that died with it, and turns that ran out meanwhile.

People can come in at once. Rooms are seen to one after another behind their backs, and nothing is fired in a room
before it was its turn.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from relspace.errors import Fault, Refused
from relspace.room.commands import Recover
from relspace.room.seating import guest_waits
from relspace.room.state import RoomState
from relspace.room.update import SERVER, update
from relspace_server.rooms.firing import Firing
from relspace_server.rooms.form import Apply
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.surroundings import Surroundings

log = logging.getLogger(__name__)

AT_ONCE: Final = 4
"""Rooms that are seen to at one time. Between them come those who want to come in, at the very start above all."""

APART: Final = 0.01
"""Seconds between two rooms in which something is overdue: each costs a bot's thought, a write, and pictures."""

AGAIN: Final = 2.0
"""Seconds until a room is tried again when the store does not answer."""


class Recovery:
    """Sees to the rooms that were found at the start.

    Args:
        around: the time.
        apply: how a room is changed.
        firing: the rooms' timers.
        living: the processes that serve the same rooms, this one included.
    """

    def __init__(
        self, around: Surroundings, apply: Apply, firing: Firing, living: Callable[[], tuple[str, ...]]
    ) -> None:
        self._around = around
        self._apply = apply
        self._firing = firing
        self._living = living
        self._done = 0
        self._stopped = False

    def stop(self) -> None:
        """Leaves alone what was not seen to yet."""
        self._stopped = True

    async def run(self, rooms: Iterable[OpenRoom]) -> None:
        """Sees to all of them."""
        turns = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._recovered(room, turns) for room in rooms))

    async def see_to(self, rooms: Iterable[OpenRoom]) -> None:
        """Sees to rooms in which connections sat of a process that is gone."""
        await self.run([room for room in rooms if _has_lost(room.state, self._living())])

    async def _recovered(self, room: OpenRoom, turns: asyncio.Semaphore) -> None:
        while not self._stopped and _needs_it(room.state, self._living()):
            async with turns:
                if await self._try(room):
                    break
            await asyncio.sleep(AGAIN)
        self._firing.release(room, self._done * APART)
        self._done += 1

    async def _try(self, room: OpenRoom) -> bool:
        """Returns whether it is done, or the room is gone."""
        now, entropy, command = self._around.now(), self._around.entropy(), Recover(self._living())

        def recovered(state: RoomState) -> RoomState:
            return update(state, command, SERVER, now, entropy)

        try:
            await self._apply(room.state.code, recovered)
        except Refused as error:
            log.debug("room %s needs no recovery: %s", room.state.code, error)
        except Fault as error:
            log.warning("room %s is recovered later: %s", room.state.code, error)
            return False
        return True


def _needs_it(state: RoomState, nodes: tuple[str, ...]) -> bool:
    """Whether a connection of a process that is gone holds a seat, or nobody looked after a clock or a guest's seat."""
    running = state.phase == "playing" and state.game is not None and state.game.deadline > 0
    left_alone = running or any(guest_waits(state, seat) for seat in state.seats)
    return _has_lost(state, nodes) or (left_alone and len(nodes) == 1)


def _has_lost(state: RoomState, nodes: tuple[str, ...]) -> bool:
    """Whether a connection of a process that is gone holds a seat."""
    return any(seat.session and seat.session.partition("/")[0] not in nodes for seat in state.seats)
