"""How the log is written: as text or as JSON lines, one line for one thing that happened.

What the server logs names its sessions, rooms and incidents in words, as `session %s begins`. The names become fields
of the JSON line. No text from people can break a line or command a terminal that shows the log.
"""

import json
import logging
import re
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, TextIO

from typing_extensions import override

from relspace_server.counts import Counts

SESSION: Final[ContextVar[str]] = ContextVar("session", default="")
"""The session on whose behalf something runs, for lines that do not name it."""

_FIELDS: Final = ("session", "room", "incident")
_PLACES: Final = re.compile(r"(?:\b(" + "|".join(_FIELDS) + r") )?%(?:\.\d+)?[sdrgf]")

_UNSAFE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def safe(text: str, *, lines: bool = False) -> str:
    """Text in which control characters, and those that turn the direction of text, are written out in hexadecimal.

    Args:
        text: anything.
        lines: whether ends of lines and tabs are kept.
    """
    written = _UNSAFE.sub(lambda found: found[0].encode("unicode-escape").decode(), text)
    return written if lines else written.replace("\n", "\\n").replace("\t", "\\t")


def set_up(form: str, level: str, stream: TextIO, counts: Counts) -> None:
    """Has everything that is logged in this process written to a stream.

    Args:
        form: as the setting `log_format`.
        level: as the setting `log_level`.
        stream: where to.
        counts: where incidents are counted.
    """
    handler = Log(stream, counts)
    handler.setFormatter(JsonLine() if form == "json" else TextLine())
    logging.basicConfig(handlers=[handler], level=level.upper())


def set_level(level: str) -> None:
    """Changes how much is logged."""
    logging.getLogger().setLevel(level.upper())


def fields_of(record: logging.LogRecord) -> dict[str, str]:
    """The session, the room and the incident that a record is about, as far as it names them."""
    named = {"session": SESSION.get()} if SESSION.get() else {}
    if isinstance(record.args, Mapping) or not isinstance(record.msg, str):
        return named
    places = [found[1] for found in _PLACES.finditer(record.msg)]
    named.update({name: str(value) for name, value in zip(places, record.args or (), strict=False) if name})
    return named


class Log(logging.StreamHandler[TextIO]):
    """Writes lines, and counts those that tell of an incident."""

    def __init__(self, stream: TextIO, counts: Counts) -> None:
        super().__init__(stream)
        self._counts = counts

    @override
    def emit(self, record: logging.LogRecord) -> None:
        """Writes one line."""
        record.__dict__["fields"] = fields_of(record)
        self._counts.incidents += "incident" in record.__dict__["fields"]
        super().emit(record)


class TextLine(logging.Formatter):
    """A line for people; a traceback follows on indented lines."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = f"{_time(record)} {record.levelname} {safe(record.name)} {safe(record.getMessage())}"
        return line + _indented(self, record)


class JsonLine(logging.Formatter):
    """A line for programs: one JSON object."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields: dict[str, str] = record.__dict__.get("fields", {})
        told = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": safe(record.getMessage()),
            **{name: safe(value) for name, value in fields.items()},
        }
        trace = _trace(self, record)
        return json.dumps({**told, "trace": safe(trace, lines=True)} if trace else told)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    info = record.exc_info
    return formatter.formatException(info) if info and info[0] is not None else ""


def _indented(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    trace = _trace(formatter, record)
    return "".join(f"\n    {line}" for line in safe(trace, lines=True).splitlines()) if trace else ""


def to_stderr(form: str, level: str, counts: Counts) -> None:
    """The log of a server: on standard error."""
    set_up(form, level, sys.stderr, counts)
