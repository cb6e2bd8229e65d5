"""How the interpreter is set up for a server: garbage is looked for seldom, threads take turns quickly."""

import gc
import sys
from collections.abc import Iterator

import pytest

from relspace_server.bootstrap import THREADS_TAKE_TURNS, settle_interpreter


@pytest.fixture
def restored() -> Iterator[None]:
    """Puts everything back."""
    turns, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(turns)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("restored")
def test_a_server_settles_its_interpreter() -> None:
    settle_interpreter()
    assert sys.getswitchinterval() == pytest.approx(THREADS_TAKE_TURNS)
    assert gc.get_threshold()[0] == 50_000
    assert gc.get_freeze_count() > 0
    assert gc.isenabled()
