"""Whoever lacks what `make serve` needs is told so in one line, before anything is made."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .files import DEPLOY

SCRIPT = DEPLOY / "check_python.py"

OLD = f"import sys; sys.version_info = (3, 10, 4); exec(open({str(SCRIPT)!r}, encoding='utf-8').read())"


def told(*words: str, path: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """What an interpreter answers, whose modules are first looked for in a folder."""
    mine = {**os.environ, "PYTHONPATH": str(path or "")}
    return subprocess.run([sys.executable, *words], env=mine, capture_output=True, text=True, check=False)


def test_an_interpreter_that_has_everything_is_told_nothing() -> None:
    done = told(str(SCRIPT))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_old_one_is_told_which_is_needed() -> None:
    done = told("-c", OLD)
    assert done.returncode == 1
    assert done.stderr.startswith("Relative Space needs Python 3.11 or newer; this is ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["ensurepip", "venv"])
def test_one_that_makes_no_virtual_environments_is_told_what_to_install(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.py").write_text(f"raise ImportError(name={name!r})\n", "ascii")
    done = told(str(SCRIPT), path=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        f"This Python cannot make virtual environments: it has no {name}. "
        f"On Debian and Ubuntu: sudo apt install python3.{sys.version_info.minor}-venv\n"
    )
