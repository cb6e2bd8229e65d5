"""How many rooms may be open: in all, and of one host."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from relspace.errors import NotNow
from relspace.room.state import Player
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.surroundings import Surroundings


class Admission:
    """Counts rooms, those that are about to be open included.

    Args:
        around: the limits.
        rooms: every room, as it changes.
    """

    def __init__(self, around: Surroundings, rooms: Mapping[str, OpenRoom]) -> None:
        self._around = around
        self._rooms = rooms
        self._opening: Counter[str] = Counter()
        """How many rooms each host is opening at the moment."""

    def hosted(self, host: Player) -> int:
        """How many open rooms somebody is the host of."""
        return sum(room.state.host == host.id for room in self._rooms.values())

    @contextmanager
    def opening(self, host: Player) -> Iterator[None]:
        """While a room is being opened.

        Raises:
            NotNow: `too-many-rooms` are open, or `too-many-of-yours`.
        """
        around = self._around
        if len(self._rooms) + self._opening.total() >= around.max_rooms:
            raise NotNow("too-many-rooms", most=around.max_rooms)
        if self.hosted(host) + self._opening[host.id] >= around.max_rooms_per_account:
            raise NotNow("too-many-of-yours", most=around.max_rooms_per_account)
        self._opening[host.id] += 1
        try:
            yield
        finally:
            self._opening[host.id] -= 1
            if not self._opening[host.id]:
                del self._opening[host.id]
