"""How many rooms may be open: in all, of one host, and from one address."""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import partial

from relspace.errors import NotNow, Refused
from relspace.room.state import Player
from relspace_server.rooms.form import Apply
from relspace_server.rooms.making_way import first_to_go, made_way
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.surroundings import Surroundings

log = logging.getLogger(__name__)


class Admission:
    """Counts rooms, those that are about to be open included.

    Args:
        around: the time, and the limits.
        rooms: every room, as it changes.
        apply: how a room is changed.
    """

    def __init__(self, around: Surroundings, rooms: Mapping[str, OpenRoom], apply: Apply) -> None:
        self._around = around
        self._rooms = rooms
        self._apply = apply
        self._opening: Counter[str] = Counter()
        """How many rooms each host is opening at the moment."""
        self._opening_from: Counter[str] = Counter()
        """The same, by where from."""
        self._networks: dict[str, str] = {}
        """Where the rooms were opened from, by their codes; those that other nodes, or an earlier process, have opened
        are not known."""

    def hosted(self, host: Player) -> int:
        """How many open rooms somebody is the host of."""
        return sum(room.state.host == host.id for room in self._rooms.values())

    def opened(self, code: str, network: str) -> None:
        """Counts a room from now on until it is closed, whoever is its host."""
        self._networks = {one: where for one, where in self._networks.items() if one in self._rooms}
        if network:
            self._networks[code] = network

    @asynccontextmanager
    async def opening(self, host: Player, network: str) -> AsyncIterator[None]:
        """While a room is being opened. Where there are too many, one in which nobody is makes way.

        Args:
            host: whose it is.
            network: what counts as the address from which it is opened; empty where that is not known.

        Raises:
            NotNow: `too-many-rooms` are open, `too-many-of-yours`, or `too-many-of-address`.
            Fault: the store does not answer.
        """
        passed_over: set[str] = set()
        while (full := self._full(host, network)) is not None:
            await self._make_way(full, network, passed_over)
        with _one_more(self._opening, host.id), _one_more(self._opening_from, network):
            yield

    def _full(self, host: Player, network: str) -> NotNow | None:
        """Which limit is reached; None if none is.

        Raises:
            NotNow: `too-many-of-yours`: of these they can leave one.
        """
        around = self._around
        if self.hosted(host) + self._opening[host.id] >= around.max_rooms_per_account:
            raise NotNow("too-many-of-yours", most=around.max_rooms_per_account)
        if network and len(self._of_network(network)) + self._opening_from[network] >= around.max_rooms_per_address:
            return NotNow("too-many-of-address", most=around.max_rooms_per_address)
        if len(self._rooms) + self._opening.total() >= around.max_rooms:
            return NotNow("too-many-rooms", most=around.max_rooms)
        return None

    def _of_network(self, network: str) -> list[OpenRoom]:
        """The open rooms that were opened from there."""
        codes = (code for code, where in self._networks.items() if where == network)
        return [self._rooms[code] for code in codes if code in self._rooms]

    async def _make_way(self, full: NotNow, network: str, passed_over: set[str]) -> None:
        """Closes the room that makes way before all others.

        Args:
            full: which limit is reached.
            network: where the new room is opened from.
            passed_over: the codes of rooms that were tried; this one is added.

        Raises:
            NotNow: `full`, where no room can.
            Fault: the store does not answer.
        """
        around = self._around
        found = self._of_network(network) if full.code == "too-many-of-address" else list(self._rooms.values())
        now, entropy = around.now(), around.entropy()
        room = first_to_go((one for one in found if one.state.code not in passed_over), now)
        if room is None:
            raise full
        code = room.state.code
        passed_over.add(code)
        try:
            await self._apply(code, partial(made_way, now=now, entropy=entropy))
        except Refused as error:
            log.debug("room %s does not make way: %s", code, error)
        else:
            log.info(
                "room %s, in which nobody was, is closed: there were as many as there may be (%s)", code, full.code
            )


@contextmanager
def _one_more(counter: Counter[str], key: str) -> Iterator[None]:
    """Counts one more for a while."""
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]
