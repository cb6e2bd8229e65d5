"""What sessions leave behind: an app and its connection are cycles, which only Python's collector finds.

It goes through new objects seldom, and through old ones next to never (`bootstrap.settle_interpreter`): hundreds of
sessions that have ended would stay, a tenth of a megabyte each.
"""

import asyncio
import gc
from collections.abc import Callable
from contextvars import Context
from typing import Final

COLLECT_AFTER: Final = 30.0
"""Seconds until the collector runs after somebody has left, once for all who leave meanwhile: with 200 people it takes
30 ms, in which no key is answered."""


class Leavings:
    """Has the collector run a while after connections have gone. While nobody leaves there is no timer.

    Args:
        collect: finds and frees what nobody refers to any more.
    """

    def __init__(self, collect: Callable[[], object] = gc.collect) -> None:
        self._collect = collect
        self._timer: asyncio.TimerHandle | None = None

    def left(self) -> None:
        """A connection has gone."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(COLLECT_AFTER, self._now, context=Context())

    def _now(self) -> None:
        self._timer = None
        self._collect()
