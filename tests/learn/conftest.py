"""Lessons in an app: time passes at once."""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from ..impatient import IMPATIENT


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Time passes at once."""
    return IMPATIENT
