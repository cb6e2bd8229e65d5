"""`make serve`: which port and which folder it starts a server with; `make play`: what it hands on."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("words", "environment", "flags"),
    [
        ((), {}, ""),
        (("PORT=2399", "DATA=/srv/vega"), {}, "--port 2399 --data-dir /srv/vega"),
        (("ARGS=--host 127.0.0.1",), {}, "--host 127.0.0.1"),
        ((), {"RELSPACE_PORT": "2300", "RELSPACE_DATA_DIR": "/srv/lyra"}, ""),
        (("PORT=2399",), {"RELSPACE_PORT": "2300"}, "--port 2399"),
    ],
)
def test_what_is_not_said_is_left_to_the_environment(
    words: tuple[str, ...], environment: dict[str, str], flags: str
) -> None:
    assert made("serve", *words, **environment)[-1] == [".venv/bin/relspace-server", "serve", *flags.split()]


@pytest.mark.parametrize("words", ["", "--bots hard,easy --plain"])
def test_a_game_is_played_without_a_server(words: str) -> None:
    *before, play = made("play", *((f"ARGS={words}",) if words else ()))
    assert play == [".venv/bin/relspace", "play", *words.split()]
    assert not any("relspace-server" in line for line in before)


def test_playing_sets_up_what_it_needs_in_a_fresh_clone(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    *_, check, told, venv, install, stamp, play = made("play", folder=tmp_path)
    assert check == ["python3", "deploy/check_python.py"]
    assert told[0] == "echo"
    assert venv == ["python3", "-m", "venv", ".venv"]
    assert (install[:2], install[-2:]) == ([".venv/bin/pip", "install"], ["--editable", "."])
    assert stamp == ["touch", ".venv/serve.stamp"]
    assert play == [".venv/bin/relspace", "play"]


def made(*words: str, folder: Path = ROOT, **environment: str) -> list[list[str]]:
    """What `make` would run, in words."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith(("RELSPACE_", "MAKE"))}
    for name in ("PORT", "DATA", "ARGS", "PYTHON"):
        mine.pop(name, None)
    told = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", *words],
        cwd=folder,
        env={**mine, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.split() for line in told.stdout.splitlines()]
