"""`relspace verify`: honest games, and every way in which a record can be wrong."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from relspace.rules.position import Options
from relspace.rules.record import Record

from .conftest import Run
from .records import at_random, file, lines_of, never_winning, record, resigning

Lines = list[dict[str, Any]]

HONEST: dict[str, tuple[Callable[[], Record], str]] = {
    "escaped": (lambda: record(at_random), "escaped"),
    "pyramid, strict, a rematch": (
        lambda: record(at_random, 4, Options("pyramid", True), first=3),
        "escaped",
    ),
    "last one left": (lambda: record(resigning), "was the last one left"),
    "exploded": (lambda: record(never_winning), "500 plies; the station blew up"),
    "abandoned": (lambda: record(at_random, most=5), "5 plies; the game was abandoned"),
    "abandoned at once": (lambda: record(at_random, most=0), "0 plies; the game was abandoned"),
}


@pytest.mark.parametrize("kind", HONEST)
def test_an_honest_game_is_told_with_its_end(run: Run, tmp_path: Path, kind: str) -> None:
    made, says = HONEST[kind]
    path = file(tmp_path, made())
    result = run("verify", path)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{path}: an honest game: ")
    assert result.stdout.endswith(f"{says}\n")
    assert result.stderr == ""


def test_standard_input_is_read_for_a_dash(run: Run, tmp_path: Path) -> None:
    result = run("verify", "-", stdin=file(tmp_path, record(at_random)).read_bytes())
    assert result.exit_code == 0
    assert result.stdout.startswith("-: an honest game")


def test_every_file_is_checked_and_one_bad_one_gives_status_1(run: Run, tmp_path: Path) -> None:
    good = file(tmp_path, record(at_random), "good.jsonl")
    missing = tmp_path / "missing.jsonl"
    result = run("verify", missing, good)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{good}: an honest game")
    assert result.stderr == f"{missing}: No such file or directory\n"


def test_without_a_file_the_usage_is_told(run: Run) -> None:
    assert run("verify").exit_code == 2


# ── edited records ───────────────────────────────────────────────────────────────────────────────────────────────


def other_move(lines: Lines) -> None:
    lines[7]["move"] = "A1>P9"


def other_seat(lines: Lines) -> None:
    lines[7]["seat"] = lines[7]["seat"] % 3 + 1


def other_seed(lines: Lines) -> None:
    lines[-1]["seed"] = "00" * 32


def other_commitment(lines: Lines) -> None:
    lines[0]["commitment"] = "00" * 32


def other_seed_and_commitment(lines: Lines) -> None:
    lines[-1]["seed"] = "00" * 32
    lines[0]["commitment"] = hashlib.sha256(bytes(32)).hexdigest()


def other_winner(lines: Lines) -> None:
    lines[-1]["winner"] = lines[-1]["winner"] % 3 + 1


def other_reason(lines: Lines) -> None:
    lines[-1] |= {"reason": "exploded", "winner": None}


def move_left_out(lines: Lines) -> None:
    del lines[7]


def end_left_out(lines: Lines) -> None:
    del lines[-1]


def more_after_the_end(lines: Lines) -> None:
    lines.append(lines[1])


def short_seed(lines: Lines) -> None:
    lines[-1]["seed"] = lines[-1]["seed"][:62]


def unknown_move(lines: Lines) -> None:
    lines[7]["move"] = "swap A1 B2"


def unknown_card(lines: Lines) -> None:
    lines[7]["move"] = "D4>P1"


def later_format(lines: Lines) -> None:
    lines[0]["format"] = 2


def unknown_field(lines: Lines) -> None:
    lines[7]["note"] = "\x1b[2Jgone"


def unknown_layout(lines: Lines) -> None:
    lines[0]["options"]["layout"] = "ring"


def eleven_seats(lines: Lines) -> None:
    lines[0]["seats"] = ["Vega"] * 11


def back_in_time(lines: Lines) -> None:
    lines[7]["ms"] = 0


EDITS: dict[Callable[[Lines], None], tuple[int, str]] = {
    other_move: (8, "ply 7, seat 3, move A1>P9: the rules do not allow this move in this position"),
    other_seat: (8, "ply 7, seat 1, move A3>P3: it is another seat's turn"),
    other_seed: (0, "the seed is not the one that was promised"),
    other_commitment: (0, "the seed is not the one that was promised"),
    other_seed_and_commitment: (3, "ply 2, seat 2, move A2+: the rules do not allow this move in this position"),
    other_winner: (0, "the game did not end like this"),
    other_reason: (0, "the game did not end like this"),
    move_left_out: (8, "ply 8, seat 1, move B2>P3: ply 7 is missing"),
    end_left_out: (0, "the game goes on, so its seed is not known"),
    more_after_the_end: (-1, "ply 1, seat 1, move A2>P1: nothing may follow the end"),
    short_seed: (0, "seed is not 64 hexadecimal digits"),
    unknown_move: (8, "ply 7, seat 3, move swap A1 B2: not a move"),
    unknown_card: (8, "ply 7, seat 3, move D4>P1: not a move"),
    later_format: (1, "format 2; this program reads formats up to 1"),
    unknown_field: (8, "ply 7, seat 3, move A3>P3: unknown field note"),
    unknown_layout: (1, "options.layout is wrong"),
    eleven_seats: (1, "not 2 to 10 seats"),
    back_in_time: (8, "ply 7, seat 3, move A3>P3: earlier than the move before"),
}
"""What was done to the record, and the line and the sentence that tell of it; 0 is the record's last line."""


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_record_is_told_with_file_line_and_reason(
    run: Run, tmp_path: Path, edit: Callable[[Lines], None]
) -> None:
    lines = lines_of(record(at_random))
    last = len(lines)
    edit(lines)
    path = file(tmp_path, lines)
    line, says = EDITS[edit]
    result = run("verify", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{path}:{line if line > 0 else last - line}: {says}\n"


# ── files that are no records ────────────────────────────────────────────────────────────────────────────────────

FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", ":1: the first line is missing"),
    "foreign JSON": (b'{"pods": [1, 2, 3]}\n', ":1: the first line is not about a game"),
    "a JSON array": (b"[1, 2, 3]\n", ":1: not a JSON object"),
    "deeply nested JSON": (b"[" * 100_000, ":1: not a JSON object"),
    "a number beyond all bounds": (b'{"type": ' + b"9" * 10_000 + b"}", ":1: not a JSON object"),
    "prose": (b"Dear Vega,\n", ":1: not a JSON object"),
    "binary": (b"\x7fELF\x02\x01\x01\x00", ":1: not a JSON object"),
    "not UTF-8": (b'{"type": "game",\n\xff\xfe', ":2: not text in UTF-8"),
    "huge": (b" " * 1_000_001, ": larger than any record, 1,000,000 bytes"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_no_record_is_told_so(run: Run, tmp_path: Path, kind: str) -> None:
    data, says = FILES[kind]
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    result = run("verify", path)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"{path}{says}\n")


def test_a_folder_is_told_so(run: Run, tmp_path: Path) -> None:
    result = run("verify", tmp_path)
    assert (result.exit_code, result.stderr) == (1, f"{tmp_path}: Is a directory\n")


def test_a_record_that_ends_anywhere_is_told_at_its_last_line(run: Run, tmp_path: Path) -> None:
    data = file(tmp_path, record(at_random, most=6)).read_bytes()
    for size in range(1, len(data) - 1, 7):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(data[:size])
        result = run("verify", path)
        whole_lines = data[:size].count(b"\n")
        cut_at_end_of_line = data[size : size + 1] == b"\n" or data[:size].endswith(b"\n")
        line = whole_lines + 1 + (data[size : size + 1] == b"\n")
        reason = "the game goes on, so its seed is not known" if cut_at_end_of_line else "not a JSON object"
        assert (result.exit_code, result.stderr) == (1, f"{path}:{line}: {reason}\n")


def test_what_a_file_says_commands_no_terminal(run: Run, tmp_path: Path) -> None:
    lines = lines_of(record(at_random))
    lines[0]["seats"] = ["\x1b]0;own\x07Vega", "Rigel\r\n\u202e", "\x9bLyra"]
    for result in (run("verify", file(tmp_path, lines)), run("replay", file(tmp_path, lines))):
        assert result.exit_code == 0
        assert result.stdout.replace("\n", "").isprintable()
    lines[0]["seats"][2] = "\ud800Lyra"  # half a character: no text at all
    assert run("verify", file(tmp_path, lines)).exit_code == 1
    lines[0]["seats"][2] = "Lyra"
    lines[3]["move"] = "\x1b[2J" + json.dumps({"deep": ["\x07"]})
    result = run("verify", file(tmp_path, lines))
    assert result.exit_code == 1
    assert result.stderr.rstrip("\n").isprintable()
