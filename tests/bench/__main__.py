"""`make bench`: prints a table, and writes JSON with `--json FILE`. Name parts to run only those."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from . import bots, cycles, engine, lobby, sessions, store
from . import table as drawing
from .measure import Figure, machine, table

LEVELS: Final = (1, 50, 100, 200)

PARTS: Final[dict[str, Callable[[argparse.Namespace], list[Figure]]]] = {
    "engine": lambda _: engine.figures(),
    "bots": lambda _: bots.figures(),
    "store": lambda _: store.figures(),
    "table": lambda _: drawing.figures(),
    "lobby": lambda _: lobby.figures(),
    "sessions": lambda asked: sessions.figures(tuple(asked.sessions), asked.every),
    "cycles": lambda asked: cycles.figures(asked.cycles, asked.seed),
}


def main() -> int:
    """Runs the parts; the status is 1 if a budget was missed."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="of: " + ", ".join(PARTS))
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--sessions", type=int, nargs="+", default=LEVELS, metavar="N", help="how many are seated")
    parser.add_argument("--every", type=float, default=1.0, metavar="SECONDS", help="between two moves of one room")
    parser.add_argument("--cycles", type=int, default=cycles.CYCLES, metavar="N", help="how often people come and go")
    parser.add_argument("--seed", type=int, default=1, help="of what they do meanwhile")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]}; there are {', '.join(PARTS)}")
    print(machine(), end="\n\n", flush=True)
    found: list[Figure] = []
    for part in asked.parts or PARTS:
        figures = PARTS[part](asked)
        print(table(figures), end="\n\n", flush=True)
        found += figures
    if asked.json:
        told = [{**asdict(one), "kept": one.kept, "ratio": one.ratio} for one in found]
        asked.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return int(any(one.kept is False for one in found))


if __name__ == "__main__":
    sys.exit(main())
