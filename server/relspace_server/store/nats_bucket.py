"""One bucket, kept by a JetStream stream: a value is the newest message of a subject, its revision the sequence."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from relspace_server.store.bucket import (
    MAX_VALUE,
    Bucket,
    Change,
    Conflict,
    TooLarge,
    Unavailable,
    Value,
    Watch,
    checked_key,
)
from relspace_server.store.nats_entries import OPERATION, Entries, Entry, entry_of
from relspace_server.store.nats_frontier import Frontier, Removed
from relspace_server.store.nats_keys import Place
from relspace_server.store.nats_link import FAILURES, NatsLink, NatsRefusal
from relspace_server.store.watch import BucketWatch, Watchers

log = logging.getLogger(__name__)

EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"
TTL: Final = "Nats-TTL"

WRONG_SEQUENCE: Final = (10_071, 10_164)
"""Both say that the key is at another revision."""

TOO_LARGE: Final = 10_054

MARKER_TTL: Final = "24h"
"""How long NATS remembers that a key was removed: as long as anybody may have been away."""

CREATE_TRIES: Final = 3

PROBE: Final = "~probe"
"""The key of writes that only try whether something can be written; nothing else is called so, and nobody is told."""


class NatsBucket(Bucket):
    """A stream of values.

    Args:
        place: how it is called in NATS.
        link: the connection.
        ready: makes the stream, the first time; raises as it does.
        told: told whether a write to the bucket of that name was answered.
    """

    def __init__(
        self, place: Place, link: NatsLink, ready: Callable[[Place], Awaitable[None]], told: Callable[[str, bool], None]
    ) -> None:
        super().__init__(place.bucket)
        self.place = place
        self.watchers = Watchers()
        self._link = link
        self._entries = Entries(place, link)
        self._ready = ready
        self._told = told
        self._closed = False
        self._subscriptions: dict[str | None, Subscription] = {}
        self._frontier = Frontier()
        self._removed = Removed()
        self._writing: dict[str, int] = {}
        self._held: dict[str, Entry] = {}
        """News of keys that are being written here: most likely of that very write."""

    # ── reading and writing ──────────────────────────────────────────────────────────────────────────────────────

    async def get(self, key: str) -> Value | None:
        """What the key holds; see `Bucket.get`."""
        entry = await self._entry(checked_key(key))
        return entry.value if entry is not None else None

    async def put(self, key: str, data: bytes, expected: int) -> int:
        """Writes a value at the expected revision; see `Bucket.put`."""
        if len(data) > MAX_VALUE:
            raise TooLarge(self.name, key, len(data))
        checked_key(key)
        self._refuse_removed(key, expected)
        data = bytes(data)
        try:
            return await self._write(key, data, expected, {})
        except Conflict:
            if expected:
                raise
        for _ in range(CREATE_TRIES):
            found = await self._entry(key)
            if found is not None and found.value is not None:
                break
            with suppress(Conflict):
                return await self._write(key, data, found.revision if found else 0, {})
        raise Conflict(self.name, key, expected)

    async def delete(self, key: str, expected: int) -> int:
        """Removes a value at the expected revision; see `Bucket.delete`."""
        checked_key(key)
        if expected <= 0:
            raise Conflict(self.name, key, expected)
        self._refuse_removed(key, expected)
        return await self._write(key, None, expected, {OPERATION: "DEL", TTL: MARKER_TTL})

    async def set(self, key: str, data: bytes | None, ttl: str) -> int:
        """Writes or removes whatever revision the key is at, and lets NATS forget it after a while, such as `12s`.

        Raises:
            Unavailable: it may or may not have been written.
        """
        headers = {TTL: ttl} if data is not None else {TTL: ttl, OPERATION: "DEL"}
        return await self._write(key, data, None, headers)

    async def probe(self) -> None:
        """Tries whether something can be written.

        Raises:
            Unavailable: it cannot.
        """
        await self.set(PROBE, None, "5s")

    async def scan(self, prefix: str) -> list[tuple[str, Value]]:
        """All keys with the prefix; see `Bucket.scan`."""
        await self._open()
        entries, _ = await self._entries.all()
        return sorted(
            (entry.key, entry.value)
            for entry in entries.values()
            if entry.value is not None and entry.key.startswith(prefix)
        )

    async def entries(self) -> AsyncIterator[Entry]:
        """All that is kept, one after the other, for whoever cannot hold it all; see `Entries.each`."""
        await self._open()
        async for entry in self._entries.each():
            yield entry

    async def _write(self, key: str, data: bytes | None, expected: int | None, headers: dict[str, str]) -> int:
        if expected is not None:
            headers[EXPECTED] = str(expected)
        await self._open()
        self._writing[key] = self._writing.get(key, 0) + 1
        try:
            answer = await self._link.ask(self.place.value(key), data or b"", headers)
        except NatsRefusal as refusal:
            self._told(self.name, refusal.code in (*WRONG_SEQUENCE, TOO_LARGE))
            raise self._failure(key, data, expected, refusal) from None
        except Unavailable:
            self._told(self.name, False)
            raise
        else:
            self._told(self.name, True)
            revision = int(answer["seq"])
            self._learn(Entry(key, None if data is None else Value(data, revision), revision))
            return revision
        finally:
            self._written(key)

    def _refuse_removed(self, key: str, expected: int) -> None:
        """Refuses the revision of a removal, at which NATS would write: only who has removed the key knows it."""
        if expected and self._removed.at(key) == expected:
            raise Conflict(self.name, key, expected)

    def _failure(self, key: str, data: bytes | None, expected: int | None, refusal: NatsRefusal) -> Exception:
        if refusal.code in WRONG_SEQUENCE:
            return Conflict(self.name, key, expected or 0)
        if refusal.code == TOO_LARGE:
            return TooLarge(self.name, key, len(data or b""))
        return Unavailable(f"NATS does not write {self.name}/{key}: {refusal}")

    async def _entry(self, key: str) -> Entry | None:
        await self._open()
        return await self._entries.of(key)

    async def _open(self) -> None:
        if self._closed:
            raise Unavailable("the store has been closed")
        await self._ready(self.place)

    # ── watching ─────────────────────────────────────────────────────────────────────────────────────────────────

    def watch(self, key: str | None) -> Watch[Change]:
        """Follows one key, or all of them; see `Bucket.watch`."""
        watch = BucketWatch(partial(self._begin, key))
        self.watchers.add(None if key is None else checked_key(key), watch)
        if self._closed:
            watch.close()
        return watch

    async def _begin(self, key: str | None) -> list[Change]:
        """Hears of what comes, then looks at what is there."""
        await self._open()
        if key not in self._subscriptions:
            self._subscriptions[key] = await self._link.subscribe(self.place.news(key), self._heard)
        if key is not None:
            return [Change(key, await self.get(key))]
        entries, last = await self._entries.all()
        for entry in entries.values():
            self._learn(entry)
        self._frontier.reach(last)
        return [Change(entry.key, entry.value) for entry in entries.values() if entry.value is not None]

    async def _heard(self, message: Msg) -> None:
        """Takes what is told of a value that was stored."""
        headers = message.headers or {}
        revision = int(headers["Nats-Sequence"])
        entry = entry_of(message.subject, revision, message.data, headers.get(OPERATION, ""))
        self._frontier.heard(revision)
        if entry.key in self._writing:
            held = self._held.get(entry.key)
            if held is None or held.revision < revision:
                self._held[entry.key] = entry
        else:
            self._learn(entry)

    def _written(self, key: str) -> None:
        """A write has ended, one way or another; what was heard of its key meanwhile is told."""
        self._writing[key] -= 1
        if not self._writing[key]:
            del self._writing[key]
            held = self._held.pop(key, None)
            if held is not None:
                self._learn(held)

    def _learn(self, entry: Entry) -> None:
        """Tells the watches of a value, unless something newer is known."""
        if entry.key != PROBE and self._removed.newer(entry.key, entry.revision, removed=entry.value is None):
            self.watchers.tell(Change(entry.key, entry.value), entry.revision)

    async def catch_up(self) -> None:
        """Tells the watches what they may have missed: what is told again is told at most once.

        Raises:
            Unavailable: NATS does not answer.
        """
        for key in list(self._subscriptions):
            if not self.watchers.follows(key):
                with suppress(*FAILURES):
                    await self._subscriptions.pop(key).unsubscribe()
            elif key is not None:
                entry = await self._entry(key)
                if entry is not None:
                    self._learn(entry)
            else:
                last = await self._entries.last_sequence()
                async for entry in self._entries.after(self._frontier.reached, last):
                    self._learn(entry)
                self._frontier.reach(last)

    def close(self) -> None:
        """Ends every watch; what comes later is Unavailable."""
        self._closed = True
        self.watchers.close()
