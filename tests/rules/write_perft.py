"""Counts how many ways games can go on, into perft.jsonl: `python tests/rules/write_perft.py`.

A count that changes shows that the moves of some position did; the depth at which it first differs says how far away.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from relspace.rules.apply import apply
from relspace.rules.deal import deal
from relspace.rules.events import Jammed, Launched
from relspace.rules.legal import legal_moves
from relspace.rules.position import Options, Position
from relspace.testing.strategies import walk

COUNTS = Path(__file__).parent / "perft.jsonl"
MOST_LEAVES = 3_000
"""Leaves of the deepest count of one position."""


def start(line: dict[str, Any]) -> tuple[Position, bytes]:
    """The position that a line of the file names, some random plies after a deal, and the seed."""
    seed = bytes.fromhex(line["seed"])
    dealt = deal(line["players"], Options(**line["options"]), seed)
    return [dealt, *islice(walk(dealt, seed, seed), line["ply"])][-1], seed


def perft(position: Position, seed: bytes, depth: int) -> list[dict[str, int]]:
    """For each depth from 1: the moves that can be made there, and how many of them jam, launch and win."""
    counts = []
    level = [position]
    for _ in range(depth):
        count = {"moves": 0, "jams": 0, "launches": 0, "wins": 0}
        following = []
        for before in level:
            for move in legal_moves(before):
                after, events = apply(before, before.turn, move, seed)
                count["moves"] += 1
                count["jams"] += any(isinstance(event, Jammed) for event in events)
                count["launches"] += any(isinstance(event, Launched) for event in events)
                count["wins"] += after.winner is not None
                following.append(after)
        level = following
        counts.append(count)
    return counts


def lines() -> Iterator[dict[str, Any]]:
    """Every layout, strict and not, with few and many seats, early and late; as deep as is quick."""
    number = 0
    for layout in ("grid", "pyramid"):
        for strict in (False, True):
            for players, ply in ((2, 0), (2, 20), (3, 30), (5, 45), (10, 90)):
                number += 1
                options = {"layout": layout, "strict": strict}
                line = {"players": players, "options": options, "seed": number.to_bytes(32, "big").hex(), "ply": ply}
                position, seed = start(line)
                counts = perft(position, seed, 1)
                for depth in range(2, 7):
                    if counts[-1]["moves"] ** (depth / (depth - 1)) < MOST_LEAVES:
                        counts = perft(position, seed, depth)
                yield {**line, "counts": counts}


def main() -> None:
    COUNTS.write_text("".join(json.dumps(line) + "\n" for line in lines()), "utf-8")


if __name__ == "__main__":
    main()
