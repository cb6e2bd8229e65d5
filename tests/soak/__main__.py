"""`python -m tests.soak [--minutes N] [PART …]`: prints a line for each part; the status is 1 if anything was hurt."""

import argparse
import asyncio
import logging
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

import asyncssh

from ..bench.served import Served
from .health import Health, Watcher
from .parts import PARTS, Run

WARM: Final = 0.2
"""The share of the time in which people only come and go, so that caches and heap have their size."""

WARM_TIMES: Final = 10_000
"""How often they must have: the collector runs seldom, and the heap has its full size after so many."""


async def soak(minutes: float, seed: int, names: list[str]) -> bool:
    """Runs the parts one after another, each with its share of the time; returns whether nothing was hurt."""
    whole = sum(PARTS[name].share for name in names)
    good = True
    with tempfile.TemporaryDirectory(prefix="relspace-soak-") as folder:
        async with Served("game", Path(folder), proxy_networks="127.0.0.2/32", stalled_seconds=5.0) as served:
            health = Health(served)
            warm = Run(served, Random(seed), time.monotonic() + 60 * minutes * WARM)
            await PARTS["help"].work(warm)
            if warm.count < WARM_TIMES:
                tell(f"people came {warm.count:,} times only, not {WARM_TIMES:,}: memory is not judged")
            for name in names:
                part = PARTS[name]
                before = await health.settled()
                run = Run(
                    served, Random(f"{seed} {name}"), time.monotonic() + 60 * minutes * (1 - WARM) * part.share / whole
                )
                await served.ask("lag")
                async with Watcher(served.port) as watcher:
                    await part.work(run)
                late = 1000 * max(await served.ask("lags"), default=0.0)
                after = await health.settled(before)
                faults = health.faults(before, after, watcher, flat=part.flat and warm.count >= WARM_TIMES) + run.faults
                good = good and not faults
                tell(f"{name:<10} {run.count:>8,} times  {watcher}; loop late {late:.0f}  {after.told(before)}")
                if after.busy(before):
                    tell("           others kept this machine busy: the times are not judged")
                if run.told:
                    tell(f"           {run.told}")
                for fault in faults:
                    tell(f"           HURT: {fault}")
    return good


def tell(line: str) -> None:
    """Says something at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="of: " + ", ".join(PARTS))
    parser.add_argument("--minutes", type=float, default=30.0, metavar="N", help="for all parts together")
    parser.add_argument("--seed", type=int, default=1, help="of whatever is random")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]}; there are {', '.join(PARTS)}")
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it tells of every write to a client that has dropped
    asyncssh.set_log_level(logging.CRITICAL)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4_096), hard), hard))
    return int(not asyncio.run(soak(asked.minutes, asked.seed, asked.parts or list(PARTS))))


if __name__ == "__main__":
    sys.exit(main())
