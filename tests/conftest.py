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


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what needs the OpenSSH client where there is none, and says so; where no skip is allowed, it fails."""
    if item.get_closest_marker("ssh") and not (shutil.which("ssh") and shutil.which("ssh-keygen")):
        if os.environ.get("RELSPACE_NO_SKIP"):
            pytest.fail("there is no OpenSSH client on this machine, and no test may be skipped")
        pytest.skip("there is no OpenSSH client on this machine")
