"""Gives rooms the time back in which nobody could move, before anything that is due takes a turn from somebody."""

import logging
from collections.abc import Callable, Iterable
from typing import Final

from relspace.errors import Fault, Refused
from relspace.room.clock import deadline_of, turn_ms
from relspace.room.commands import GiveTimeBack
from relspace.room.state import RoomState
from relspace.room.update import SERVER, update
from relspace_server.rooms.form import Apply
from relspace_server.rooms.lost_time import LostTime
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.surroundings import Surroundings

log = logging.getLogger(__name__)

WORTH: Final = 100
"""The part of a turn that is not worth giving back, unless the turn is about to run out."""

AT_ONCE: Final = 20
"""Rooms whose time is given back in one go; the others follow."""


class GivingBack:
    """Looks for lost time, and gives it back.

    Args:
        around: the time, and the name of this process.
        lost: what was lost.
        apply: how a room is changed.
        rooms: all of them.
    """

    def __init__(
        self, around: Surroundings, lost: LostTime, apply: Apply, rooms: Callable[[], Iterable[OpenRoom]]
    ) -> None:
        self._around = around
        self._lost = lost
        self._apply = apply
        self._rooms = rooms
        self._settled = 0
        """The total of what was lost when no room was owed anything; a turn that runs out is looked at by itself."""

    @property
    def trouble(self) -> bool:
        """Whether more is being lost at the moment."""
        self._lost.look()
        return self._lost.trouble

    def paid_after(self, before: RoomState, after: RoomState, paid: int) -> int:
        """How much of all that was lost a room has no claim to, once its deadline has changed.

        A new turn has none to what was lost before it began, by the deadline: a change may be stored long after it was
        asked for. A turn that got time back has none to that time.

        Args:
            before: the room as it was.
            after: the room with the new deadline.
            paid: how much it had no claim to.
        """
        self._lost.look()
        deadline = deadline_of(after)
        if not deadline:
            return self._lost.total
        began = self._lost.before((self._around.now() - deadline + turn_ms(after)) / 1000)
        if _turn(before) == _turn(after):
            return min(self._lost.total, max(began, paid + deadline - deadline_of(before)))
        return began

    def owed(self, room: OpenRoom) -> int:
        """Milliseconds that a room has lost and not got back; 0 if they are not worth it."""
        self._lost.look()
        ms = self._lost.total - room.lost
        return ms if ms > 0 and _matters(room.state, ms, self._around.now()) else 0

    async def give(self, room: OpenRoom) -> None:
        """Gives a room what it is owed.

        Raises:
            Fault: the store does not answer.
            Refused: the room is gone.
        """
        ms, total = self.owed(room), self._lost.total
        if not ms:
            return
        now, entropy = self._around.now(), self._around.entropy()
        log.info("room %s gets %d ms back", room.state.code, ms)
        deadline, late = deadline_of(room.state), False

        def given(state: RoomState) -> RoomState:
            nonlocal late
            late = deadline_of(state) != deadline
            # Another node gave something back, or the turn is over: then the hub knows what is still owed.
            return state if late else update(state, GiveTimeBack(ms), SERVER, now, entropy)

        await self._apply(room.state.code, given, f"pause:{self._around.node}:{total}")
        if not late:
            room.lost = max(room.lost, total)

    async def pulse(self) -> None:
        """Gives every room back what it is owed, unless more is being lost at the moment."""
        trouble, total = self.trouble, self._lost.total
        if trouble or total == self._settled:
            return
        owed = [room for room in self._rooms() if self.owed(room)]
        if not owed:
            self._settled = total
        for room in owed[:AT_ONCE]:
            try:
                await self.give(room)
            except Refused as error:
                log.debug("room %s needs no time any more: %s", room.state.code, error)
            except Fault as error:
                log.warning("room %s gets its time back later: %s", room.state.code, error)
                return


def _turn(state: RoomState) -> tuple[str, int]:
    """Which turn runs."""
    return state.game_id, state.game.position.ply if state.game is not None else 0


def _matters(state: RoomState, ms: int, now: int) -> bool:
    """Whether a loss is to be made good: something waits for somebody, and the loss is more than a trifle of it."""
    waits = state.vote is not None or any(seat.away_since for seat in state.seats)
    if state.phase != "playing":
        return waits and ms > 1000
    game = state.game
    if game is None or not game.deadline:
        return state.vote is not None and ms > 1000
    return ms * WORTH >= turn_ms(state) or game.deadline - now <= ms
