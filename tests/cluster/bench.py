"""What a cluster costs on this machine: `make bench-cluster`, or `python -m tests.cluster.bench` and the parts to run.

Everything is on loopback and shares the machine's processors, so the figures say what the parts cost, not what a
network does to them.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ..bench.measure import Figure, table
from ..store.nats_servers import NatsServer, three
from . import bench_nodes, bench_rooms, bench_shares, bench_store
from .share import refused

PARTS: Final = {
    "nodes": "moves on one, two and three nodes, and on up to four that have a share of a core each",
    "rooms": "ten thousand open rooms, on one node with SQLite and on one of a cluster",
    "store": "the stores by themselves, in lines of text",
}

WITHOUT_ASKING: Final = ("nodes", "rooms")
"""What is run if nothing is named."""


async def measured(asked: argparse.Namespace) -> list[Figure]:
    """Runs the parts, and prints what each finds."""
    found: list[Figure] = []
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)  # what was started is ended as well
    with tempfile.TemporaryDirectory(prefix="relspace-bench-", dir=asked.folder) as text, ExitStack() as stack:
        folder = Path(text)
        trio = await asyncio.to_thread(three, folder / "three")
        for server in trio:
            stack.callback(server.end)
        for part in asked.parts or WITHOUT_ASKING:
            if part == "store":
                await bench_store.lines(folder, trio)
                continue
            async for figures in figures_of(part, folder, trio, asked.open):
                print(table(figures), end="\n\n", flush=True)
                found += figures
    return found


async def figures_of(part: str, folder: Path, trio: list[NatsServer], rooms: int) -> AsyncIterator[list[Figure]]:
    """What a part finds, as soon as it is found."""
    if part == "rooms":
        yield await bench_rooms.measured(folder, trio, rooms)
        return
    yield await bench_nodes.measured(folder, trio)
    if why := refused():
        print(f"not measured: nodes with a share of a core each; {why}\n", flush=True)
    else:
        yield await bench_shares.measured(folder, trio)


def main() -> int:
    """Runs the parts; the status is 1 if a budget was missed."""
    parser = argparse.ArgumentParser(prog="make bench-cluster", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="of: " + ", ".join(PARTS))
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--folder", type=Path, help="on the disk that NATS and SQLite are to use")
    parser.add_argument("--open", type=int, default=bench_rooms.ROOMS, metavar="N", help="how many rooms are open")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]}; there are {', '.join(PARTS)}")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}", flush=True)
    try:
        found = asyncio.run(measured(asked))
    except asyncio.CancelledError:
        return 128 + signal.SIGTERM
    if asked.json:
        told = [{**asdict(one), "kept": one.kept, "ratio": one.ratio} for one in found]
        asked.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return int(any(one.kept is False for one in found))


if __name__ == "__main__":
    sys.exit(main())
