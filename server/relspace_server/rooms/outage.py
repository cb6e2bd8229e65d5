"""Telling everybody that the store does not answer, and that it does again.

A short failure, such as a NATS server that hands over to another one, is not told: what was asked for meanwhile is
carried out. When it lasts, nobody waits for an answer that cannot come: commands are refused at once.
"""

import logging
from collections.abc import Callable
from typing import Final

from relspace.wire.messages import Notice
from relspace_server.rooms.surroundings import Surroundings

log = logging.getLogger(__name__)

EVERY: Final = 0.25
"""Seconds between two looks."""

TOLD_AFTER: Final = 2.0
"""Seconds without an answer after which it is told."""


class Outage:
    """Knows whether one lasts.

    Args:
        around: the time, and where it is noted that nothing can be saved.
        healthy: whether the store carried out what it was last asked for.
        announce: tells everybody who is connected.
    """

    def __init__(self, around: Surroundings, healthy: Callable[[], bool], announce: Callable[[Notice], None]) -> None:
        self._around = around
        self._healthy = healthy
        self._announce = announce
        self._since: float | None = None
        """When it began."""
        self._told = False
        around.standing.halted = self.lasts

    def lasts(self) -> bool:
        """Whether it was told, and is not over."""
        return self._told and not self._healthy()

    async def look(self) -> None:
        """Looks whether it has begun, lasts, or is over. To be called each `EVERY`."""
        now = self._around.seconds()
        if self._healthy():
            if self._told and self._since is not None:
                log.warning("the store answers again, after %.0f s", now - self._since)
                self._announce(Notice("resumed"))
            self._told, self._since = False, None
        elif self._since is None:
            self._since = now
        elif not self._told and now - self._since >= TOLD_AFTER:
            log.error("the store does not answer; nothing can be done in any room until it does")
            self._told = True
            self._announce(Notice("halted"))
