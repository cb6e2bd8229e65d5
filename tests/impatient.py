"""A loop whose time passes at once, for tests that wait for nothing outside of their process."""

import asyncio
import selectors
from collections.abc import Callable, Mapping
from typing import Any


class _Selector(selectors.DefaultSelector):  # type: ignore[valid-type,misc]
    """Does not wait for the time to pass: it makes it pass."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000.0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if not ready and timeout is not None and timeout > 0:
            self.now += timeout
        return ready


class ImpatientLoop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next timer when there is nothing else to do."""

    def __init__(self) -> None:
        self._clock = _Selector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


IMPATIENT: Mapping[str, Callable[[], asyncio.AbstractEventLoop]] = {"impatient": ImpatientLoop}
"""What `pytest_asyncio_loop_factories` of a folder's conftest.py returns, so that all its tests run in such a loop."""
