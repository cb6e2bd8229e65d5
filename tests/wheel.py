"""Builds the wheel and tests it with the sources out of reach, on every interpreter from 3.11 up that is found.

The first interpreter runs everything; the others run the rules and a game over SSH meanwhile, which is told after it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
MINORS = range(11, 16)
QUIETLY = ["--quiet", "--disable-pip-version-check"]
EVERYTHING = ["-n", "auto"]
BRIEF = ["tests/rules", "tests/e2e/test_whole_game.py::test_two_people_play_a_game_to_its_end_by_keys_and_want_another"]


def interpreters() -> list[str]:
    """The path of one working interpreter for each minor version, this one first."""
    found = {sys.version_info.minor: sys.executable}
    for minor in MINORS:
        places = [shutil.which(f"python3.{minor}")]
        places += [str(path) for path in sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python"))]
        for place in places:
            if minor not in found and place and _works(place, minor):
                found[minor] = place
    return list(found.values())


def _works(python: str, minor: int) -> bool:
    probe = f"import sys, venv, ensurepip, sqlite3; assert sys.version_info[:2] == (3, {minor})"
    return subprocess.run([python, "-c", probe], capture_output=True, check=False).returncode == 0


def version(python: str) -> str:
    """What an interpreter calls itself."""
    return subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def build(out: Path) -> Path:
    """Builds the wheel in a folder and returns its path."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(ROOT)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (wheel,) = out.glob("*.whl")
    return wheel


def run_tests(python: str, wheel: Path, tests: list[str], told: IO[str] | None = None) -> int:
    """Installs the wheel in a fresh environment and runs tests from a folder without the sources.

    Args:
        python: the interpreter.
        wheel: what is installed.
        tests: which of them, as pytest is told.
        told: where to all that is said goes, if not to the terminal.

    Returns:
        The exit status.
    """
    with tempfile.TemporaryDirectory(prefix="relspace-check-") as folder:
        environment = Path(folder) / "venv"
        for command in (
            [python, "-m", "venv", str(environment)],
            [str(environment / "bin" / "pip"), "install", *QUIETLY, f"{wheel}[test]"],
        ):
            if status := subprocess.run(command, stdout=told, stderr=told, check=False).returncode:
                return status
        bench = Path(folder) / "bench"
        bench.mkdir()
        for name in ("tests", "docs", "examples", "deploy", "pyproject.toml", "README.md", "CHANGELOG.md", "Makefile"):
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, bench / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                shutil.copy(source, bench / name)
        # Virtual environments that test drivers look for must not lead back to the sources.
        environ = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        command = [str(environment / "bin" / "python"), "-m", "pytest", *tests, *sys.argv[1:]]
        return subprocess.run(command, cwd=bench, env=environ, stdout=told, stderr=told, check=False).returncode


def run_brief(python: str, wheel: Path) -> tuple[int, str]:
    """Runs a few tests; returns the exit status, and all that was said."""
    with tempfile.TemporaryFile("w+", errors="replace") as told:
        status = run_tests(python, wheel, BRIEF, told)
        told.seek(0)
        return status, told.read()


def main() -> int:
    """Tests the wheel everywhere; the exit status is the first that is not 0."""
    with tempfile.TemporaryDirectory(prefix="relspace-wheel-") as folder, ThreadPoolExecutor() as pool:
        wheel = build(Path(folder))
        first, *others = interpreters()
        brief = [(python, pool.submit(run_brief, python, wheel)) for python in others]
        print(f"── {version(first)}: all tests", flush=True)
        statuses = [run_tests(first, wheel, EVERYTHING)]
        for python, running in brief:
            status, told = running.result()
            print(f"── {version(python)}: the rules and a game over SSH\n{told}", flush=True)
            statuses.append(status)
    return next(filter(None, statuses), 0)


if __name__ == "__main__":
    sys.exit(main())
