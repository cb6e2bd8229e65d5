"""What is really loaded, beside what import-linter reads: the game brings in nothing but itself."""

import subprocess
import sys

import pytest

PROBE = """
import pkgutil, sys, importlib
before = set(sys.modules)
import {package}
for module in pkgutil.walk_packages({package}.__path__, "{package}."):
    if not module.name.startswith({skip!r}):
        importlib.import_module(module.name)
print(" ".join(sorted(name for name in sys.modules if name not in before)))
"""


def loaded(package: str, skip: tuple[str, ...] = ()) -> set[str]:
    """The modules that importing a whole package brings in, in a fresh interpreter."""
    program = PROBE.format(package=package, skip=skip)
    run = subprocess.run([sys.executable, "-S", "-c", _with_path(program)], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def _with_path(program: str) -> str:
    # -S keeps site's own imports out of the picture; the path is handed over instead.
    return f"import sys; sys.path[:] = {sys.path!r}\n{program}"


def tops(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def test_the_game_loads_no_loop_no_network_and_no_screen() -> None:
    brought = tops(loaded("relspace", ("relspace.testing",)))
    assert not brought & {
        "asyncio",
        "asyncssh",
        "textual",
        "rich",
        "socket",
        "relspace_client",
        "relspace_server",
    }


@pytest.mark.parametrize("package", ["relspace_client.picture", "relspace_client.look", "relspace_client.table"])
def test_the_picture_is_made_without_textual(package: str) -> None:
    assert not tops(loaded(package)) & {"textual", "rich", "asyncio", "asyncssh", "relspace_server"}


def test_the_client_loads_no_server() -> None:
    assert not tops(loaded("relspace_client", ("relspace_client.__main__",))) & {
        "asyncssh",
        "relspace_server",
        "sqlite3",
    }


def test_the_terminal_part_serves_any_app() -> None:
    brought = loaded("relspace_server.ssh.terminal")
    assert not [
        name for name in brought if name.startswith(("relspace.", "relspace_server.rooms", "relspace_server.store"))
    ]
