"""Who is connected to the other nodes, and where they look: for lobbies, counts of spectators, and limits.

Each node writes who is connected to it as one value of the bucket `present`, and reads those of the others. Nothing
here decides anything about a game. Where the store belongs to one process nothing is written.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from relspace.codec import Codec
from relspace.errors import Fault, Refused
from relspace_server.rooms.nodes import Nodes
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.rooms.visit import Visit
from relspace_server.store.bucket import Change, Conflict, Store

log = logging.getLogger(__name__)

EVERY: Final = 0.5
"""Seconds between two looks whether something is to be written."""

MOST: Final = 600
"""Connections that a node tells of: as many as fit into a value."""

_CODEC: Final = Codec()


class Connected(NamedTuple):
    """One connection."""

    player: str
    """The player's id."""
    name: str
    where: Literal["lobby", "room", "game"] = "lobby"
    watches: str = ""
    """The code of the room that they look at without a seat."""


@dataclass(frozen=True, slots=True)
class NodePeople:
    """Everybody who is connected to one node."""

    program: str = ""
    """The version of the program that runs there."""
    people: tuple[Connected, ...] = ()


class Elsewhere:
    """Tells the other nodes who is here, and knows who is there.

    Args:
        store: what is shared.
        around: how this process is called.
        nodes: which others live.
        visits: everybody who is connected here, as they come and go.
        watches: the room that somebody looks at without a seat; empty if there is none.
        changed: called when somebody has come, gone or moved elsewhere.
    """

    def __init__(
        self,
        store: Store,
        around: Surroundings,
        nodes: Nodes,
        visits: Iterable[Visit],
        watches: Callable[[Visit], str],
        changed: Callable[[], None],
    ) -> None:
        self._bucket = store.bucket("present")
        self._watch = self._bucket.watch(None) if store.shared else None
        self._node = around.node
        self._nodes = nodes
        self._visits = visits
        self._watches = watches
        self._program = around.program
        self._changed = changed
        self._told: NodePeople | None = None
        self._revision = 0
        self._left = False
        self._there: dict[str, tuple[NodePeople, int]] = {}
        self._warned: set[str] = set()

    # ── what is known ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def people(self) -> Iterator[Connected]:
        """Everybody who is connected to another node that lives."""
        if not self._there:
            return
        others = self._nodes.others
        for node, (there, _) in self._there.items():
            if node in others:
                yield from there.people

    @property
    def watching(self) -> Counter[str]:
        """How many look at each room from other nodes, without a seat."""
        return Counter(one.watches for one in self.people if one.watches)

    def sessions(self, player: str) -> int:
        """How many connections somebody has to other nodes."""
        return sum(one.player == player for one in self.people)

    # ── telling, and being told ──────────────────────────────────────────────────────────────────────────────────

    async def tell(self) -> None:
        """Writes who is here, if that has changed."""
        if self._watch is None or self._left:
            return
        people = [Connected(one.player_id, one.player.name, one.place, self._watches(one)) for one in self._visits]
        now = NodePeople(self._program, tuple(people[:MOST]))
        if now == self._told:
            return
        try:
            self._revision = await self._bucket.put(self._node, _CODEC.pack(NodePeople, now), self._revision)
            self._told = now
        except Conflict:
            found = await self._bucket.get(self._node)
            self._revision = found.revision if found else 0
        except Fault as error:
            log.debug("the other nodes are told later who is here: %s", error)

    async def follow(self) -> None:
        """Takes what the others tell, until `leave` is called."""
        if self._watch is None:
            return
        async for change in self._watch:
            if change.key != self._node:
                self._take(change)

    async def sweep(self) -> None:
        """Removes what nodes have left that are gone."""
        living = self._nodes.living
        for node, (_, revision) in list(self._there.items()):
            if node not in living:
                with suppress(Fault):  # another node has removed it, or the next sweep will
                    await self._bucket.delete(node, revision)

    async def leave(self) -> None:
        """Tells nothing any more."""
        self._left = True
        if self._watch is None:
            return
        self._watch.close()
        if self._revision:
            with suppress(Fault):
                await self._bucket.delete(self._node, self._revision)

    def _take(self, change: Change) -> None:
        if change.value is None:
            self._there.pop(change.key, None)
        else:
            try:
                there: NodePeople = _CODEC.unpack(NodePeople, change.value.data)
            except Refused as error:
                log.warning("who is connected to node %s cannot be read: %s", change.key, error)
                return
            self._there[change.key] = (there, change.value.revision)
            self._compare(change.key, there.program)
        self._changed()

    def _compare(self, node: str, program: str) -> None:
        if program != self._program and node not in self._warned and node in self._nodes.others:
            self._warned.add(node)
            log.warning("node %s runs version %s, this one %s; give all nodes the same", node, program, self._program)
