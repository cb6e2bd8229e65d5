"""A store that hands everything on to another one: what tests make stores of that stop, fail or count."""

from relspace_server.store.bucket import Bucket, Change, Node, Store, Value, Watch


class WrappedStore(Store):
    """Hands everything on; `wrap` says what its buckets do on the way."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self._buckets: dict[str, Bucket] = {}

    def wrap(self, bucket: Bucket) -> Bucket:
        return bucket

    def bucket(self, name: str) -> Bucket:
        if name not in self._buckets:
            self._buckets[name] = self.wrap(self.inner.bucket(name))
        return self._buckets[name]

    async def beat(self, node: str, ttl_ms: int, *, draining: bool = False) -> None:
        await self.inner.beat(node, ttl_ms, draining=draining)

    def nodes(self) -> tuple[Node, ...]:
        return self.inner.nodes()

    def watch_nodes(self) -> Watch[tuple[Node, ...]]:
        return self.inner.watch_nodes()

    def healthy(self) -> bool:
        return self.inner.healthy()

    async def close(self) -> None:
        await self.inner.close()


class WrappedBucket(Bucket):
    """Hands everything on."""

    def __init__(self, inner: Bucket) -> None:
        super().__init__(inner.name)
        self.inner = inner

    async def get(self, key: str) -> Value | None:
        return await self.inner.get(key)

    async def put(self, key: str, data: bytes, expected: int) -> int:
        return await self.inner.put(key, data, expected)

    async def delete(self, key: str, expected: int) -> int:
        return await self.inner.delete(key, expected)

    async def scan(self, prefix: str) -> list[tuple[str, Value]]:
        return await self.inner.scan(prefix)

    def watch(self, key: str | None) -> Watch[Change]:
        return self.inner.watch(key)
