"""A store that notes how long the one behind it takes."""

from collections.abc import Awaitable
from time import perf_counter
from typing import TypeVar

from typing_extensions import override

from relspace_server.counts import Counts, Latency
from relspace_server.store.bucket import Bucket, Change, Node, Store, Unavailable, Value, Watch

T = TypeVar("T")


class TimedStore(Store):
    """Hands everything on.

    Args:
        store: does the work.
        counts: where it is noted.
    """

    def __init__(self, store: Store, counts: Counts) -> None:
        self._store = store
        self._counts = counts
        self._buckets: dict[str, TimedBucket] = {}

    @property
    @override
    def shared(self) -> bool:
        """Whether other processes may use the same buckets."""
        return self._store.shared

    @override
    def bucket(self, name: str) -> Bucket:
        """The bucket of this name, the same object each time."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = TimedBucket(self._store.bucket(name), self._counts)
        return bucket

    @override
    async def beat(self, node: str, ttl_ms: int, *, draining: bool = False) -> None:
        """Says that a node lives; see `Store.beat`."""
        await self._store.beat(node, ttl_ms, draining=draining)

    @override
    def nodes(self) -> tuple[Node, ...]:
        """The nodes that live."""
        return self._store.nodes()

    @override
    def watch_nodes(self) -> Watch[tuple[Node, ...]]:
        """Follows the nodes that live."""
        return self._store.watch_nodes()

    @override
    def healthy(self) -> bool:
        """Whether the store carried out what it was last asked for."""
        return self._store.healthy()

    @override
    async def close(self) -> None:
        """Closes the store."""
        await self._store.close()


class TimedBucket(Bucket):
    """Hands everything on, and notes how long it took."""

    def __init__(self, bucket: Bucket, counts: Counts) -> None:
        super().__init__(bucket.name)
        self._bucket = bucket
        self._counts = counts

    @override
    async def get(self, key: str) -> Value | None:
        """What the key holds; see `Bucket.get`."""
        return await self._timed(self._bucket.get(key), self._counts.store_reads)

    @override
    async def put(self, key: str, data: bytes, expected: int) -> int:
        """Writes a value; see `Bucket.put`."""
        return await self._timed(self._bucket.put(key, data, expected), self._counts.store_writes)

    @override
    async def delete(self, key: str, expected: int) -> int:
        """Removes a value; see `Bucket.delete`."""
        return await self._timed(self._bucket.delete(key, expected), self._counts.store_writes)

    @override
    async def scan(self, prefix: str) -> list[tuple[str, Value]]:
        """All keys with the prefix; see `Bucket.scan`."""
        return await self._timed(self._bucket.scan(prefix), self._counts.store_reads)

    @override
    def watch(self, key: str | None) -> Watch[Change]:
        """Follows one key, or all of them; see `Bucket.watch`."""
        return self._bucket.watch(key)

    async def _timed(self, work: Awaitable[T], latency: Latency) -> T:
        began = perf_counter()
        try:
            return await work
        except Unavailable:
            self._counts.store_failures += 1
            raise
        finally:
            latency.add(perf_counter() - began)
