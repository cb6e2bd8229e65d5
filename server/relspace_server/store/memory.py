"""A store in the memory of one process. It forgets everything when the process ends: for tests."""

import asyncio
from itertools import count

from relspace_server.store.bucket import MAX_VALUE, Change, Conflict, TooLarge, Value, checked_key
from relspace_server.store.local import LocalBucket, LocalStore


class MemoryStore(LocalStore):
    """Keeps buckets in memory."""

    def healthy(self) -> bool:
        """Whether it is open: memory does not fail."""
        return not self.closed

    async def close(self) -> None:
        """Ends every watch and refuses what comes later."""
        self._end()

    def _make_bucket(self, name: str) -> LocalBucket:
        return MemoryBucket(name, self)


class MemoryBucket(LocalBucket):
    """A dictionary with revisions."""

    def __init__(self, name: str, store: MemoryStore) -> None:
        super().__init__(name, store)
        self._store = store
        self._values: dict[str, Value] = {}
        self._revisions = count(1)

    async def get(self, key: str) -> Value | None:
        """What the key holds; see `Bucket.get`."""
        await self._answer()
        return self._values.get(checked_key(key))

    async def put(self, key: str, data: bytes, expected: int) -> int:
        """Writes a value at the expected revision; see `Bucket.put`."""
        if len(data) > MAX_VALUE:
            raise TooLarge(self.name, key, len(data))
        await self._answer()
        self._expect(checked_key(key), expected)
        value = self._values[key] = Value(bytes(data), next(self._revisions))
        self.watchers.tell(Change(key, value), value.revision)
        return value.revision

    async def delete(self, key: str, expected: int) -> int:
        """Removes a value at the expected revision; see `Bucket.delete`."""
        await self._answer()
        self._expect(checked_key(key), expected)
        if self._values.pop(key, None) is None:
            raise Conflict(self.name, key, expected)
        revision = next(self._revisions)
        self.watchers.tell(Change(key, None), revision)
        return revision

    async def scan(self, prefix: str) -> list[tuple[str, Value]]:
        """All keys with the prefix; see `Bucket.scan`."""
        await self._answer()
        return sorted(item for item in self._values.items() if item[0].startswith(prefix))

    async def _answer(self) -> None:
        """Lets others run first, as any store does that has to wait for a disk or a network."""
        await asyncio.sleep(0)
        self._store.check_open()

    def _expect(self, key: str, expected: int) -> None:
        found = self._values.get(key)
        if (found.revision if found else 0) != expected:
            raise Conflict(self.name, key, expected)
