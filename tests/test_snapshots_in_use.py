"""No picture is kept of a screen that no test looks at: where tests run side by side, nothing else tells."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def test_every_picture_that_is_kept_is_one_of_a_test() -> None:
    kept: dict[Path, set[str]] = {}
    for picture in TESTS.glob("**/__snapshots__/*/*"):
        module = picture.parents[2] / f"{picture.parent.name}.py"
        kept.setdefault(module.relative_to(TESTS.parent), set()).add(picture.stem)
    assert kept
    unused = {f"{path}::{name}" for path, names in kept.items() for name in names - listed_in(path)}
    assert unused == set()


def listed_in(module: Path) -> set[str]:
    """The names of all tests in a file, as pytest lists them."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", str(module)],
        cwd=TESTS.parent,
        env=own,
        capture_output=True,
        text=True,
        check=True,
    )
    return {line.partition("::")[2] for line in listed.stdout.splitlines() if "::" in line}
