"""What the host is told, also where nobody can read it."""

import subprocess
import sys
from pathlib import Path

import pytest

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
