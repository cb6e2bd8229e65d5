"""Tests of apps on terminals that exist in memory only, under a clock that needs no waiting."""

import asyncio
import selectors
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest

from .stage import Stage


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


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Time passes at once."""
    return {"impatient": ImpatientLoop}


@pytest.fixture
async def stage() -> AsyncIterator[Callable[..., Stage]]:
    """Puts apps on terminals, and takes them off at the end."""
    stages: list[Stage] = []

    def put(*args: Any, **kwargs: Any) -> Stage:
        stages.append(Stage(*args, **kwargs))
        return stages[-1]

    yield put
    for each in stages:
        await each.strike()
