"""What admins did: who, when, and with which words.

Each entry is a value of its own in the bucket `audit`, under its time, a number and a random end: they are in order,
and no two can meet. It is written before the thing is done: what is not in the log was not done. Why something could
not be done is added afterwards.
"""

import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, NamedTuple

from relspace.codec.codec import Codec
from relspace.errors import Fault, Unreadable
from relspace.text import clean
from relspace_server.store.bucket import Conflict, Store, Value

LOG: Final = logging.getLogger(__name__)

KEPT: Final = 10_000
"""Entries that are kept; beyond, the oldest go."""

SLACK: Final = 100
"""Entries more than that before the oldest are looked for, since looking reads them all."""

WORDS_COLUMNS: Final = 1_000
WORDS_BYTES: Final = 4_000

_CODEC: Final = Codec()


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that an admin did."""

    at: int
    """Wall-clock milliseconds."""
    who: str
    """The key's fingerprint, or `local` and the user of this machine."""
    address: str
    words: str
    """What was asked for, in the admin's words."""
    done: bool = False
    """Whether it was done. If not, and nothing says why, it is on its way, or nobody knows."""
    failed: str = ""
    """Why it was not done, or not everywhere."""


class Written(NamedTuple):
    """An entry that is in the log, and where."""

    entry: Entry
    key: str
    revision: int


class Audit:
    """The log of a store.

    Args:
        store: where it is kept, in the bucket `audit`.
        now: wall-clock milliseconds.
        kept: how many entries.
    """

    def __init__(self, store: Store, now: Callable[[], int], kept: int = KEPT) -> None:
        self._bucket = store.bucket("audit")
        self._now = now
        self._kept = kept
        self._since_look = SLACK
        self._numbers = count()

    async def write(self, who: str, address: str, words: str) -> Written:
        """Adds an entry.

        Raises:
            Fault: the store does not answer; then nothing is to be done.
        """
        entry = Entry(self._now(), who, address, clean(words, WORDS_COLUMNS, WORDS_BYTES))
        key = f"{entry.at:015d}-{next(self._numbers):09d}-{secrets.token_hex(6)}"
        revision = await self._bucket.put(key, _CODEC.pack(Entry, entry), 0)
        self._since_look += 1
        if self._since_look >= SLACK:
            self._since_look = 0
            with suppress(Fault):  # the entry is written: what it tells of is to be done
                await self._bound()
        return Written(entry, key, revision)

    async def finish(self, written: Written, failed: str = "") -> None:
        """Adds to an entry that it was done, or why not; changes nothing if the store does not answer or it is gone."""
        entry = replace(written.entry, done=not failed, failed=clean(failed, WORDS_COLUMNS, WORDS_BYTES))
        with suppress(Fault):
            await self._bucket.put(written.key, _CODEC.pack(Entry, entry), written.revision)

    async def last(self, number: int) -> list[Entry]:
        """The newest entries, oldest of them first.

        Raises:
            Fault: the store does not answer.
        """
        found = await self._bucket.scan("")
        entries = (_entry(key, value) for key, value in found[-number:])
        return [entry for entry in entries if entry is not None]

    async def _bound(self) -> None:
        found = await self._bucket.scan("")
        for key, value in found[: max(0, len(found) - self._kept)]:
            with suppress(Conflict):  # another process was quicker
                await self._bucket.delete(key, value.revision)


def _entry(key: str, value: Value) -> Entry | None:
    """An entry that is kept; None of one that cannot be read, such as one that a newer version has written."""
    try:
        entry: Entry = _CODEC.unpack(Entry, value.data)
    except Unreadable as error:
        LOG.error("the entry %s of the audit log cannot be read and is left out: %s", key, error)
        return None
    return entry
