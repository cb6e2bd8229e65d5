"""The message of the day: one line of the host's that everybody in the lobby reads."""

import asyncio
from collections.abc import Callable
from typing import Final

from relspace.text import clean
from relspace_server.standing import Standing
from relspace_server.store.bucket import Change, Conflict, Store
from relspace_server.store.following import follow

KEY: Final = "motd"
COLUMNS: Final = 300
BYTES: Final = 1_024


class MessageOfTheDay:
    """Keeps it in the bucket `host`, and follows what other processes make of it.

    Args:
        store: where it is kept.
        standing: where it is shown.
        changed: called when it has changed.
    """

    def __init__(self, store: Store, standing: Standing, changed: Callable[[], None]) -> None:
        self._bucket = store.bucket("host")
        self._watch = self._bucket.watch(KEY)
        self._standing = standing
        self._changed = changed
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Reads it.

        Raises:
            Fault: the store does not answer.
        """
        value = await self._bucket.get(KEY)
        self._show(value.data if value is not None else b"")
        self._task = asyncio.get_running_loop().create_task(
            follow(self._watch, self._take, "the message of the day"), name="motd"
        )

    async def close(self) -> None:
        """Follows no more."""
        self._watch.close()
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def set(self, text: str) -> str:
        """Puts another one in its place, or none if the text is empty; returns it as it is shown.

        Raises:
            Fault: the store does not answer.
        """
        safe = clean(text, COLUMNS, BYTES)
        while True:
            value = await self._bucket.get(KEY)
            try:
                await self._bucket.put(KEY, safe.encode(), value.revision if value is not None else 0)
            except Conflict:
                continue
            self._show(safe.encode())
            return safe

    def _take(self, change: Change) -> None:
        self._show(change.value.data if change.value is not None else b"")

    def _show(self, data: bytes) -> None:
        text = clean(data.decode("utf-8", "replace"), COLUMNS, BYTES)
        if text != self._standing.motd:
            self._standing.motd = text
            self._changed()
