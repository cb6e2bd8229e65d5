"""Mistakes of hosts and of players: one clear line, an exit status, and no traceback."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .server import Server
from .terminal import SshTerminal, ssh_command

pytestmark = [pytest.mark.ssh, pytest.mark.timeout(120)]

Connect = Callable[..., SshTerminal]
Key = Callable[[str], Path]


def serve(*flags: str) -> subprocess.CompletedProcess[str]:
    """A server that cannot start."""
    command = [sys.executable, "-m", "relspace_server", "serve", "--host", "127.0.0.1", *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


def told(run: subprocess.CompletedProcess[str], *words: str, code: int = 1) -> None:
    """One line on stderr with these words in it, and this exit status."""
    assert run.returncode == code, run
    assert "Traceback" not in run.stdout + run.stderr
    lines = run.stderr.strip().splitlines()
    assert len(lines) == 1, run.stderr
    for word in words:
        assert word in lines[0]


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        told(serve("--port", port, "--data-dir", str(tmp_path / "data")), port)


def test_a_data_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file is in the way")
    told(serve("--port", "0", "--data-dir", str(folder)), str(folder))


def test_a_host_key_that_is_damaged(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "ssh_host_ed25519_key").write_text("not a key")
    told(serve("--port", "0", "--data-dir", str(folder)), "ssh_host_ed25519_key")


def test_a_second_server_on_the_same_folder(open_server: Server) -> None:
    told(serve("--port", "0", "--data-dir", str(open_server.folder)), str(open_server.folder))


def test_settings_that_are_wrong(tmp_path: Path) -> None:
    config = tmp_path / "relative-space.toml"
    config.write_text("prot = 2222\n")
    told(serve("--config", str(config)), "prot")
    config.write_text("port = \n")
    told(serve("--config", str(config)), str(config))
    assert serve("--port", "many").returncode == 2
    told(serve("--port", "99999"), "65535")


def ssh(server: Server, key: Path | None, *words: str, tty: bool = True) -> subprocess.CompletedProcess[bytes]:
    """What a client says that is not a person at a terminal."""
    return subprocess.run(
        ssh_command(server.port, key, *words, tty=tty),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=20,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["join"], 2),
        (["join", "A;B"], 2),
        (["join", "../../"], 2),
        (["join", "A" * 10_000], 2),
        (["play", "--bots", "99"], 2),
        (["dance"], 2),
        (["rooms", "--jsno"], 2),
    ],
)
def test_what_cannot_be_asked_for(open_server: Server, keys: Key, words: list[str], code: int) -> None:
    run = ssh(open_server, keys("vega"), *words)
    assert run.returncode == code, run
    assert b"Traceback" not in run.stdout + run.stderr
    assert b"\x1b" not in run.stderr


@pytest.mark.parametrize("words", [[], ["play"], ["join", "AAAAA"]])
def test_without_a_terminal_a_line_says_how(open_server: Server, keys: Key, words: list[str]) -> None:
    run = ssh(open_server, keys("vega"), *words, tty=False)
    assert run.returncode == 2
    said = run.stdout + run.stderr
    assert b"ssh -t" in said
    assert b"\x1b" not in said
    assert len(said.strip().splitlines()) == 1


def test_a_full_room_is_refused_with_a_sentence_that_offers_watching(
    server: Server, connect: Connect, keys: Key
) -> None:
    vega = connect(server, "vega", "play", "--bots", "1")
    vega.until("Pod ")
    rooms = ssh(server, keys("vega"), "rooms", "--json", tty=False)
    assert rooms.returncode == 0
    code = json.loads(rooms.stdout)[0]["code"]
    run = ssh(server, keys("rigel"), "join", code)
    assert run.returncode == 3
    assert f"watch {code}".encode() in run.stdout + run.stderr


@pytest.mark.parametrize("word", ["join", "watch"])
def test_a_room_that_has_closed_leads_to_the_lobby(server: Server, connect: Connect, word: str) -> None:
    lyra = connect(server, "lyra", word, "AAAAA")
    lyra.until("Room AAAAA is not there")


@pytest.mark.parametrize("word", ["join", "watch"])
def test_lines_that_a_program_may_read_end_where_a_room_has_closed(open_server: Server, keys: Key, word: str) -> None:
    run = ssh(open_server, keys("vega"), "plain", word, "AAAAA", tty=False)
    assert run.returncode == 3
    assert b"No room has this code: it has closed, or has another one." in run.stdout


def test_a_tiny_terminal_gets_one_line_and_the_session_stays(server: Server, connect: Connect) -> None:
    vega = connect(server, "vega", columns=10, rows=3)
    vega.until("Too small")
    vega.press("p", "n", "enter", "esc")
    vega.settle(0.3)
    assert vega.process.poll() is None
    vega.resize(80, 24)
    vega.until("Welcome to Relative Space")


def test_answers_without_a_terminal_hold_no_escape_byte(open_server: Server, keys: Key) -> None:
    for words in (["rooms"], ["rooms", "--json"], ["whoami"], ["whoami", "--json"], ["help"], ["version"]):
        run = ssh(open_server, keys("vega"), *words, tty=False)
        assert run.returncode == 0, (words, run)
        assert run.stdout.strip()
        assert b"\x1b" not in run.stdout + run.stderr


def test_nobody_gets_a_shell_a_file_or_a_port(open_server: Server, keys: Key) -> None:
    for words in (["/bin/sh"], ["scp", "-t", "/tmp"], ["git-upload-pack", "x"], ["sftp"]):
        assert ssh(open_server, keys("vega"), *words, tty=False).returncode == 2


def test_the_line_that_is_printed_works(open_server: Server, keys: Key) -> None:
    line = next(line for line in open_server.greeting.splitlines() if line.startswith("Players type: "))
    assert line == f"Players type: ssh -p {open_server.port} localhost"
