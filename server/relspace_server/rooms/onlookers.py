"""How many look on in each room from other nodes."""

import asyncio
from collections.abc import Callable, Mapping
from contextvars import Context
from typing import Final

from relspace_server.rooms.open_room import OpenRoom

EVERY: Final = 0.25
"""Seconds from the first of many changes until they are counted: a hundred nodes tell of some hundred a second."""


class Onlookers:
    """Counts them, and tells the rooms.

    Args:
        rooms: every room, as it changes.
        count: counts them, by the codes of the rooms.
    """

    def __init__(self, rooms: Mapping[str, OpenRoom], count: Callable[[], Mapping[str, int]]) -> None:
        self._rooms = rooms
        self._count = count
        self._counted: Mapping[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def of(self, code: str) -> int:
        """How many look on in a room."""
        return self._counted.get(code, 0)

    def changed(self) -> None:
        """Somebody has come to another node, left it, or looks at another room there: counts anew, soon."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(EVERY, self._tell, context=Context())

    def close(self) -> None:
        """Tells nothing any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _tell(self) -> None:
        self._timer = None
        before, self._counted = self._counted, self._count()
        for code in before.keys() | self._counted.keys():
            if code in self._rooms:
                self._rooms[code].watched_elsewhere(self.of(code))
