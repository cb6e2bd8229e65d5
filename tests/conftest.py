"""Options of the test run."""

from pathlib import Path

import pytest

OWN_CASES = Path(__file__).parent / "rules" / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases", type=Path, default=OWN_CASES, metavar="FOLDER", help="rule cases to check: every *.jsonl in there"
    )
