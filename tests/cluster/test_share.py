"""A share of one core for a process."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from .share import NotSharedError, limits, refused, share_of_core

BUSY = "import time\nwhile time.process_time() < 0.2: pass"
"""Uses twenty times as much as a quarter of a core has in a period, in one go."""


def throttled(group: Path) -> int:
    """How often a group had used up its share."""
    lines = (group / "cpu.stat").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("nr_throttled "))


@pytest.fixture
def busy() -> Iterator["subprocess.Popen[bytes]"]:
    """A process that is busy as soon as it is told something, and then ends."""
    with subprocess.Popen([sys.executable, "-c", f"input()\n{BUSY}"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


def test_a_busy_process_is_held_to_its_share_and_no_group_stays(busy: "subprocess.Popen[bytes]") -> None:
    if refused():
        with pytest.raises(NotSharedError), share_of_core(busy.pid, 0.25):
            pass
        return
    with share_of_core(busy.pid, 0.25) as group:
        assert (group / "cgroup.procs").read_text("ascii").split() == [str(busy.pid)]
        busy.communicate(b"\n")
        assert throttled(group) > 0
    assert not group.exists()


def test_a_process_goes_on_where_it_was_before_even_if_something_fails() -> None:
    made: list[Path] = []
    home = Path("/proc/self/cgroup").read_text("utf-8")

    def fail() -> None:
        with share_of_core(os.getpid(), 1.0) as group:
            made.append(group)
            raise KeyError

    with pytest.raises((KeyError, NotSharedError)):
        fail()
    assert Path("/proc/self/cgroup").read_text("utf-8") == home
    assert bool(made) != bool(refused())
    assert not any(group.exists() for group in made)


def test_no_group_stays_of_a_process_that_is_killed_meanwhile(busy: "subprocess.Popen[bytes]") -> None:
    made: list[Path] = []
    with suppress(NotSharedError), share_of_core(busy.pid, 0.25) as group:
        made.append(group)
        busy.kill()
    assert bool(made) != bool(refused())
    assert not any(group.exists() for group in made)


def test_a_process_that_has_gone_has_no_share(busy: "subprocess.Popen[bytes]") -> None:
    busy.communicate(b"\n")
    with pytest.raises(NotSharedError) as error, share_of_core(busy.pid, 0.25):
        pass
    assert len(str(error.value).splitlines()) == 1


def test_where_no_group_may_be_made_it_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(NotSharedError, match="has none with a CPU quota") as error, share_of_core(1, 0.25, tmp_path):
        pass
    assert len(str(error.value).splitlines()) == 1


def test_a_group_without_a_quota_is_no_share_and_does_not_stay(tmp_path: Path) -> None:
    (tmp_path / "cgroup.subtree_control").write_text("memory pids\n", "ascii")
    with pytest.raises(NotSharedError, match="has none with a CPU quota"), share_of_core(os.getpid(), 0.25, tmp_path):
        pass
    assert [one.name for one in tmp_path.iterdir()] == ["cgroup.subtree_control"]


def test_both_versions_of_control_groups_are_told_the_same() -> None:
    assert limits(0.25, unified=True) == {"cpu.max": "2500 10000"}
    assert list(limits(0.25, unified=False).items()) == [("cpu.cfs_period_us", "10000"), ("cpu.cfs_quota_us", "2500")]
