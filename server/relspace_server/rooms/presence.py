"""Who is connected to this node, and whose seats are held by a connection that is gone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import suppress
from typing import Final

from relspace.errors import Fault, Refused
from relspace.room.commands import LoseSession, Sit
from relspace.room.state import Player, RoomState
from relspace.room.update import SERVER
from relspace_server.rooms.visit import Visit
from relspace_server.tasks import Tasks

log = logging.getLogger(__name__)

Ask = Callable[[str, LoseSession | Sit, Player], Awaitable[RoomState]]
"""Asks a room for something; see `Hub.change`."""

AGAIN: Final = 2.0
"""Seconds until a room is told again what the store could not keep."""


class Presence:
    """Keeps the visits of a node.

    Args:
        node: names this process.
        ask: how a room is told that a connection is gone.
        tasks: where the work goes.
        living: the other processes that serve the same rooms.
    """

    def __init__(self, node: str, ask: Ask, tasks: Tasks, living: Callable[[], Collection[str]]) -> None:
        self._node = node
        self._living = living
        self._ask = ask
        self._tasks = tasks
        self._sessions: set[str] = set()
        """Of the visits."""
        self._leaving: set[tuple[str, str]] = set()
        """Rooms in which a seat is about to be marked away, and whose it was."""
        self._stopped = asyncio.Event()
        self.visits: dict[Visit, None] = {}
        """Everybody who is connected, in the order in which they came."""

    def add(self, visit: Visit) -> None:
        """Somebody has come in."""
        self.visits[visit] = None
        self._sessions.add(visit.session)

    def remove(self, visit: Visit) -> None:
        """Their visit has ended."""
        self.visits.pop(visit, None)
        self._sessions.discard(visit.session)

    def of_session(self, session: str) -> Iterator[Visit]:
        """The visit that is called so, if it is one of this node."""
        return (visit for visit in list(self.visits) if visit.session == session)

    def is_lost(self, session: str) -> bool:
        """Whether a connection is gone, or has not answered when it was asked whether it is there."""
        node = session.partition("/")[0]
        if node == self._node:
            return not any(visit.answers() for visit in self.of_session(session))
        return node not in self._living()

    def mark_gone(self, state: RoomState) -> None:
        """Marks seats away whose connection was lost while they were taken: nobody else knows of them."""
        for seat in state.seats:
            if seat.session.startswith(f"{self._node}/") and seat.session not in self._sessions:
                self.leave_later(state.code, seat.session)

    def take_back(self, before: RoomState, state: RoomState) -> None:
        """Takes seats again that were marked away while the connection that held them was in the room.

        Another node took this one for gone while it stood still, or the connection came back at that very moment. Other
        connections of the player that look on take nothing by themselves: a seat is taken over by whoever asks for it.
        """
        if state.seats is before.seats:
            return
        for had in before.seats:
            number = state.seat_of(had.player.id) if had.session and had.player else None
            if number is None or state.seats[number - 1].session:
                continue
            for visit in self.of_session(had.session):
                if visit.room == state.code:
                    self._tasks.spawn(self._taken_back(state.code, visit), name=f"take back {visit.session}")

    async def _taken_back(self, code: str, visit: Visit) -> None:
        while visit.room == code and not await self._told(code, Sit(visit.session), visit.player):
            await self._wait()

    def leave_later(self, code: str, session: str, guest: str = "") -> None:
        """Marks the seat away that a connection held which is gone, or looks elsewhere; as soon as it can be stored.

        Args:
            code: the room's.
            session: names the connection.
            guest: the id of a guest who is gone with it.
        """
        if (code, session) not in self._leaving:
            self._leaving.add((code, session))
            self._tasks.spawn(self._left(code, LoseSession(session, guest)), name=f"leave {session}")

    async def _left(self, code: str, lost: LoseSession) -> None:
        session = lost.session
        try:
            while not await self._told(code, lost, SERVER):
                await self._wait()
                if any(visit.room == code for visit in self.of_session(session)):
                    return  # they are in the room again, and the seat is still theirs
        finally:
            self._leaving.discard((code, session))

    async def _told(self, code: str, command: LoseSession | Sit, actor: Player) -> bool:
        """Tells a room something. Returns whether that is done: stored, refused, or not to be tried again."""
        try:
            await self._ask(code, command, actor)
        except Refused:
            return True
        except Fault as error:
            log.info("room %s is told later who is there: %s", code, error)
            return self._stopped.is_set()
        return True

    async def _wait(self) -> None:
        """Waits for a while, or until nothing is tried again any more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN):
                await self._stopped.wait()

    def stop(self) -> None:
        """Tries nothing again from now on, but for once what waits for that."""
        self._stopped.set()
