"""What the clock asks of rooms: bots' moves, turns that run out, seats and rooms that expire."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextvars import Context
from typing import Final

from relspace.bots.levels import SLOW_LEVELS
from relspace.bots.table import fire, question
from relspace.errors import Fault, Refused
from relspace.room.due import Due, due
from relspace.room.state import RoomState
from relspace.rules.moves import Move
from relspace_server.rooms.form import Apply
from relspace_server.rooms.giving_back import GivingBack
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.rooms.thinkers import Thinkers
from relspace_server.tasks import Tasks

log = logging.getLogger(__name__)

AT_ONCE: Final = 8
"""Things that are done at one time. When very many are due, people's keys come in between."""

RETRY_DUE: Final = 2.0
"""Seconds until something due is tried again when the store does not answer."""

OVERDUE: Final = 5_000
"""Milliseconds after which something due is looked for that did not happen."""

LATE: Final = ("not-due", "no-such-room", "room-closed")
"""Refusals that say that something else came first."""


class Firing:
    """Sets a timer for each room, and does what is due.

    Args:
        around: the time, and how fast bots are.
        apply: how a room is changed.
        tasks: where the work goes.
        time: gives time back before anything takes a turn from somebody.
        patience: seconds that other nodes have to do what is due in a room.
    """

    def __init__(
        self,
        around: Surroundings,
        apply: Apply,
        tasks: Tasks,
        time: GivingBack,
        patience: Callable[[RoomState], float],
    ) -> None:
        self._around = around
        self._patience = patience
        self._time = time
        self._apply = apply
        self._tasks = tasks
        self._thinkers = Thinkers()
        self._closed = False
        self._turns = asyncio.Semaphore(AT_ONCE)

    def schedule(self, room: OpenRoom, delay: float = 0.0) -> None:
        """Sets the room's timer anew, to `delay` seconds from now at the earliest."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        nothing = self._closed or room.held or room.state.closed
        what = None if nothing else due(room.state, self._around.pace)
        if what is not None:
            wait = max(delay, (what.at - self._around.now()) / 1000 + self._patience(room.state))
            # As the tasks, it inherits no context.
            room.timer = asyncio.get_running_loop().call_later(wait, self._fire, room, what, context=Context())

    def release(self, room: OpenRoom, delay: float) -> None:
        """Does what is due in the room again, `delay` seconds from now at the earliest."""
        room.held = False
        self.schedule(room, delay)

    def sweep(self, rooms: Iterable[OpenRoom]) -> None:
        """Sets the timers anew of rooms in which something is overdue: a clock may have been set, a timer lost."""
        now = self._around.now()
        for room in rooms:
            what = due(room.state, self._around.pace)
            if what is not None and what.at + OVERDUE < now:
                self.schedule(room)

    def stop(self, rooms: Iterable[OpenRoom]) -> None:
        """Stops the timers; nothing is scheduled from now on."""
        self._closed = True
        for room in rooms:
            if room.timer is not None:
                room.timer.cancel()

    def close(self) -> None:
        """Ends the processes in which bots think."""
        self._thinkers.close()

    def _fire(self, room: OpenRoom, what: Due) -> None:
        self._tasks.spawn(self._fired(room, what))

    async def _fired(self, room: OpenRoom, what: Due) -> None:
        try:
            thought = await self._thought(room.state, what)
            async with self._turns:
                await self._do(room, what, thought)
        except Refused as error:
            if error.code not in LATE:
                log.error("room %s refused what was due (%s): %s", room.state.code, what.op_id, error)
        except Fault as error:
            log.warning("room %s: %s is tried again: %s", room.state.code, what.op_id, error)
            self.schedule(room, RETRY_DUE)

    async def _do(self, room: OpenRoom, what: Due, thought: Move | None) -> None:
        around = self._around
        now, entropy = around.now(), around.entropy()
        if now < what.at:
            self.schedule(room)
        elif what.kind != "bot" and self._time.trouble:
            # A write that NATS has not answered may be carried out when it is back, before any time is given back.
            self.schedule(room, RETRY_DUE)
        elif what.kind != "bot" and self._time.owed(room):
            await self._time.give(room)
            self.schedule(room)
        else:
            await self._apply(
                room.state.code, lambda state: fire(state, what, around.pace, now, entropy, thought), what.op_id
            )

    async def _thought(self, state: RoomState, what: Due) -> Move | None:
        """The move of a bot that thinks for long, if one is to move; others choose when it is their turn to be done."""
        if what.kind != "bot" or state.phase != "playing":
            return None
        asked = question(state, auto=False)
        return await self._thinkers.move(asked) if asked.level in SLOW_LEVELS else None
