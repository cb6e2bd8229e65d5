"""Why a client takes no output at the moment, and when it is given up for that."""

import asyncio
from collections.abc import Callable


class Blocked:
    """The causes for which a client takes no output; true while there is one.

    Args:
        stalled: called once, when there has been a cause for `stalled_after` seconds without a break.
        stalled_after: seconds.
    """

    def __init__(self, stalled: Callable[[], None], stalled_after: float) -> None:
        self._stalled = stalled
        self._stalled_after = stalled_after
        self._causes: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return bool(self._causes)

    def add(self, cause: str) -> bool:
        """There is a cause; each is told apart from the others. Returns whether it is the first."""
        first = not self._causes
        if first:
            self._timer = asyncio.get_running_loop().call_later(self._stalled_after, self._stalled)
        self._causes.add(cause)
        return first

    def remove(self, cause: str) -> bool:
        """A cause is gone. Returns whether it was the last."""
        if cause not in self._causes:
            return False
        self._causes.discard(cause)
        if not self._causes:
            self.close()
        return not self._causes

    def close(self) -> None:
        """Nobody is given up any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
