"""A server that is killed while people play at three tables: nothing that anybody was shown is undone."""

from pathlib import Path
from random import Random

import pytest

from ..soak.crashes import Crashes, Ledger

pytestmark = pytest.mark.timeout(300)

KILLS = 3
"""At least, and as many as it takes until more moves than that were made; `make soak` kills it a hundred times."""


async def test_nothing_that_was_shown_is_undone_by_a_kill(tmp_path: Path) -> None:
    crashes = Crashes(tmp_path, Random(1))
    undone: list[str] = []
    try:
        while crashes.kills < KILLS or moves(crashes.ledger) <= KILLS:
            undone += await crashes.once()
    finally:
        wrong = await crashes.end()
    assert wrong == []
    assert undone == []


def moves(ledger: Ledger) -> int:
    """How many moves of theirs the players know to be made."""
    return sum(map(len, ledger.moves.values()))


def test_what_was_undone_would_be_seen() -> None:
    ledger = Ledger(plies={"a": 2}, shown={"a": {1: 1, 2: 2}}, moves={"a": {1: "A1>P1"}}, over={"a"})
    first = {"type": "move", "ply": 1, "seat": 1, "move": "A1>P1"}
    second = {"type": "move", "ply": 2, "seat": 2, "move": "A2>P1"}
    end = {"type": "end"}
    assert ledger.faults({"a": [first, second, end]}) == []
    assert len(ledger.faults({"a": [first, second]})) == 1
    assert len(ledger.faults({"a": [first, end]})) == 1
    assert len(ledger.faults({"a": [{**first, "move": "B1>P1"}, second, end]})) == 1
    assert len(ledger.faults({"a": [first, {**second, "seat": 1}, end]})) == 1
