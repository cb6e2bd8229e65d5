"""`make serve`: which port and which folder it starts a server with."""

import os
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
    mine = {name: value for name, value in os.environ.items() if not name.startswith(("RELSPACE_", "MAKE"))}
    for name in ("PORT", "DATA", "ARGS"):
        mine.pop(name, None)
    told = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", "serve", *words],
        cwd=ROOT,
        env={**mine, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    serve = told.stdout.splitlines()[-1].split()
    assert serve == [".venv/bin/relspace-server", "serve", *flags.split()]
