"""The log: its two forms, what they tell, and that nobody can break them."""

import io
import json
import logging
import sys
from typing import Any

import pytest

from relspace_server.counts import Counts
from relspace_server.logs import SESSION, JsonLine, Log, TextLine, safe

NASTY = "\x1b]0;X\x07\x1b[2J\x9b31m\n2026-11-30 ERROR forged\r\u202e\u200b\u2066\udc80"
"""Commands for a terminal, a forged line, marks that turn text around."""


@pytest.fixture
def counts() -> Counts:
    return Counts()


@pytest.fixture(params=["text", "json"])
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Written:
    """A logger of its own, and what it has written."""

    def __init__(self, form: str, counts: Counts) -> None:
        self._stream = io.StringIO()
        self._handler = Log(self._stream, counts)
        self._handler.setFormatter(JsonLine() if form == "json" else TextLine())

    def log(self, message: str, *args: object, level: int = logging.INFO, exc_info: Any = None) -> str:
        self._stream.truncate(0)
        self._stream.seek(0)
        record = logging.LogRecord("relspace_server.part", level, "part.py", 1, message, args, exc_info)
        self._handler.handle(record)
        return self._stream.getvalue()


def test_a_json_line_has_its_parts_as_fields(counts: Counts) -> None:
    told = json.loads(
        Written("json", counts).log("incident %s: session %s failed in room %s, %d times", "ab12", "cd34", "ACDEF", 7)
    )
    assert told.pop("time").endswith("+00:00")
    assert told == {
        "level": "info",
        "logger": "relspace_server.part",
        "message": "incident ab12: session cd34 failed in room ACDEF, 7 times",
        "incident": "ab12",
        "session": "cd34",
        "room": "ACDEF",
    }


def test_a_text_line_is_for_people(counts: Counts) -> None:
    line = Written("text", counts).log("session %s begins", "cd34", level=logging.WARNING)
    time, *rest = line.split(" ")
    assert time.endswith("+00:00")
    assert " ".join(rest) == "WARNING relspace_server.part session cd34 begins\n"


def test_a_line_that_names_no_session_has_that_on_whose_behalf_it_is_written(counts: Counts) -> None:
    token = SESSION.set("ef56")
    try:
        written = Written("json", counts)
        assert json.loads(written.log("an app failed"))["session"] == "ef56"
        assert json.loads(written.log("session %s ends", "cd34"))["session"] == "cd34"
    finally:
        SESSION.reset(token)


def test_places_without_a_name_are_counted_too(counts: Counts) -> None:
    told = json.loads(Written("json", counts).log("%s from %s in room %s: 100%% of %.1f", "a", "b", "ACDEF", 2.0))
    assert told["room"] == "ACDEF"
    assert told["message"] == "a from b in room ACDEF: 100% of 2.0"


def test_text_from_people_stays_on_its_line_and_commands_nothing(form: str, counts: Counts) -> None:
    line = Written(form, counts).log("session %s says %s", NASTY, NASTY)
    assert line.count("\n") == 1
    assert line.endswith("\n")
    shown = json.loads(line)["message"] if form == "json" else line.rstrip("\n")
    assert shown.isprintable()
    assert "\\x1b]0;X\\x07" in shown


def test_a_traceback_is_kept_and_harmless(form: str, counts: Counts) -> None:
    try:
        raise ValueError(NASTY)
    except ValueError:
        line = Written(form, counts).log("incident %s: session %s failed", "ab12", "cd34", exc_info=sys.exc_info())
    if form == "json":
        assert line.count("\n") == 1
        assert "ValueError" in json.loads(line)["trace"]
    else:
        first, *rest = line.splitlines()
        assert first.endswith("incident ab12: session cd34 failed")
        assert rest
        assert all(each.startswith("    ") for each in rest)
    assert not set(line) & {"\x1b", "\x07", "\x9b", "\r", "\u202e"}


def test_incidents_are_counted_where_they_are_logged(form: str, counts: Counts) -> None:
    written = Written(form, counts)
    written.log("session %s begins", "cd34")
    assert counts.incidents == 0
    written.log("incident %s: session %s failed", "ab12", "cd34")
    assert counts.incidents == 1


def test_lines_may_be_kept_in_what_has_lines() -> None:
    assert safe("a\n\tb\x1b", lines=True) == "a\n\tb\\x1b"
    assert safe("a\n\tb\x1b") == "a\\n\\tb\\x1b"
