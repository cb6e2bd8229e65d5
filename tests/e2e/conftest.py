"""A server, keys and terminals for tests that play through the real OpenSSH client."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from .server import Server
from .terminal import SshTerminal

QUICK = (
    *("--bot-pace", "0", "--connections-per-minute", "10000", "--sessions-per-minute", "10000"),
    *("--max-sessions-per-address", "100", "--max-rooms-per-address", "1000"),
)
"""Flags for tests: bots that need no time, and many people at one address."""


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes the key of a person, once."""
    folder = tmp_path_factory.mktemp("keys")

    def key(name: str) -> Path:
        path = folder / name
        if not path.exists():
            make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)]
            subprocess.run(make, check=True)
        return path

    return key


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers on one data folder, and stops all of them at the end, whatever becomes of one."""
    with ExitStack() as stack:

        def start(*flags: str, port: int | None = None) -> Server:
            server = Server(tmp_path / "data", port, *QUICK, *flags)
            stack.callback(server.stop)
            return server

        yield start


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    """A server with nobody in it."""
    return start_server()


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of one file that only ask it something, and leave nothing behind."""
    server = Server(tmp_path_factory.mktemp("open") / "data", None, *QUICK)
    yield server
    server.stop()


WELCOME = "Welcome to Relative Space"


def passes_the_welcome(terminal: SshTerminal, key: str) -> None:
    """Answers what everybody is asked the first time, if they are let in."""
    terminal.until(lambda text: WELCOME in text or terminal.process.poll() is not None)
    if WELCOME in terminal.text:
        terminal.press(key)
        terminal.until(lambda text: WELCOME not in text)


@pytest.fixture
def connect(keys: Callable[[str], Path]) -> Iterator[Callable[..., SshTerminal]]:
    """Opens terminals, and closes all of them at the end."""
    welcomed: set[str] = set()
    stack = ExitStack()

    def open_terminal(server: Server, name: str, *words: str, guest: bool = False, **size: int | str) -> SshTerminal:
        key = None if guest else keys(name)
        terminal = SshTerminal(server.port, key, *words, user=name.capitalize(), **size)  # type: ignore[arg-type]
        stack.callback(terminal.close)
        plays = "plain" not in words and size.get("term") != "dumb" and size.get("columns", 80) != 10
        if plays and (guest or name not in welcomed):
            welcomed.add(name)
            passes_the_welcome(terminal, "enter" if words else "\x1b")
        return terminal

    with stack:
        yield open_terminal
