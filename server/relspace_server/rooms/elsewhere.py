"""Who is connected to the other nodes, and where they look: for lobbies, counts of spectators, and limits.

Each node writes who is connected to it into the bucket `present`, as many to a value as fit, and reads what the others
write. Nothing here decides anything about a game. Where the store belongs to one process nothing is written.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from relspace.codec.codec import Codec
from relspace.errors import Fault, Refused
from relspace_server.rooms.nodes import Nodes
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.rooms.visit import Visit
from relspace_server.store.bucket import Change, Conflict, Store
from relspace_server.store.following import follow

log = logging.getLogger(__name__)

EVERY: Final = 0.5
"""Seconds between two looks whether something is to be written."""

FEW: Final = 10
"""Nodes that tell each other so often; of a hundred each tells a tenth as often, since each of them has to listen."""

EACH: Final = 300
"""Connections that one value holds: each has at most 200 bytes."""

_CODEC: Final = Codec()


class Connected(NamedTuple):
    """One connection."""

    player: str
    """The player's id."""
    name: str
    where: Literal["lobby", "room", "game"] = "lobby"
    watches: str = ""
    """The code of the room that they look at without a seat."""
    session: str = ""
    """Names the connection."""
    since: int = 0
    """Wall-clock milliseconds of its beginning."""


@dataclass(frozen=True, slots=True)
class NodePeople:
    """Those who are connected to one node, or a part of them."""

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
        self._told: dict[str, tuple[NodePeople | None, int]] = {}
        """What this node has written, with the revisions, by the keys of the values; None for what is to be found."""
        self._left = False
        self._looks = 0
        """How often it was looked whether something is to be written."""
        self._there: dict[str, tuple[NodePeople, int]] = {}
        """What the others have written, by the same keys."""
        self._warned: set[str] = set()
        self.heard: Callable[[], None] = lambda: None
        """Called when another node has told something."""

    # ── what is known ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def people(self) -> Iterator[Connected]:
        """Everybody who is connected to another node that lives."""
        if not self._there:
            return
        others = self._nodes.others
        for key, (there, _) in self._there.items():
            if _node_of(key) in others:
                yield from there.people

    @property
    def watching(self) -> Counter[str]:
        """How many look at each room from other nodes, without a seat."""
        return Counter(one.watches for one in self.people if one.watches)

    def guests(self) -> frozenset[str]:
        """The names of guests who are connected to other nodes."""
        return frozenset(one.name for one in self.people if one.player.startswith("guest:"))

    def sessions(self, player: str) -> int:
        """How many connections somebody has to other nodes."""
        return sum(one.player == player for one in self.people)

    # ── telling, and being told ──────────────────────────────────────────────────────────────────────────────────

    async def tell(self) -> None:
        """Writes who is here, if that has changed."""
        if self._watch is None or self._left:
            return
        self._looks += 1
        if self._looks % (1 + len(self._nodes.others) // FEW):
            return
        people = [self._connected(one) for one in self._visits]
        parts = [tuple(people[first : first + EACH]) for first in range(0, len(people), EACH)] or [()]
        for number, part in enumerate(parts):
            await self._write(_key(self._node, number), NodePeople(self._program, part))
        for number in range(len(parts), len(self._told)):
            await self._write(_key(self._node, number), NodePeople(self._program))

    def _connected(self, visit: Visit) -> Connected:
        name, watches = visit.player.name, self._watches(visit)
        return Connected(visit.player_id, name, visit.place, watches, visit.session, visit.since)

    async def _write(self, key: str, now: NodePeople) -> None:
        told, revision = self._told.get(key, (None, 0))
        if now == told:
            return
        try:
            self._told[key] = now, await self._bucket.put(key, _CODEC.pack(NodePeople, now), revision)
        except Conflict:
            with suppress(Fault):
                found = await self._bucket.get(key)
                self._told[key] = None, found.revision if found else 0
        except Fault as error:
            log.debug("the other nodes are told later who is here: %s", error)

    async def follow(self) -> None:
        """Takes what the others tell, until `leave` is called."""
        if self._watch is None:
            return
        await follow(self._watch, self._take, "who is connected elsewhere")

    async def sweep(self) -> None:
        """Removes what nodes have left that are gone."""
        living = self._nodes.living
        for key, (there, revision) in list(self._there.items()):
            if _node_of(key) not in living:
                with suppress(Fault):  # another node has removed it, or the next sweep will
                    await self._bucket.delete(key, revision)
            else:
                self._compare(_node_of(key), there.program)

    async def leave(self) -> None:
        """Tells nothing any more."""
        self._left = True
        if self._watch is None:
            return
        self._watch.close()
        for key, (_, revision) in self._told.items():
            with suppress(Fault):
                await self._bucket.delete(key, revision)

    def _take(self, change: Change) -> None:
        if _node_of(change.key) == self._node:
            return
        if change.value is None:
            self._there.pop(change.key, None)
        else:
            try:
                there: NodePeople = _CODEC.unpack(NodePeople, change.value.data)
            except Refused as error:
                log.warning("who is connected to node %s cannot be read: %s", change.key, error)
                return
            self._there[change.key] = (there, change.value.revision)
            self._compare(_node_of(change.key), there.program)
        self._changed()
        self.heard()

    def _compare(self, node: str, program: str) -> None:
        if program != self._program and node not in self._warned and node in self._nodes.others:
            self._warned.add(node)
            log.warning(
                "node %s runs version %s, this one %s; give all nodes the same [versions-differ]",
                node,
                program,
                self._program,
            )


def _key(node: str, number: int) -> str:
    """Under which key a node writes a part of its people."""
    return f"{node}/{number}" if number else node


def _node_of(key: str) -> str:
    """Whose people a value is of."""
    return key.partition("/")[0]
