"""How things are measured: medians of several runs, and a floor beside them, since machines are shared and noisy."""

import gc
import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure."""

    name: str
    value: float
    unit: str
    must: float | None = None
    """The budget."""
    best: Literal["low", "high"] = "low"
    note: str = ""
    floor: float | None = None
    """The same, in the same unit and run, of what does no more than is unavoidable."""

    @property
    def kept(self) -> bool | None:
        """Whether the budget is kept; None without one."""
        if self.must is None:
            return None
        return self.value <= self.must if self.best == "low" else self.value >= self.must

    @property
    def ratio(self) -> float | None:
        """How many times the floor; None without one. It says more than the value where the machine is busy."""
        return self.value / self.floor if self.floor else None


def cpu_seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """The median processor time of a call."""
    times = []
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def machine() -> str:
    """What runs it all, for whoever compares figures: of two builds of one Python, one may be half as fast again."""

    def loop() -> None:
        total = 0
        for number in range(1_000_000):
            total += number & 7

    turn = 1e3 * cpu_seconds(loop)
    return f"Python {platform.python_version()}, {os.cpu_count()} cores; one turn of a plain loop takes {turn:.0f} ns"


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process of this machine has used, all its threads together."""
    return time.clock_gettime(~pid << 3 | 2)  # the kernel's number for CLOCK_PROCESS_CPUTIME_ID of another process


def memory_of(pid: int) -> float:
    """Megabytes of memory that a process has for itself: shared pages are shared out."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1000 * 1.024


def two_cores() -> tuple[set[int], set[int]]:
    """One core for the server and another one for the generator; the same for both where there is only one."""
    cores = sorted(os.sched_getaffinity(0))
    return {cores[0]}, set(cores[1:2] or cores)


def at(samples: Sequence[float], share: float) -> float:
    """The value that this share of the samples stays below or at: 0.5 is the median. Not a number without samples."""
    if not samples:
        return float("nan")
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(figures: list[Figure]) -> str:
    """The figures as lines for people."""
    lines = [f"{'figure':<66} {'value':>9} {'must':>9} {'floor':>9} {'ratio':>7}"]
    for one in figures:
        sign = "≤" if one.best == "low" else "≥"
        must = "" if one.must is None else f"{sign} {_number(one.must)}"
        floor = "" if one.floor is None else _number(one.floor)
        ratio = "" if one.ratio is None else f"×{_number(one.ratio)}"
        verdict = {True: "", False: "  MISSED", None: ""}[one.kept]
        numbers = f"{_number(one.value):>9} {must:>9} {floor:>9} {ratio:>7}"
        lines.append(f"{one.name:<66} {numbers} {one.unit}{verdict}  {one.note}".rstrip())
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
