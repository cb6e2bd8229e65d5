"""Each test has a process's public pictures to itself: here the same revision may say something else elsewhere."""

import pytest

from relspace_client.screens import table
from relspace_client.table.frame import Frames


@pytest.fixture(autouse=True)
def own_frames(monkeypatch):
    monkeypatch.setattr(table, "FRAMES", Frames())
