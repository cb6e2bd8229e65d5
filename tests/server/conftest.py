"""What the tests of a host's commands share."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

NOBODY = 65_534

Typed: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def barred() -> Iterator[Path]:
    """A folder that `by_another_user` may not look into."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0)
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


PROGRAM = f"""
import encodings.idna, os  # what is loaded later, that user may not be able to read
from relspace_server.cli import main
if os.geteuid() == 0:
    os.setgroups([]), os.setgid({NOBODY}), os.setuid({NOBODY})
main()
"""


@pytest.fixture
def by_another_user() -> Typed:
    """`relspace-server`, typed by somebody who is not root."""

    def run(*words: str | Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-c", PROGRAM, *map(str, words)], check=False, capture_output=True, text=True
        )

    return run
