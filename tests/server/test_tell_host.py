"""What the host is told, also where nobody can read it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from relspace_server.commands.serve import stopped
from relspace_server.config import Settings

from ..ports import free_port

TELLS = "from relspace_server.tell_host import tell_host; tell_host('Stopping'); tell_host('Stopped')"


def test_a_line_is_read_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", TELLS], capture_output=True, text=True, check=True)
    assert done.stdout == "Stopping\nStopped\n"


@pytest.mark.parametrize("where", ["a full disk", "a pipe that nobody reads"])
def test_who_cannot_be_told_stops_nothing(where: str) -> None:
    if where == "a full disk":
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run([sys.executable, "-c", TELLS], stdout=full, stderr=subprocess.PIPE, check=False)
        assert (done.returncode, done.stderr.count(b"\n")) == (0, 1)
        assert b"nobody could be told 'Stopping'" in done.stderr
        return
    told = subprocess.Popen([sys.executable, "-c", TELLS], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert told.stdout is not None
    assert told.stderr is not None
    told.stdout.close()
    assert told.stderr.read().count(b"\n") == 1
    told.stderr.close()
    assert told.wait() == 0


def test_the_last_line_of_a_server_says_what_is_kept_and_how_it_goes_on(tmp_path: Path) -> None:
    serve = [sys.executable, "-c", "from relspace_server.cli import main; main()", "serve", "--host", "127.0.0.1"]
    own = ["--port", str(free_port()), "--data-dir", str(tmp_path)]
    with subprocess.Popen([*serve, *own], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        while not server.stdout.readline().startswith("Host key"):
            assert server.poll() is None
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=30)
    assert (server.returncode, err) == (0, "")
    assert out.splitlines()[-1] == stopped(Settings(data_dir=tmp_path))


def test_a_server_whose_store_is_elsewhere_does_not_name_its_folder(tmp_path: Path) -> None:
    assert f"kept in {tmp_path};" in stopped(Settings(data_dir=tmp_path))
    assert "kept by NATS;" in stopped(Settings(data_dir=tmp_path, store="nats://10.0.0.1"))
