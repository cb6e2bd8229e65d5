"""The processes that share the rooms: which of them live, and which of them comes first where all could act.

Where the store belongs to one process there are no others, and nothing here does anything.
"""

import logging
from collections.abc import Callable
from typing import Final
from zlib import crc32

from relspace.errors import Fault
from relspace.room.state import RoomState
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.store.bucket import Node, Store
from relspace_server.store.following import follow

log = logging.getLogger(__name__)

BEAT_EVERY: Final = 4.0
"""Seconds between two beats."""

LIVES: Final = 12_000
"""Milliseconds that a node is taken to live after a beat."""

STAGGER: Final = 0.3
"""Seconds that each node leaves to the one before it to do what is due."""


class Nodes:
    """Knows the others.

    Args:
        store: what is shared.
        around: how this process is called, and whether it is about to stop.
    """

    def __init__(self, store: Store, around: Surroundings) -> None:
        self._store = store
        self._around = around
        self._watch = store.watch_nodes()
        self._left = False

    @property
    def shared(self) -> bool:
        """Whether there may be others."""
        return self._store.shared

    @property
    def others(self) -> frozenset[str]:
        """The other processes that live."""
        return frozenset(node.name for node in self._store.nodes()) - {self._around.node}

    @property
    def living(self) -> tuple[str, ...]:
        """All that live, this one included."""
        return (self._around.node, *sorted(self.others))

    async def beat(self) -> None:
        """Says that this process lives. What fails is logged: the next beat comes soon."""
        if not self._store.shared or self._left:
            return
        try:
            await self.enter()
        except Fault as error:
            log.warning("the other nodes are not told that this one lives: %s", error)

    async def enter(self) -> None:
        """Says it for the first time.

        Raises:
            Fault: the store does not answer.
        """
        if self._store.shared:
            await self._store.beat(self._around.node, LIVES, draining=self._around.standing.draining)

    async def leave(self) -> None:
        """Says that this process has gone."""
        self._left = True
        self._watch.close()
        if self._store.shared:
            try:
                await self._store.beat(self._around.node, 0)
            except Fault as error:
                log.warning("the other nodes find out by themselves that this one has gone: %s", error)

    def rank(self, state: RoomState) -> int:
        """How many nodes come before this one in a room: those first whose connections sit in it."""
        others = self.others
        if not others:
            return 0
        here = {seat.session.partition("/")[0] for seat in state.seats if seat.session}

        def order(node: str) -> tuple[bool, int, str]:
            return node not in here, crc32(f"{state.code}/{node}".encode()), node

        own = order(self._around.node)
        return sum(order(other) < own for other in others)

    def patience(self, state: RoomState) -> float:
        """Seconds that this node leaves to others to do what is due in a room."""
        return STAGGER * self.rank(state)

    def looks_after(self, state: RoomState) -> bool:
        """Whether this node sees to it that a room gets the time back that was lost here."""
        if not self.others:
            return True
        here = {seat.session.partition("/")[0] for seat in state.seats if seat.session}
        return self._around.node in here or (not here and self.rank(state) == 0)

    async def follow(self, gone: Callable[[], None]) -> None:
        """Calls `gone` when a process is gone, until `leave` is called."""
        known: frozenset[str] = frozenset()

        def changed(nodes: tuple[Node, ...]) -> None:
            nonlocal known
            names = frozenset(node.name for node in nodes)
            lost = known - names - {self._around.node}
            known = names
            if lost:
                log.warning("nodes that are gone: %s; that live: %s", ", ".join(sorted(lost)), ", ".join(sorted(names)))
                gone()

        await follow(self._watch, changed, "nodes")
