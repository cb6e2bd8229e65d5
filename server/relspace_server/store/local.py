"""What the stores that live in one process have in common: watches and beats inside that process."""

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from time import monotonic

from relspace_server.store.beats import Beats
from relspace_server.store.bucket import Bucket, Change, Node, Store, Unavailable, Watch, checked_key
from relspace_server.store.watch import BucketWatch, Watchers


class LocalStore(Store):
    """A store that only this process uses."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Reads seconds that only grow from `clock`, for the beats."""
        self._buckets: dict[str, LocalBucket] = {}
        self._beats = Beats(clock)
        self.closed = False

    def bucket(self, name: str) -> Bucket:
        """The bucket of this name, the same object each time."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = self._make_bucket(checked_key(name))
        return bucket

    async def beat(self, node: str, ttl_ms: int, *, draining: bool = False) -> None:
        """Says that a node lives; see `Store.beat`."""
        self.check_open()
        self._beats.beat(Node(node, draining), ttl_ms)

    def nodes(self) -> tuple[Node, ...]:
        """The nodes that live, ordered by name."""
        return self._beats.nodes()

    def watch_nodes(self) -> Watch[tuple[Node, ...]]:
        """Follows the nodes that live: those of now first."""
        return self._beats.watch()

    def check_open(self) -> None:
        """Does nothing while the store is open.

        Raises:
            Unavailable: it has been closed.
        """
        if self.closed:
            raise Unavailable("the store has been closed")

    @abstractmethod
    def _make_bucket(self, name: str) -> "LocalBucket": ...

    def _end(self) -> None:
        """Refuses what comes from now on, and ends every watch."""
        self.closed = True
        self._beats.close()
        for bucket in self._buckets.values():
            bucket.watchers.close()


class LocalBucket(Bucket):
    """A bucket that only this process writes to."""

    def __init__(self, name: str, store: LocalStore) -> None:
        super().__init__(name)
        self._local = store
        self.watchers = Watchers()

    def watch(self, key: str | None) -> Watch[Change]:
        """Follows one key, or all of them; see `Bucket.watch`."""
        watch = BucketWatch(partial(self._current, key))
        self.watchers.add(None if key is None else checked_key(key), watch)
        if self._local.closed:
            watch.close()
        return watch

    async def _current(self, key: str | None) -> list[Change]:
        if key is not None:
            return [Change(key, await self.get(key))]
        return [Change(found, value) for found, value in await self.scan("")]
