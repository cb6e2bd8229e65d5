"""Each test has a process's public pictures to itself: here the same revision may say something else elsewhere.

Time passes at once: what an app does is done, however slow the machine is, before a test looks at it.
"""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from relspace_client.screens import table
from relspace_client.table.frame import Frames

from ...impatient import IMPATIENT


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Time passes at once."""
    return IMPATIENT


@pytest.fixture(autouse=True)
def own_frames(monkeypatch):
    monkeypatch.setattr(table, "FRAMES", Frames())
