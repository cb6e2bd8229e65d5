"""What a store is: buckets of small values with compare-and-set and watches.

The same interface is kept by the memory of one process, by an SQLite file and by NATS. Nothing spans two values.

Revisions are positive, grow with every write and every deletion in a bucket, leave gaps, and are never used again,
not even after a deletion or a restart.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from typing import Final, Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from relspace.errors import Fault

MAX_VALUE: Final = 65_536
"""The most bytes that a value may have."""

MAX_KEY: Final = 256
"""The most bytes of UTF-8 that a key may have."""

AFTER_ALL_KEYS: Final = "\U0010ffff"
"""Sorts behind every key; no key holds it."""

T = TypeVar("T")


class Value(NamedTuple):
    """What a key holds."""

    data: bytes
    revision: int


class Change(NamedTuple):
    """The newest that is known of a key."""

    key: str
    value: Value | None
    """None when the key holds nothing."""


class Node(NamedTuple):
    """A server process that beats."""

    name: str
    draining: bool
    """Whether it is about to stop and takes nobody in."""


class StoreError(Fault):
    """An operation on a bucket failed."""


class Conflict(StoreError):
    """The key was not at the expected revision. Nothing was written."""

    def __init__(self, bucket: str, key: str, expected: int) -> None:
        super().__init__(f"{bucket}/{key} is not at revision {expected}")


class Unavailable(StoreError):
    """The store did not answer in time or could not carry it out. What was to be written may or may not be there."""


class TooLarge(StoreError):
    """The value has more bytes than a store keeps. Nothing was written."""

    def __init__(self, bucket: str, key: str, size: int) -> None:
        super().__init__(f"{bucket}/{key} has {size} bytes, more than the {MAX_VALUE} that a store keeps")


class StoreFault(Fault):
    """The store cannot be opened. The text is one line for the host: what is wrong, where, and what to do.

    Args:
        says: the line.
        code: a word by which docs/clustering.md, docs/hosting.md and programs know it; empty for none.
    """

    def __init__(self, says: str, code: str = "") -> None:
        super().__init__(f"{says} [{code}]" if code else says)
        self.says = says
        self.code = code


class Watch(AsyncIterator[T], ABC, Generic[T]):
    """A stream of what is newest. What its reader was too slow to take is replaced by what came later.

    It lasts until it is closed or nobody refers to it any more, or until the store closes.
    """

    @abstractmethod
    def close(self) -> None:
        """Ends the stream; whoever waits for it gets its end."""


class Bucket(ABC):
    """A set of named values.

    Keys are 1 to 256 bytes of printable text; anything else is a mistake of the program and raises ValueError.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @abstractmethod
    async def get(self, key: str) -> Value | None:
        """What the key holds; sees every write that was acknowledged before.

        Raises:
            Unavailable: the store does not answer.
        """

    @abstractmethod
    async def put(self, key: str, data: bytes, expected: int) -> int:
        """Writes a value if the key is at the expected revision, and returns the new one once it is safe.

        Args:
            key: where.
            data: at most `MAX_VALUE` bytes.
            expected: the revision of the value that is replaced, not that of a removal; 0 if the key must hold nothing.

        Raises:
            Conflict: the key is at another revision; nothing was written.
            Unavailable: it may or may not have been written.
            TooLarge: more bytes than a store keeps.
        """

    @abstractmethod
    async def delete(self, key: str, expected: int) -> int:
        """Removes a value if the key is at the expected revision, and returns the revision of the removal.

        Raises:
            Conflict: the key is at another revision or holds nothing; nothing was removed.
            Unavailable: it may or may not have been removed.
        """

    @abstractmethod
    def watch(self, key: str | None) -> Watch[Change]:
        """Follows one key, or all of them: what is there now first, then what is newest.

        The first change of a single key comes at once, with None if it holds nothing. A watch outlives failures of
        the store: it is silent until the store answers again.
        """

    @abstractmethod
    async def scan(self, prefix: str) -> list[tuple[str, Value]]:
        """All keys that begin with the prefix, with what they hold, in the order of the keys.

        Raises:
            Unavailable: the store does not answer.
        """

    def turn(self, key: str) -> asyncio.Lock:
        """The lock of whoever updates this key in this process; it is forgotten when nobody holds or awaits it."""
        lock = self._turns.get(key)
        if lock is None:
            lock = self._turns[key] = asyncio.Lock()
        return lock


class Store(ABC):
    """Buckets, and the nodes that share them."""

    @property
    def shared(self) -> bool:
        """Whether other processes may use the same buckets."""
        return False

    @abstractmethod
    def bucket(self, name: str) -> Bucket:
        """The bucket of this name, the same object each time."""

    @abstractmethod
    async def beat(self, node: str, ttl_ms: int, *, draining: bool = False) -> None:
        """Says that a node lives, for so many milliseconds; 0 says that it has gone.

        Raises:
            Unavailable: the store does not answer.
        """

    @abstractmethod
    def nodes(self) -> tuple[Node, ...]:
        """The nodes that live, as far as is known, ordered by name."""

    @abstractmethod
    def watch_nodes(self) -> Watch[tuple[Node, ...]]:
        """Follows the nodes that live: those of now first."""

    @abstractmethod
    def healthy(self) -> bool:
        """Whether the store carried out what it was last asked for."""

    @abstractmethod
    async def close(self) -> None:
        """Finishes what was asked for, ends every watch and lets go of everything. Later calls are Unavailable."""


def checked_key(key: str) -> str:
    """Returns a key that a bucket may have.

    Raises:
        ValueError: it is empty, too long, or not printable text.
    """
    if not key or not key.isprintable() or len(key.encode()) > MAX_KEY:
        raise ValueError(f"not a key: {key[:MAX_KEY]!r}")
    return key
