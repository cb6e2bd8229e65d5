"""Reading a stream: one key, all keys, and what came after a sequence."""

import base64
import binascii
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from nats.js.errors import APIError

from relspace_server.store.bucket import Unavailable, Value
from relspace_server.store.nats_keys import Place, key_of
from relspace_server.store.nats_link import FAILURES, NatsLink, NatsRefusal

OPERATION: Final = "KV-Operation"
REMOVED: Final = ("DEL", "PURGE")

NO_MESSAGE: Final = 10_037

BATCH: Final = 256
"""Values that are read in one go."""


class Entry(NamedTuple):
    """What NATS keeps of a key: a value, or the mark that it was removed."""

    key: str
    value: Value | None
    revision: int


class Entries:
    """What a stream keeps.

    Args:
        place: how the bucket is called in NATS.
        link: the connection.
    """

    def __init__(self, place: Place, link: NatsLink) -> None:
        self._place = place
        self._link = link

    async def of(self, key: str) -> Entry | None:
        """What is kept of a key.

        Raises:
            Unavailable: NATS does not answer.
        """
        return await self.message({"last_by_subj": self._place.value(key)})

    async def message(self, question: dict[str, Any]) -> Entry | None:
        """A message of the stream, read by its leader; None if there is none."""
        subject = f"$JS.API.STREAM.MSG.GET.{self._place.stream}"
        try:
            answer = await self._link.ask(subject, json.dumps(question).encode())
        except NatsRefusal as refusal:
            if refusal.code == NO_MESSAGE:
                return None
            raise Unavailable(f"NATS does not read {self._place.bucket}: {refusal}") from None
        message = answer["message"]
        return entry_of(
            message["subject"],
            message["seq"],
            _decoded(message.get("data", "")),
            _operation(_decoded(message.get("hdrs", ""))),
        )

    async def all(self) -> tuple[dict[str, Entry], int]:
        """All that is kept, by key, and the sequence up to which that is everything.

        A consumer reads quickly, but maybe from a server that is behind; what came later is asked of the leader.
        """
        found: dict[str, Entry] = {}
        newest = 0
        try:
            async for entry in self._consumed():
                found[entry.key] = entry
                newest = max(newest, entry.revision)
        except FAILURES as error:
            raise Unavailable(f"NATS does not list {self._place.bucket}: {error}") from None
        last = await self.last_sequence()
        async for entry in self.after(newest, last):
            found[entry.key] = entry
        return found, last

    async def each(self) -> AsyncIterator[Entry]:
        """All that is kept, one after the other; what changes meanwhile comes again.

        Raises:
            Unavailable: NATS does not answer.
        """
        newest = 0
        try:
            async for entry in self._consumed():
                newest = max(newest, entry.revision)
                yield entry
        except FAILURES as error:
            raise Unavailable(f"NATS does not list {self._place.bucket}: {error}") from None
        async for entry in self.after(newest, await self.last_sequence()):
            yield entry

    async def _consumed(self) -> AsyncIterator[Entry]:
        streams, stream = self._link.streams, self._place.stream
        config = ConsumerConfig(
            deliver_policy=DeliverPolicy.LAST_PER_SUBJECT,
            ack_policy=AckPolicy.NONE,
            num_replicas=1,
            mem_storage=True,
            inactive_threshold=30.0,
        )
        reader = await streams.pull_subscribe(self._place.all_values, stream=stream, config=config)
        try:
            consumer = await reader.consumer_info()
            left = consumer.num_pending or 0
            while left:
                for message in await reader.fetch(min(left, BATCH), timeout=5):
                    left = message.metadata.num_pending
                    operation = (message.headers or {}).get(OPERATION, "")
                    yield entry_of(message.subject, message.metadata.sequence.stream, message.data, operation)
            with suppress(APIError):
                await streams.delete_consumer(stream, consumer.name)
        finally:
            await reader.unsubscribe()

    async def after(self, sequence: int, last: int) -> AsyncIterator[Entry]:
        """What was written after a sequence, up to another one, oldest first."""
        while sequence < last:
            entry = await self.message({"seq": sequence + 1, "next_by_subj": self._place.all_values})
            if entry is None:
                break
            yield entry
            sequence = entry.revision

    async def last_sequence(self) -> int:
        """The sequence that was written last, as the leader knows.

        Raises:
            Unavailable: NATS does not answer.
        """
        try:
            answer = await self._link.ask(f"$JS.API.STREAM.INFO.{self._place.stream}")
        except NatsRefusal as refusal:
            raise Unavailable(f"NATS does not know {self._place.bucket}: {refusal}") from None
        return int(answer["state"]["last_seq"])


def entry_of(subject: str, sequence: int, data: bytes | None, operation: str) -> Entry:
    """What a message says of a key; `operation` is the one in its headers."""
    value = None if operation in REMOVED else Value(data or b"", sequence)
    return Entry(key_of(subject), value, sequence)


def _decoded(text: str | None) -> bytes:
    try:
        return base64.b64decode(text or "")
    except binascii.Error:
        raise Unavailable("NATS answered something that is not base64") from None


def _operation(headers: bytes) -> str:
    """The operation in the headers of a stored message."""
    for line in headers.decode("utf-8", "replace").splitlines():
        name, _, value = line.partition(":")
        if name.strip() == OPERATION:
            return value.strip()
    return ""
