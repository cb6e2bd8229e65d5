"""Record files (docs/rules.md 8): reading one, and checking the game that it tells of."""

import json
import sys
from pathlib import Path
from typing import Final

import click

from relspace.errors import CODES, Unreadable
from relspace_client.commands.bad_input import BadInput, shown
from relspace_client.replaying.checked import Checked, check

MOST_BYTES: Final = 1_000_000
"""No record is larger: it has at most 502 lines."""

STDIN: Final = "-"
"""In place of a file's name: standard input."""


def checked(path: Path) -> Checked:
    """Reads a record and plays its game again.

    Args:
        path: the file; `-` is standard input.

    Raises:
        BadInput: naming file, line and reason, and the first ply that is wrong.
    """
    name = click.format_filename(path)
    lines = _lines(path, name)
    try:
        return check(lines)
    except Unreadable as error:
        line = error.details.get("line", 1)
        assert isinstance(line, int)
        raise BadInput(f"{name}:{line}", _reason(error, lines, line)) from None


def _lines(path: Path, name: str) -> list[str]:
    """The file's lines as text."""
    try:
        if str(path) == STDIN:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(name, error.strerror or "cannot be read") from None
    if len(data) > MOST_BYTES:
        raise BadInput(name, f"larger than any record, {MOST_BYTES:,} bytes")
    return [_text(line, f"{name}:{number}") for number, line in enumerate(data.splitlines(), 1)]


def _text(line: bytes, where: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise BadInput(where, "not text in UTF-8") from None


def _reason(error: Unreadable, lines: list[str], line: int) -> str:
    """What is wrong, with the ply and the move if it is one that is wrong."""
    if error.code == "bad-version":
        version, newest = error.details["version"], error.details["newest"]
        return f"format {version}; this program reads formats up to {newest}"
    reason = str(error.details["reason"])
    return _about(lines[line - 1] if line <= len(lines) else "") + CODES.get(reason, shown(reason))


def _about(line: str) -> str:
    """Which move a line is about; empty if it is about none."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(fields, dict) or fields.get("type") != "move":
        return ""
    said = [f"{name} {fields[name]}" for name in ("ply", "seat", "move") if isinstance(fields.get(name), (int, str))]
    return f"{shown(', '.join(said))}: " if said else ""
