"""Options of the test run."""

import os
import shutil
from pathlib import Path

import pytest

OWN_CASES = Path(__file__).parent / "rules" / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases", type=Path, default=OWN_CASES, metavar="FOLDER", help="rule cases to check: every *.jsonl in there"
    )


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: much of the time a test waits for a server, a client or a terminal."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run side by side, whole games come first: what takes long is not left over for one process alone."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: "e2e" not in item.path.parts)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what needs the OpenSSH client where there is none, and says so; where no skip is allowed, it fails."""
    if item.get_closest_marker("ssh") and not (shutil.which("ssh") and shutil.which("ssh-keygen")):
        if os.environ.get("RELSPACE_NO_SKIP"):
            pytest.fail("there is no OpenSSH client on this machine, and no test may be skipped")
        pytest.skip("there is no OpenSSH client on this machine")
