"""What an admin asks of one node, done on the others too.

Nodes share nothing but the store. So an order is a value of the bucket `orders`: it names the nodes that it is for,
each does its part and puts its answer beside it, and the node that was asked collects the answers and removes all of
it. A node that has not answered by then does nothing later: the order is gone.
"""

import asyncio
import json
import logging
import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from relspace.codec.codec import Codec
from relspace.errors import Fault, Refused
from relspace_server.ssh.house import Unable
from relspace_server.store.bucket import Change, Store
from relspace_server.store.following import follow
from relspace_server.tasks import Tasks

LOG: Final = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds until the answer of a node is missed."""

LEFT_OVER: Final = 60_000
"""Milliseconds after which an order that is still there was left by a node that is gone."""

ROWS: Final = 100
"""Rows of an answer that one value holds: a session has at most 400 bytes."""

REMEMBERED: Final = 100
"""Orders that a node remembers, so as to do each once."""

Row: TypeAlias = dict[str, Any]

Do: TypeAlias = Callable[[str, tuple[str, ...]], Awaitable[list[Row]]]
"""Does a node's part of an order, given what is to be done and with which words; raises `Unable` if it cannot."""

_CODEC: Final = Codec()


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done."""

    what: str
    words: tuple[str, ...]
    to: tuple[str, ...]
    """The nodes that it is for."""
    at: int
    """Wall-clock milliseconds."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A part of what one node answers."""

    node: str
    rows: str = "[]"
    """JSON."""
    parts: int = 1
    """How many there are of that node."""
    unable: str = ""
    """Why it could not be done."""


class Replies(NamedTuple):
    """What came of an order."""

    rows: list[Row]
    silent: tuple[str, ...] = ()
    """Nodes that have not answered."""
    unable: tuple[tuple[str, str], ...] = ()
    """Nodes that could not do it, and why."""


@dataclass(slots=True)
class _Collecting:
    """The answers to one order."""

    to: frozenset[str]
    parts: dict[str, Reply] = field(default_factory=dict)
    """By their keys."""
    complete: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, key: str, reply: Reply) -> None:
        self.parts[key] = reply
        if not self.silent:
            self.complete.set()

    @property
    def silent(self) -> frozenset[str]:
        """Nodes of which a part is missing."""
        have = Counter(reply.node for reply in self.parts.values())
        return self.to - {reply.node for reply in self.parts.values() if have[reply.node] >= reply.parts}

    def replies(self) -> Replies:
        silent = self.silent
        whole = [reply for _, reply in sorted(self.parts.items()) if reply.node not in silent]
        rows = [row for reply in whole for row in json.loads(reply.rows)]
        return Replies(rows, tuple(sorted(silent)), tuple((one.node, one.unable) for one in whole if one.unable))


class Orders:
    """Gives orders to other nodes, and carries theirs out.

    Args:
        store: what is shared.
        node: how this one is called.
        now: wall-clock milliseconds.
        do: does this node's part.
    """

    def __init__(self, store: Store, node: str, now: Callable[[], int], do: Do) -> None:
        self._bucket = store.bucket("orders")
        self._watch = self._bucket.watch(None) if store.shared else None
        self._node = node
        self._now = now
        self._do = do
        self._collecting: dict[str, _Collecting] = {}
        self._done: deque[str] = deque(maxlen=REMEMBERED)
        self._tasks = Tasks("order")

    def start(self) -> None:
        """Begins to take orders."""
        if self._watch is not None:
            self._tasks.spawn(follow(self._watch, self._take, "orders"))
            self._tasks.spawn(self._remove(""))

    async def close(self) -> None:
        """Takes no more orders; those that are being carried out are answered."""
        if self._watch is not None:
            self._watch.close()
        await self._tasks.finish_within(PATIENCE)

    async def give(self, what: str, words: tuple[str, ...], to: Collection[str]) -> Replies:
        """Has other nodes do something. Never raises: whoever is not reached is silent.

        Args:
            what: what is to be done.
            words: with which words.
            to: the nodes.
        """
        if not to or self._watch is None:
            return Replies([])
        key = secrets.token_hex(8)
        collecting = self._collecting[key] = _Collecting(frozenset(to))
        order = Order(what, words, tuple(sorted(to)), self._now())
        try:
            await self._bucket.put(key, _CODEC.pack(Order, order), 0)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await collecting.complete.wait()
            if collecting.silent:  # it may have answered, and nothing was heard of it
                for other, value in await self._bucket.scan(f"{key}."):
                    self._take(Change(other, value))
        except Fault as error:
            LOG.warning("the other nodes cannot be asked: %s", error)
        finally:
            del self._collecting[key]
            self._tasks.spawn(self._remove(key))
        return collecting.replies()

    def _take(self, change: Change) -> None:
        if change.value is None:
            return
        key, dot, _ = change.key.partition(".")
        try:
            if not dot:
                self._obey(key, _CODEC.unpack(Order, change.value.data))
            elif key in self._collecting:
                self._collecting[key].take(change.key, _CODEC.unpack(Reply, change.value.data))
        except Refused as error:
            LOG.error("the order %s cannot be read: %s", change.key, error)

    def _obey(self, key: str, order: Order) -> None:
        if self._node in order.to and key not in self._done:
            self._done.append(key)
            self._tasks.spawn(self._carried_out(key, order))

    async def _carried_out(self, key: str, order: Order) -> None:
        rows: list[Row] = []
        unable = ""
        try:
            rows = await self._do(order.what, order.words)
        except Unable as error:
            unable = str(error)
        except Fault as error:
            unable = "The store does not answer."
            LOG.warning("an order was not carried out: %s", error)
        pieces = [rows[first : first + ROWS] for first in range(0, len(rows), ROWS)] or [[]]
        with suppress(Fault):  # whoever asked does without it
            for number, piece in enumerate(pieces):
                reply = Reply(self._node, json.dumps(piece, ensure_ascii=False), len(pieces), unable)
                await self._bucket.put(f"{key}.{self._node}.{number:04d}", _CODEC.pack(Reply, reply), 0)

    async def _remove(self, key: str) -> None:
        """Removes an order with its answers, and those that were left by nodes that are gone."""
        with suppress(Fault):  # others remove it as well, or the next one does
            found = await self._bucket.scan("")
            old = {one for one, value in found if "." not in one and self._is_old(value.data)}
            orders = {one for one, _ in found if "." not in one}
            for one, value in found:
                of = one.partition(".")[0]
                if of == key or of in old or of not in orders:
                    with suppress(Fault):
                        await self._bucket.delete(one, value.revision)

    def _is_old(self, data: bytes) -> bool:
        try:
            order: Order = _CODEC.unpack(Order, data)
        except Refused:
            return True
        return self._now() - order.at > LEFT_OVER
