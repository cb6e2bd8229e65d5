"""JSON lines: one message a line, in UTF-8; what is sent is ASCII, without a control character but the line's end."""

import json
from typing import Final, NoReturn

from relspace.codec.kinds import Plain
from relspace.errors import Unreadable
from relspace.wire.codec import CODEC
from relspace.wire.frame import Frame
from relspace.wire.messages import Message
from relspace_server.ssh.api.form import MOST, Piece

_END: Final = b"\n"
_BLANK: Final = b" \t\r"

MOST_DIGITS: Final = 20
"""Digits of a whole number, its sign among them; no field takes one of more than 17."""


class JsonLines:
    """Implements `relspace_server.ssh.api.form.Form`."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[Piece]:
        """Takes bytes; returns the lines that they completed, without empty ones."""
        *ends, rest = data.split(_END)
        pieces = [piece for end in ends if (piece := self._line_with(end)) is not None]
        self._keep(rest)
        return pieces

    def finish(self) -> list[Piece]:
        """What is left is a line as well."""
        last = self._line_with(b"")
        return [] if last is None else [last]

    def read(self, piece: bytes) -> Plain:
        """The value that a line holds.

        Raises:
            Unreadable: it is not JSON.
        """
        try:
            data = json.loads(piece.decode(), parse_constant=_refuse, parse_int=_whole)
            if b"\\u" in piece:
                json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair is no text
        except (ValueError, RecursionError) as error:
            raise Unreadable("bad-message", reason=_reason(error)) from None
        return data

    def write(self, data: Plain) -> bytes:
        """One line."""
        return json.dumps(data, separators=(",", ":"), allow_nan=False).encode() + _END

    def frame(self, frame: Frame) -> bytes:
        """The message of a frame, as one line."""
        return self.write(CODEC.plain(Message, frame.message))

    def _line_with(self, end: bytes) -> Piece | None:
        """The line that ends here; None if there is nothing in it."""
        self._keep(end)
        line, too_long = bytes(self._line).strip(_BLANK), self._too_long
        self._line.clear()
        self._too_long = False
        return Unreadable("too-large", most=MOST) if too_long else line or None

    def _keep(self, part: bytes) -> None:
        """Keeps part of a line, unless the line has become longer than any may be."""
        self._too_long = self._too_long or len(self._line) + len(part) > MOST
        if self._too_long:
            self._line.clear()
        else:
            self._line += part


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number of too many digits")
    return int(digits)


def _reason(error: ValueError | RecursionError) -> str:
    """What is wrong with a line."""
    match error:
        case json.JSONDecodeError():
            return f"{error.msg} at character {error.pos + 1}"
        case UnicodeDecodeError():
            return "not UTF-8"
        case UnicodeEncodeError():
            return "half of a surrogate pair"
        case RecursionError():
            return "nested too deeply"
    return str(error)[:80]
