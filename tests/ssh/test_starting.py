"""The server's own beginning and end."""

import asyncio
import errno
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import asyncssh
import pytest
from textual.app import App

from relspace_server.config import CannotStart, Settings
from relspace_server.ssh.hostkey import FILE_NAME
from relspace_server.ssh.house import House as SharedHouse
from relspace_server.ssh.listener import Listener, greeting, serve

from ..ports import free_port
from .house import PATIENCE, House, ToyDoor, settings
from .openssh import Terminal, command
from .test_sessions import on

Open = Callable[..., Awaitable[House]]

ROOT = Path(__file__).parents[2]


async def test_a_port_in_use_is_told(open_house: Open, tmp_path: Path) -> None:
    house = await open_house()
    port = house.listener.port
    said = (
        f"Cannot listen on port {port} of 127.0.0.1: Address already in use. Stop what listens there, or choose "
        f"another: --port {port + 1}, or make serve PORT={port + 1}."
    )
    with pytest.raises(CannotStart, match=f"^{re.escape(said)}$"):
        await Listener(settings(tmp_path, port=port), ToyDoor()).start()


async def test_an_address_of_no_machine_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=r"^Cannot listen on port 0 of 192\.0\.2\.1: .*\. Look at --host"):
        await Listener(settings(tmp_path, host="192.0.2.1"), ToyDoor()).start()


@pytest.mark.parametrize(
    ("code", "port", "said"),
    [
        (errno.EACCES, 22, "Give it the right to, as docs/hosting.md says, or choose another: --port 2222"),
        (errno.EADDRINUSE, 22, "choose another: --port 2222, or make serve PORT=2222"),
        (errno.EADDRINUSE, 65_535, "choose another: --port 2222, or make serve PORT=2222"),
    ],
)
async def test_a_port_that_cannot_be_had_is_told_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, port: int, said: str
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("relspace_server.ssh.listener.listen", refuse)
    with pytest.raises(CannotStart, match=re.escape(said)):
        await Listener(settings(tmp_path, port=port), ToyDoor()).start()


def test_a_data_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/dev/null/x")):
        with pytest.raises(CannotStart, match=rf"^The data folder {folder} is no folder; name another one with"):
            Listener(settings(tmp_path, data_dir=folder), ToyDoor())
    with pytest.raises(CannotStart, match=r"^The data folder /proc/below cannot be used: /proc/below: "):
        Listener(settings(tmp_path, data_dir=Path("/proc/below")), ToyDoor())


def test_a_folder_in_the_place_of_the_host_key_is_told(tmp_path: Path) -> None:
    (tmp_path / "data" / FILE_NAME).mkdir(parents=True)
    with pytest.raises(CannotStart, match=r"is a folder, not a key\. Move it away, or put the key back\.$"):
        Listener(settings(tmp_path), ToyDoor())


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n"])
def test_a_host_key_that_cannot_be_read_is_told_and_kept(tmp_path: Path, content: bytes) -> None:
    key = tmp_path / "data" / FILE_NAME
    key.parent.mkdir()
    key.write_bytes(content)
    with pytest.raises(CannotStart) as told:
        Listener(settings(tmp_path), ToyDoor())
    assert str(key) in str(told.value)
    assert "\n" not in str(told.value)
    assert key.read_bytes() == content


def test_a_host_key_that_was_half_written_is_none(tmp_path: Path) -> None:
    unfinished = tmp_path / "data" / f"{FILE_NAME}.new"
    unfinished.parent.mkdir()
    unfinished.write_bytes(b"-----BEGIN")
    Listener(settings(tmp_path), ToyDoor())
    assert sorted(path.name for path in unfinished.parent.iterdir()) == [FILE_NAME]


async def test_the_host_is_told_what_players_type_and_the_fingerprint(tmp_path: Path) -> None:
    told: list[str] = []
    stop = asyncio.Event()
    stop.set()
    await serve(settings(tmp_path), ToyDoor(), announce=told.append, stop=stop)
    assert told[0] == "Players type: ssh play.example.net"
    assert told[1].startswith("Host key: SHA256:")


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("", ["On this machine: ssh -p 2399 localhost", "Others on the network can come in as well."]),
        ("0.0.0.0", ["On this machine: ssh -p 2399 localhost", "Others on the network can come in as well."]),
        ("192.0.2.1", ["On this machine: ssh -p 2399 192.0.2.1", "Others on the network can come in as well."]),
        ("127.0.0.1", []),
        ("::1", []),
    ],
)
def test_without_a_public_address_the_host_is_told_how_and_who_comes_in(host: str, told: list[str]) -> None:
    lines = greeting(Settings(host=host, port=0), 2399, "SHA256:x")
    assert lines[0].startswith("Players type: ssh -p 2399 ")
    assert [line.partition(" For this")[0] for line in lines[1:-1]] == told
    assert all("--host 127.0.0.1" in line for line in lines[2:-1])
    assert lines[-1] == "Host key: SHA256:x"


async def test_what_begins_when_people_can_come_in_begins_then(tmp_path: Path) -> None:
    listening: list[bool] = []
    stop = asyncio.Event()
    stop.set()
    house = SharedHouse.of(settings(tmp_path), ToyDoor())
    await serve(
        settings(tmp_path),
        ToyDoor(),
        announce=lambda _line: None,
        stop=stop,
        house=house,
        opened=lambda: listening.append(house.standing.open),
    )
    assert listening == [True]


@pytest.mark.parametrize(
    ("owner", "name"), [(App, "_fatal_error"), (asyncssh.SSHServerChannel, "_process_env_request")]
)
async def test_a_library_of_another_version_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    monkeypatch.delattr(owner, name)
    with pytest.raises(CannotStart, match=rf"no \w+\.{name}\. Install"):
        await Listener(settings(tmp_path), ToyDoor()).start()


async def test_it_listens_on_ipv4_and_ipv6(open_house: Open) -> None:
    house = await open_house(host="", port=free_port())
    families = {each.family for each in house.listener._server.sockets}
    assert socket.AF_INET in families
    assert (socket.AF_INET6 in families) == _has_ipv6()


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


SCRIPT = """
import asyncio, sys
from pathlib import Path
from relspace_server.ssh.listener import serve
from tests.ssh.house import ToyDoor, settings
asyncio.run(serve(settings(Path(sys.argv[1]), port=int(sys.argv[2])), ToyDoor()))
"""


START_SECONDS = 60
"""Until a process that does not say that it listens is killed."""


@dataclass
class Started:
    """The toy's server in a process of its own."""

    process: asyncio.subprocess.Process
    port: int


@pytest.fixture
async def started(tmp_path: Path) -> AsyncIterator[Started]:
    """One to which people can come; it is killed at the end, if it still runs."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SCRIPT,
        str(tmp_path),
        str(port),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_SECONDS):
            assert (await process.stdout.readline()).startswith(b"Players type: ssh ")
        yield Started(process, port)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@pytest.fixture
async def terminal() -> AsyncIterator[Terminal]:
    """One whose client is ended at the end."""
    made = Terminal()
    yield made
    await made.close()


@pytest.mark.ssh
@pytest.mark.timeout(3 * START_SECONDS)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_server_in_good_order(
    started: Started, terminal: Terminal, number: signal.Signals
) -> None:
    process = started.process
    vega = await terminal.start(command(started.port, "vega@127.0.0.1"))
    await vega.shows("welcome")
    process.send_signal(number)
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert process.returncode == 0
    assert err == b""
    assert await vega.ended() == 0
    assert on(vega.received) == set()
    assert vega.text.strip().startswith("The server is going down")
    assert b"Stopping" in out
