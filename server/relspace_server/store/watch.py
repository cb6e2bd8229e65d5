"""Watches inside one process: streams that keep only what is newest."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar
from weakref import WeakSet

from relspace_server.store.bucket import Change, Unavailable, Watch

T = TypeVar("T")

RETRY_S: Final = 0.2
"""Seconds until a watch asks again for what is there now, when the store did not answer."""


class Feed(Watch[T]):
    """A stream with one place per slot; a newer item takes the place of the one that is still there."""

    def __init__(self) -> None:
        # A plain dictionary looks for its first entry past all that were taken before: a long list would take for ever.
        self._pending: OrderedDict[str, T] = OrderedDict()
        self._wake = asyncio.Event()
        self._ended = False

    def offer(self, slot: str, item: T) -> None:
        """Puts an item into a slot."""
        self._pending[slot] = item
        self._wake.set()

    @property
    def ended(self) -> bool:
        """Whether it was closed."""
        return self._ended

    def close(self) -> None:
        """Ends the stream."""
        self._ended = True
        self._pending.clear()
        self._wake.set()

    async def __anext__(self) -> T:
        while not self._pending:
            if self._ended:
                raise StopAsyncIteration
            self._wake.clear()
            await self._wake.wait()
        return self._pending.popitem(last=False)[1]


class BucketWatch(Feed[Change]):
    """Follows keys of a bucket: first what `load` finds, then what the bucket tells; never anything older."""

    def __init__(
        self,
        load: Callable[[], Awaitable[list[Change]]],
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        super().__init__()
        self._load: Callable[[], Awaitable[list[Change]]] | None = load
        self._sleep = sleep
        self._seen: dict[str, int] = {}

    def take(self, change: Change, revision: int) -> None:
        """Takes what became of a key at a revision, unless something newer is known.

        Changes that come after what `load` found come in order, so that removed keys need not be remembered.
        """
        if revision <= self._seen.get(change.key, -1):
            return
        if change.value is None and self._load is None:
            self._seen.pop(change.key, None)
        else:
            self._seen[change.key] = revision
        self.offer(change.key, change)

    async def __anext__(self) -> Change:
        if self._load is not None:
            await self._begin(self._load)
        return await super().__anext__()

    async def _begin(self, load: Callable[[], Awaitable[list[Change]]]) -> None:
        while not self._ended:
            try:
                found = await load()
            except Unavailable:
                await self._sleep(RETRY_S)
                continue
            for change in found:
                self.take(change, change.value.revision if change.value else 0)
            self._load = None
            return


class Watchers:
    """The watches of one bucket. Those that nobody refers to any more vanish by themselves."""

    def __init__(self) -> None:
        self._all: WeakSet[BucketWatch] = WeakSet()
        self._keyed: dict[str, WeakSet[BucketWatch]] = {}

    def add(self, key: str | None, watch: BucketWatch) -> None:
        """Lets a watch follow one key or all of them."""
        if key is None:
            self._all.add(watch)
        else:
            self._keyed.setdefault(key, WeakSet()).add(watch)

    def follows(self, key: str | None) -> bool:
        """Whether a watch that goes on follows this key alone; for None, whether one follows all keys."""
        group = self._all if key is None else self._keyed.get(key, ())
        return any(not watch.ended for watch in group)

    def tell(self, change: Change, revision: int) -> None:
        """Tells those who follow the key what became of it."""
        for watch in self._all:
            watch.take(change, revision)
        keyed = self._keyed.get(change.key)
        if keyed is None:
            return
        for watch in keyed:
            watch.take(change, revision)
        if not keyed:
            del self._keyed[change.key]

    def close(self) -> None:
        """Ends every watch."""
        for group in (self._all, *self._keyed.values()):
            for watch in list(group):
                watch.close()
        self._all.clear()
        self._keyed.clear()
