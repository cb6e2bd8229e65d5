"""How many ways a game can go on from some positions, counted move by move."""

import json
from typing import Any

import pytest

from .write_perft import COUNTS, perft, start

LINES = [json.loads(line) for line in COUNTS.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line['options']['layout']}-{line['seed'][-2:]}")
def test_perft(line: dict[str, Any]) -> None:
    position, seed = start(line)
    assert perft(position, seed, len(line["counts"])) == line["counts"]


def test_perft_covers_what_moves_do() -> None:
    assert {line["options"]["layout"] for line in LINES} == {"grid", "pyramid"}
    for what in ("jams", "launches", "wins"):
        assert any(count[what] for line in LINES for count in line["counts"])
