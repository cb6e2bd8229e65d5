"""Which nodes live, told through NATS: each writes that it does, and everybody hears of it.

How long ago a node was heard of is measured with a clock that stands still while this process is cut off. Somebody who
hears nothing takes nobody for gone.
"""

import json
from collections.abc import Callable
from time import monotonic
from typing import Final

from relspace_server.store.beats import Beats
from relspace_server.store.bucket import Change, Node, Watch
from relspace_server.store.following import follow
from relspace_server.store.nats_bucket import NatsBucket

GRACE_S: Final = 6.0
"""Seconds after a beat of one's own that was acknowledged in which one is taken to hear the others."""

LEFT_TTL: Final = "60s"


class HeardClock:
    """Seconds in which this process could hear the others."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lost = 0.0
        self._heard = clock()
        self._until = float("inf")
        """Until when it runs on without a beat of one's own."""

    def __call__(self) -> float:
        """What it shows."""
        return min(self._clock(), self._until) - self._lost

    def heard(self) -> None:
        """A beat of one's own was acknowledged.

        After a time in which none was, the clock goes back to the last one: the others need a while to beat again.
        """
        now = self._clock()
        if now > self._until:
            self._lost += now - self._heard
        self._heard, self._until = now, now + GRACE_S


class NatsBeats:
    """The beats of all nodes.

    Args:
        bucket: where they are.
        clock: seconds that only grow.
    """

    def __init__(self, bucket: NatsBucket, clock: Callable[[], float] = monotonic) -> None:
        self._bucket = bucket
        self._clock = HeardClock(clock)
        self._beats = Beats(self._clock)
        self._watch: Watch[Change] = bucket.watch(None)
        self._own: set[str] = set()

    async def beat(self, node: Node, ttl_ms: int) -> None:
        """Says that a node lives for so many milliseconds; 0 says that it has gone.

        Raises:
            Unavailable: NATS does not answer.
        """
        said = json.dumps({"ttl": ttl_ms, "draining": node.draining}).encode() if ttl_ms else None
        await self._bucket.set(node.name, said, f"{max(1, ttl_ms // 1000)}s" if ttl_ms else LEFT_TTL)
        self._own.add(node.name)
        self._clock.heard()
        self._beats.beat(node, ttl_ms)

    def nodes(self) -> tuple[Node, ...]:
        """Those that live, ordered by name."""
        return self._beats.nodes()

    def watch(self) -> Watch[tuple[Node, ...]]:
        """Follows those that live."""
        return self._beats.watch()

    async def load(self) -> None:
        """Takes those that beat before: they are given their whole time from now on."""
        for key, value in await self._bucket.scan(""):
            self._take(Change(key, value))

    async def follow(self) -> None:
        """Takes the beats of others until the watch ends."""
        await follow(self._watch, self._take, "beats")

    def close(self) -> None:
        """Ends the watches."""
        self._watch.close()
        self._beats.close()

    def _take(self, change: Change) -> None:
        if change.key in self._own:
            return
        if change.value is None:
            self._beats.beat(Node(change.key, draining=False), 0)
            return
        try:
            said = json.loads(change.value.data)
            node, ttl = Node(change.key, bool(said["draining"])), int(said["ttl"])
        except (ValueError, TypeError, KeyError):
            return
        self._beats.beat(node, ttl)
