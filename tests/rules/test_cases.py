"""The rule cases: whole positions before and after a move, and whole games, written down independently of the engine.

`pytest tests/rules/test_cases.py --cases FOLDER` checks any folder of this form; cases/README.md describes it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from relspace.rules.apply import apply
from relspace.rules.deal import deal
from relspace.rules.fairness import commitment
from relspace.rules.legal import legal_moves
from relspace.rules.moves import parse_move
from relspace.rules.notation import options_from_json, position_from_json, position_to_json
from relspace.rules.position import Position

Case = dict[str, Any]


def read_cases(folder: Path) -> list[Case]:
    files = sorted(folder.glob("*.jsonl"))
    cases = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines() if line.strip()]
    assert cases, f"no rule cases in {folder}"
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    cases = read_cases(metafunc.config.getoption("--cases"))
    names = [case.get("name", f"game-{number}") for number, case in enumerate(cases)]
    metafunc.parametrize("case", cases, ids=names)


def legal_texts(position: Position) -> set[str]:
    moves = [str(move) for move in legal_moves(position)]
    assert len(moves) == len(set(moves)), "a move is listed twice"
    return set(moves)


def check_step(case: Case) -> None:
    before = position_from_json(case["before"])
    assert position_to_json(before) == case["before"]
    assert legal_texts(before) == set(case["legal"])
    after = apply(before, case["seat"], parse_move(case["move"]), bytes.fromhex(case["seed"])).position
    assert position_to_json(after) == case["after"]
    assert position_from_json(case["after"]) == after


def check_game(case: Case) -> None:
    seed = bytes.fromhex(case["seed"])
    assert commitment(seed) == case["commitment"]
    position = deal(case["players"], options_from_json(case["options"]), seed)
    assert position_to_json(position) == case["start"]
    for (seat, move), legal in zip(case["moves"], case["legal"], strict=True):
        assert legal_texts(position) == set(legal)
        position = apply(position, seat, parse_move(move), seed).position
    assert position_to_json(position) == case["final"]


CHECKS = {"step": check_step, "game": check_game}


def test_case(case: Case) -> None:
    CHECKS[case["kind"]](case)
