"""Which nodes live, where one process is all there is."""

import asyncio
from collections.abc import Callable
from time import monotonic
from weakref import WeakSet

from relspace_server.store.bucket import Node, Watch
from relspace_server.store.watch import Feed


class Beats:
    """Remembers who beat, and for how long that counts."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Reads seconds that only grow from `clock`."""
        self._clock = clock
        self._alive: dict[str, tuple[Node, float]] = {}
        self._told: tuple[Node, ...] = ()
        self._feeds: WeakSet[Feed[tuple[Node, ...]]] = WeakSet()
        self._timer: asyncio.TimerHandle | None = None

    def beat(self, node: Node, ttl_ms: int) -> None:
        """Says that a node lives for so many milliseconds from now; 0 says that it has gone."""
        self._alive[node.name] = (node, self._clock() + ttl_ms / 1000)
        self.refresh()

    def nodes(self) -> tuple[Node, ...]:
        """Those that live now, ordered by name."""
        if not self._alive:  # asked often where one process is all there is
            return ()
        now = self._clock()
        return tuple(sorted(node for node, until in self._alive.values() if until > now))

    def watch(self) -> Watch[tuple[Node, ...]]:
        """Follows those that live."""
        feed: Feed[tuple[Node, ...]] = Feed()
        feed.offer("", self.nodes())
        self._feeds.add(feed)
        return feed

    def refresh(self) -> None:
        """Forgets the nodes whose time has run out, tells the watches what is new, and sets the timer anew."""
        now = self._clock()
        self._alive = {name: (node, until) for name, (node, until) in self._alive.items() if until > now}
        nodes = self.nodes()
        if nodes != self._told:
            self._told = nodes
            for feed in self._feeds:
                feed.offer("", nodes)
        self._stop_timer()
        if self._alive:
            wait = min(until for _, until in self._alive.values()) - now
            self._timer = asyncio.get_running_loop().call_later(wait, self.refresh)

    def close(self) -> None:
        """Ends the watches and the timer."""
        self._stop_timer()
        for feed in list(self._feeds):
            feed.close()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
