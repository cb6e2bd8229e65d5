"""A share of one core for a process: a CPU quota of a control group that is made for it, and removed again.

Both versions of control groups are known: the hierarchy of the `cpu` controller (`cpu.cfs_quota_us`,
`cpu.cfs_period_us`) and the unified one (`cpu.max`). Making a group takes the rights of root, as a rule.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final

ROOT: Final = Path("/sys/fs/cgroup")

PERIOD: Final = 10_000
"""Microseconds over which a share is counted: short, so that who has used up its share does not stop for long."""

ENDED_SECONDS: Final = 2.0
"""A process that ends stays in its group until its memory is given back."""


class NotSharedError(Exception):
    """No share can be given on this machine; says why, in one line."""


@contextmanager
def share_of_core(pid: int, share: float, root: Path = ROOT) -> Iterator[Path]:
    """Gives a process, and what it starts meanwhile, a share of one core; yields the folder of its group.

    Args:
        pid: the process.
        share: of a core, from 0.1 up; the kernel wants at least a millisecond of each period.
        root: where control groups are.

    Raises:
        NotSharedError: no group may be made here, or the process may not be put into it.
    """
    top = _top(root)
    try:
        home = _home(pid, top, unified=top == root)
        group = Path(tempfile.mkdtemp(prefix="relspace-share-", dir=top))
    except OSError as error:
        raise NotSharedError(f"no control group for a share of a core: {error}") from None
    try:
        _put_in(pid, group, limits(share, unified=top == root))
        yield group
    finally:
        _remove(group, home)


def refused() -> str:
    """Why no share can be given on this machine, in one line; empty if it can."""
    try:
        with share_of_core(os.getpid(), 1.0):
            return ""
    except NotSharedError as error:
        return str(error)


def limits(share: float, *, unified: bool) -> dict[str, str]:
    """What is written into which files of a group, in this order, so that it has a share of one core."""
    quota = round(PERIOD * share)
    if unified:
        return {"cpu.max": f"{quota} {PERIOD}"}
    return {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(quota)}


def _top(root: Path) -> Path:
    """Where groups with a CPU quota are made; the root itself if there is but one hierarchy."""
    if (root / "cpu" / "cgroup.procs").exists():
        return root / "cpu"
    with suppress(OSError):
        if "cpu" in (root / "cgroup.subtree_control").read_text("ascii").split():
            return root
    raise NotSharedError(f"no control group for a share of a core: {root} has none with a CPU quota")


def _home(pid: int, top: Path, *, unified: bool) -> Path:
    """The group in which a process is; the topmost one if its own is not to be seen from here."""
    for line in Path(f"/proc/{pid}/cgroup").read_text("utf-8").splitlines():
        _, controllers, path = line.split(":", 2)
        home = top / path.lstrip("/")
        if (not controllers if unified else "cpu" in controllers.split(",")) and home.exists():
            return home
    return top


def _put_in(pid: int, group: Path, limit: dict[str, str]) -> None:
    try:
        for name, text in limit.items():
            (group / name).write_text(text, "ascii")
        (group / "cgroup.procs").write_text(str(pid), "ascii")
    except OSError as error:
        raise NotSharedError(f"no share of a core for process {pid}: {error}") from None


def _remove(group: Path, home: Path) -> None:
    """Puts those who are in a group where they were before, and removes it."""
    end = monotonic() + ENDED_SECONDS
    while True:
        for pid in (group / "cgroup.procs").read_text("ascii").split():
            with suppress(ProcessLookupError):
                (home / "cgroup.procs").write_text(pid, "ascii")
        try:
            return group.rmdir()
        except OSError:
            if monotonic() > end:
                raise
            sleep(0.01)
