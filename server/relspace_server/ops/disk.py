"""Watches how much disk is left: on a full one no move can be stored."""

import asyncio
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from relspace_server.counts import Counts

LOOK_EVERY: Final = 30.0
"""Seconds between two looks."""


class DiskWatch:
    """Asks the system in a thread, since a disk that hangs must not keep anybody waiting.

    Args:
        counts: where it is noted.
        folder: somewhere on the disk.
    """

    def __init__(self, counts: Counts, folder: Path) -> None:
        self._counts = counts
        self._folder = folder
        self._watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Looks, and begins to look again now and then."""
        await self.look()
        self._watching = asyncio.get_running_loop().create_task(self._watch(), name="disk")

    async def close(self) -> None:
        """Stops watching."""
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching

    async def look(self) -> None:
        """Notes what is left now; what was known stays if the system does not say."""
        with suppress(OSError):
            self._counts.disk_free = (await asyncio.to_thread(shutil.disk_usage, self._folder)).free

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.look()
