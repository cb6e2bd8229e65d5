"""Files that a host names, of every kind there is: one line says what is wrong, and nobody waits for a pipe."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from relspace_server.cli import main
from relspace_server.config import CannotStart, Settings
from relspace_server.host_files import NoRegularFile, read_whole
from relspace_server.ssh.hostkey import FILE_NAME, host_key
from relspace_server.ssh.keylist import read_keys
from relspace_server.store.bucket import StoreFault
from relspace_server.stores import access_of


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


KINDS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "socket": _socket,
    "folder": Path.mkdir,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "loop": lambda path: path.symlink_to(path.name),
    "nowhere": lambda path: path.symlink_to("nothing"),
    "zero bytes": lambda path: path.write_bytes(b"ssh-ed25519 \0\0\n"),
    "huge": lambda path: path.write_bytes(b"# nothing\n" * 1_000_000 + b"=\n"),
}


@pytest.fixture(params=KINDS)
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Something that is no file of the right kind, called as the host key is."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    KINDS[request.param](folder / FILE_NAME)
    return folder / FILE_NAME


def one_line(error: Exception, path: Path) -> None:
    assert str(path) in str(error)
    assert "\n" not in str(error)


def test_as_a_list_of_keys(odd: Path) -> None:
    with pytest.raises(CannotStart) as error:
        read_keys(str(odd), "admin_keys")
    one_line(error.value, odd)


def test_as_the_host_key_it_is_left_alone(odd: Path) -> None:
    before = odd.lstat().st_ino
    with pytest.raises(CannotStart) as error:
        host_key(odd.parent)
    one_line(error.value, odd)
    assert odd.lstat().st_ino == before


def test_as_the_settings(odd: Path) -> None:
    done = CliRunner().invoke(main, ["serve", "--config", str(odd)])
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert str(odd) in done.stderr


def test_as_a_certificate_for_nats(odd: Path) -> None:
    with pytest.raises(StoreFault) as error:
        access_of(Settings(store="nats://127.0.0.1", store_ca=str(odd))).options()
    one_line(error.value, odd)


@pytest.mark.parametrize("name", ["store_credentials", "store_nkey"])
def test_a_pipe_as_a_key_for_nats(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "key")
    settings = Settings(store="nats://127.0.0.1", **{name: str(tmp_path / "key")})  # type: ignore[arg-type]
    with pytest.raises(
        StoreFault, match=r"the key for NATS, .*, cannot be read \(it is no regular file\); .*-bad-key\]$"
    ):
        access_of(settings).options()


def test_doctor_tells_of_a_host_key_that_is_none(odd: Path) -> None:
    done = CliRunner().invoke(main, ["doctor", "--data-dir", str(odd.parent), "--host", "127.0.0.1", "--port", "0"])
    assert done.exit_code == 1
    assert [line for line in done.output.splitlines() if line.startswith("WRONG  host key")], done.output


def test_a_file_is_read_as_far_as_it_is_of_use(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_whole(tmp_path / "file", 5) == b"12345"
    assert read_whole(tmp_path / "file", 3) == b"1234"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NoRegularFile):
        read_whole(tmp_path / "pipe", 5)
