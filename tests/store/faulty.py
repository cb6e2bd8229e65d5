"""A bucket that fails on request, before or after it has done what it was asked for."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Literal, TypeAlias

from relspace_server.store.bucket import Bucket, Conflict, Unavailable, Value

from .wrapped import WrappedBucket

Mishap: TypeAlias = Literal["fine", "lost before", "lost after", "late", "rival"]
"""What happens to one call:

`lost before`: not carried out, and no answer. `lost after`: carried out, and no answer. `late`: no answer, and carried
out only after the next read. `rival`: somebody else changes the key just before.
"""


class FaultyBucket(WrappedBucket):
    """Wraps a bucket. Each read and each write takes the next mishap of its list; after the last all is fine."""

    def __init__(
        self,
        inner: Bucket,
        reads: Iterable[Mishap] = (),
        writes: Iterable[Mishap] = (),
        rival: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        super().__init__(inner)
        self.reads = list(reads)
        self.writes = list(writes)
        self.rival = rival
        self.calls: list[str] = []
        self._late: list[tuple[str, bytes, int]] = []

    async def get(self, key: str) -> Value | None:
        self.calls.append("get")
        mishap = self.reads.pop(0) if self.reads else "fine"
        if mishap == "lost before":
            raise Unavailable("no answer")
        found = await self.inner.get(key)
        while self._late:
            await self._try(*self._late.pop())
        if mishap == "lost after":
            raise Unavailable("no answer")
        return found

    async def put(self, key: str, data: bytes, expected: int) -> int:
        self.calls.append("put")
        mishap = self.writes.pop(0) if self.writes else "fine"
        if mishap == "rival" and self.rival is not None:
            await self.rival()
        if mishap == "late":
            self._late.append((key, data, expected))
        if mishap in ("late", "lost before"):
            raise Unavailable("no answer")
        revision = await self.inner.put(key, data, expected)
        if mishap == "lost after":
            raise Unavailable("no answer")
        return revision

    async def _try(self, key: str, data: bytes, expected: int) -> None:
        try:
            await self.inner.put(key, data, expected)
        except Conflict:
            self.calls.append("late conflict")
