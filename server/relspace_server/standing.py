"""What holds for the whole server at the moment: the message of the day, and whether it is about to stop."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from relspace.errors import NotNow


class Standing:
    """Set by the host, read by the rooms."""

    def __init__(self) -> None:
        self.motd = ""
        """The message of the day; empty where there is none."""
        self.open = False
        """Whether people can come in."""
        self.draining = False
        """Whether nothing new is begun: neither rooms nor sessions."""
        self.frozen = False
        """Whether nobody is asked anything any more: no commands, no clocks."""
        self.halted: Callable[[], bool] = lambda: False
        """Whether the store has not answered for a while, so that nothing can be saved."""
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @contextmanager
    def command(self) -> Iterator[None]:
        """Around what a person asks for.

        Raises:
            NotNow: `draining`, when the server has stopped to listen; `unavailable`, while nothing can be saved.
        """
        if self.frozen:
            raise NotNow("draining")
        if self.halted():
            raise NotNow("unavailable")
        with self.update():
            yield

    @contextmanager
    def update(self) -> Iterator[None]:
        """Around what changes a room; whoever stops the server waits for it."""
        self._under_way += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.set()

    async def quiet(self, seconds: float) -> bool:
        """Waits until nothing is under way, but not longer than that; returns whether it is so."""
        try:
            async with asyncio.timeout(seconds):
                await self._quiet.wait()
        except TimeoutError:
            return False
        return True
