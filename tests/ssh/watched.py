"""A screen that a terminal emulator keeps, and waiting for something to come of what arrives."""

import asyncio
from collections.abc import Callable

import pyte

PATIENCE = 15.0
"""Seconds until something that must happen is missed."""


class Watched:
    """What somebody's terminal shows."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.received = bytearray()
        self.errors = bytearray()
        self._stream = pyte.ByteStream(self.screen)
        self._news = asyncio.Event()

    @property
    def text(self) -> str:
        """The screen, a line a row, without trailing spaces."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def until(self, wanted: Callable[[], object]) -> None:
        """Waits for something that comes of what the server sends."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not wanted():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"it does not happen; the screen is\n{self.text}\n{self.errors.decode()}") from None

    async def shows(self, text: str) -> None:
        """Waits for a text on the screen."""
        await self.until(lambda: text in self.text)
