"""Tests of apps on terminals that exist in memory only, under a clock that needs no waiting."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest

from ..impatient import IMPATIENT
from .stage import Stage


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Time passes at once."""
    return IMPATIENT


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
