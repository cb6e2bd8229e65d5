"""What docs/fairness.md lets a stranger do: its figures are right, and the checker in examples/ agrees with ours."""

import importlib.util
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from relspace.errors import Unreadable
from relspace.rules.cards import DECK
from relspace.rules.fairness import below, commitment, shuffle, words
from relspace.rules.position import Options
from relspace.rules.record import Record, read_record
from relspace.rules.replay import verify

from .conftest import Run
from .records import SEED, at_random, file, lines_of, never_winning, record, resigning

ROOT = Path(__file__).parents[2]
CHECKER = ROOT / "examples" / "check_record.py"


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_record", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ours(lines: list[dict[str, Any]]) -> int | None:
    """The line that our own check finds wrong."""
    try:
        verify(read_record(map(json.dumps, lines)))
    except Unreadable as error:
        return int(str(error.details["line"]))
    return None


def theirs(checker: ModuleType, lines: list[dict[str, Any]]) -> int | None:
    """The line that the example finds wrong."""
    found = checker._check(lines[0], lines[1:-1], lines[-1])
    return next((line for line, right in found if not right), None)


GAMES: dict[str, Callable[[], Record]] = {
    "grid": lambda: record(at_random),
    "pyramid, strict, a rematch": lambda: record(at_random, 5, Options("pyramid", True), first=2),
    "ten seats, strict": lambda: record(at_random, 10, Options("grid", True)),
    "resigning": lambda: record(resigning, 6),
    "exploded": lambda: record(never_winning),
    "abandoned": lambda: record(at_random, most=12),
    "abandoned at once": lambda: record(at_random, most=0),
}


@pytest.mark.parametrize("kind", GAMES)
def test_the_example_agrees_about_honest_games(checker: ModuleType, kind: str) -> None:
    lines = lines_of(GAMES[kind]())
    assert theirs(checker, lines) is None
    assert ours(lines) is None


def test_the_example_agrees_about_simulated_games(checker: ModuleType, run: Run, tmp_path: Path) -> None:
    words = ("--games", "4", "--seed", "lyra", "--workers", "1", "--layout", "pyramid", "--strict")
    result = run("simulate", *words, "--seats", "easy:2", "--seats", "easy:7", "--records", tmp_path)
    assert result.exit_code == 0
    paths = sorted(tmp_path.rglob("*.jsonl"))
    assert len(paths) == 8
    for path in paths:
        assert theirs(checker, [json.loads(line) for line in path.read_text().splitlines()]) is None
    assert run("verify", *paths).exit_code == 0


@pytest.mark.parametrize("kind", ["grid", "pyramid, strict, a rematch", "ten seats, strict", "resigning", "exploded"])
def test_the_example_finds_the_same_line_wrong(checker: ModuleType, kind: str) -> None:
    honest = lines_of(GAMES[kind]())
    generator = random.Random(kind)
    wrong = 0
    for _ in range(40):
        lines = json.loads(json.dumps(honest))
        spoil(lines, generator)
        found = ours(lines)
        assert theirs(checker, lines) == found
        wrong += found is not None
    assert wrong > 20


def spoil(lines: list[dict[str, Any]], generator: random.Random) -> None:
    """Changes one thing, so that the record is still one in form."""
    head, line, end = lines[0], generator.choice(lines[1:-1]), lines[-1]
    seats = len(head["seats"])
    spaces = [f"{row}{i}" for row in "ABC" for i in range(1, 5)]
    what = generator.randrange(6)
    if what <= 1:
        moves = [f"{space}>P{pod}" for space in spaces for pod in range(1, 4)]
        others = [*(f"{space}+" for space in spaces), "peek C2", "give S1", "resign"]
        line["move"] = generator.choice([generator.choice(moves), generator.choice(others)])
    elif what == 2:
        line["seat"] = generator.randint(1, seats)
    elif what == 3:
        end |= {"reason": "escaped", "winner": generator.randint(1, seats)}
    elif what == 4:
        seed = generator.randbytes(32)
        end["seed"] = seed.hex()
        if generator.random() < 0.7:
            head["commitment"] = commitment(seed)
    else:
        end |= {"reason": generator.choice(["exploded", "abandoned"]), "winner": None}


def test_the_example_is_run_as_the_page_says(tmp_path: Path) -> None:
    lines = lines_of(record(at_random))
    for move, status, says in ((lines[7]["move"], 0, ""), ("A1>P9", 1, "line 8 is wrong\n")):
        lines[7]["move"] = move
        assert said_of(file(tmp_path, lines)) == (status, says)


@pytest.mark.parametrize("kept", [0, 1, 5, -1])
def test_the_example_says_in_one_line_that_a_record_is_not_whole(tmp_path: Path, kept: int) -> None:
    """Without its end, or cut in the middle of a line."""
    whole = file(tmp_path, lines_of(record(at_random))).read_text().splitlines(keepends=True)
    for cut in ("", whole[0][:20]):
        path = tmp_path / "cut.jsonl"
        path.write_text("".join(whole[:kept]) + cut)
        assert said_of(path) == (1, "This is no whole record: a line is missing, or cannot be read.\n")


def said_of(path: Path) -> tuple[int, str]:
    """The example's exit status for a file, and what it says."""
    with path.open() as stdin:
        command = [sys.executable, "-S", str(CHECKER)]
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_the_example_is_short_and_uses_nothing_of_ours() -> None:
    text = CHECKER.read_text()
    (most,) = re.findall(r"in less than (\d+)\s+lines of Python", (ROOT / "docs" / "fairness.md").read_text())
    assert len(text.splitlines()) < int(most)
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) <= sys.stdlib_module_names


def test_the_figures_of_the_page_are_right() -> None:
    page = (ROOT / "docs" / "fairness.md").read_text()
    said = dict(re.findall(r"^(commitment|block \S+|numbers \S+|shuffle \S+|below .+?)  +(\S.*)$", page, re.MULTILINE))
    first, after = said.pop("shuffle jam:7").split(" -> ")
    assert shuffle(first.split(), "jam:7", SEED) == after.split()
    assert said == {
        "commitment": commitment(SEED),
        "block deal/0": b"".join(word.to_bytes(4, "big") for word in islice(words("deal", SEED), 8)).hex(),
        "numbers deal": " ".join(map(str, islice(words("deal", SEED), 4))),
        "shuffle deal": " ".join(shuffle(DECK, "deal", SEED)[:12]),
        "below first 2..10": " ".join(str(below(n, "first", SEED)) for n in range(2, 11)),
    }
