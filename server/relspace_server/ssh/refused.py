"""The lines that the log has of connections that are closed at the door: few, however many come."""

import asyncio
import logging
from collections import Counter
from typing import Final, NamedTuple

from relspace_server.networks import network_of

LOG: Final = logging.getLogger(__name__)

EVERY: Final = 60.0
"""Seconds in which an address has one line, and another one for all that came after."""

MOST: Final = 100
"""Addresses that have lines of their own in that time; all others share one."""


class _Case(NamedTuple):
    """Whose connections are closed, and why."""

    network: str
    said: str
    level: int


class RefusedLog:
    """Logs the first connection of an address at once, and how many more there were once the time is over."""

    def __init__(self) -> None:
        self._more: dict[_Case, int] = {}
        """How many came after the first one."""
        self._others: Counter[int] = Counter()
        """Connections of addresses without a line, by the level of the log."""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, address: str, said: str, level: int = logging.INFO) -> None:
        """Takes note of one.

        Args:
            address: where it came from.
            said: what was done and why, such as "was closed: banned".
            level: of the log.
        """
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(EVERY, self.tell)
        case = _Case(network_of(address), said, level)
        if case in self._more:
            self._more[case] += 1
        elif len(self._more) < MOST:
            self._more[case] = 0
            LOG.log(level, "a connection from %s %s", address, said)
        else:
            self._others[level] += 1

    def tell(self) -> None:
        """Logs what was only counted, and begins anew."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for case, more in self._more.items():
            if more:
                LOG.log(case.level, "and %d more from %s within %.0f s: %s", more, case.network, EVERY, case.said)
        for level, number in self._others.items():
            LOG.log(level, "and %d connections from other addresses within %.0f s", number, EVERY)
        self._more.clear()
        self._others.clear()
