"""The sums of docs/scale.md, what one node, ten and a hundred carry: `python -m tests.cluster.scale` does them."""

import re
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).parents[2] / "docs" / "scale.md"
BEGIN, END = "<!-- calculated -->\n", "<!-- end -->"

SEATS: Final = 4
MOVE_EVERY: Final = 5.0
"""Seconds between two moves at a table."""

KEYS: Final = 1.0
"""Keys a second of whoever's turn it is."""

USED: Final = 0.6
"""How much of a core is used."""

TOLD_EVERY, TOLD_BY = 0.5, 10
"""Seconds between two tellings of who is there; so many nodes more, and it is as much longer."""

ONE_BY_ONE: Final = 500.0
"""Moves a second of all nodes, up to which each wakes a node by itself; of more, several are heard of at once."""

NODES: Final = (1, 10, 100)

ROW: Final = re.compile(r"^\| ([^|]+?) \| ([0-9.]+) (?:ms|ms/s|MB|/s) \|", re.MULTILINE)


class Carried(NamedTuple):
    """What so many nodes carry together."""

    nodes: int
    people: float
    rooms: float
    moves: float
    """A second."""
    listening: float
    """How much of what a node does it does for people of others."""
    nats: float
    """How much of the writes that NATS takes are used; 0 for one node, which needs no NATS."""
    memory: float
    """Megabytes of one node."""


def costs(page: str) -> dict[str, float]:
    """The table of what things cost, by its first column."""
    return {name: float(value) for name, value in ROW.findall(page)}


def carried(cost: dict[str, float], nodes: int) -> Carried:
    """What so many nodes carry, each of them used as much as it is to be."""
    slow = _carried(cost, nodes, cost["a move of a game on another node, of a hundred a second"])
    if slow.moves <= ONE_BY_ONE:
        return slow
    return _carried(cost, nodes, cost["the same, of a thousand a second"])


def _carried(cost: dict[str, float], nodes: int, heard: float) -> Carried:
    rate = 1 / MOVE_EVERY
    spread = cost["a move of a room of three, on three nodes"] / cost["a move of a room of three, all on one node"]
    move = cost["a move, for each who sees it"] * (spread if nodes > 1 else 1)
    own = rate * move + KEYS / SEATS * cost["a key"]
    own += cost["a clock that runs, for each who looks at it"] + cost["a session in which nothing happens"]
    told = 1 / TOLD_EVERY / (1 + (nodes - 1) // TOLD_BY)
    each = told * cost["to hear of one person on another node"]
    each += rate / SEATS * heard
    others = (nodes - 1) * each
    people = 1000 * USED / (own + others)
    rooms = nodes * people / SEATS
    writes = rooms * rate + nodes * told
    memory = cost["a node with nobody in it"] + people * cost["memory of a session"] + rooms * cost["a room at hand"]
    nats = writes / cost["writes that NATS takes, three servers, flushed"] if nodes > 1 else 0.0
    return Carried(nodes, nodes * people, rooms, rooms * rate, others / (own + others), nats, memory)


def table(cost: dict[str, float]) -> str:
    """The table of the page."""
    lines = [
        "| nodes | people | rooms | moves a second | listening to others | of what NATS takes | memory of a node |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in (carried(cost, nodes) for nodes in NODES):
        nats = f"{100 * one.nats:.0f} of 100" if one.nats else ""
        lines.append(
            f"| {one.nodes} | {_about(one.people)} | {_about(one.rooms)} | {_about(one.moves)} | "
            f"{100 * one.listening:.0f} of 100 | {nats} | {_about(one.memory)} MB |"
        )
    return "\n".join(lines) + "\n"


def calculated(page: str) -> str:
    """The page with the sums done anew."""
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + table(costs(page)) + END + rest.partition(END)[2]


def _about(number: float) -> str:
    """Two digits that count: sums of this kind say no more."""
    digits = max(0, len(str(int(number))) - 2)
    return f"{round(number / 10**digits) * 10**digits:,}"


if __name__ == "__main__":
    PAGE.write_text(calculated(PAGE.read_text("utf-8")), "utf-8")
