"""Builds the wheel and tests it with the sources out of reach, on every interpreter from 3.11 up that is found.

The first interpreter runs everything; the others run the rules and a game over SSH.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINORS = range(11, 16)
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


def build(out: Path) -> Path:
    """Builds the wheel in a folder and returns its path."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(ROOT)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (wheel,) = out.glob("*.whl")
    return wheel


def run_tests(python: str, wheel: Path, tests: list[str]) -> int:
    """Installs the wheel in a fresh environment and runs tests from a folder without the sources."""
    with tempfile.TemporaryDirectory(prefix="relspace-check-") as folder:
        environment = Path(folder) / "venv"
        subprocess.run([python, "-m", "venv", str(environment)], check=True)
        pip = [str(environment / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, f"{wheel}[test]"], check=True)
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
        return subprocess.run(command, cwd=bench, env=environ, check=False).returncode


def main() -> int:
    """Tests the wheel everywhere; the exit status is the first that is not 0."""
    with tempfile.TemporaryDirectory(prefix="relspace-wheel-") as folder:
        wheel = build(Path(folder))
        for index, python in enumerate(interpreters()):
            version = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()
            print(f"── {version}: {'all tests' if index == 0 else 'the rules and a game over SSH'}", flush=True)
            status = run_tests(python, wheel, [] if index == 0 else BRIEF)
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
