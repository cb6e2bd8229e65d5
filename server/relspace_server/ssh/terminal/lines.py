"""Keys become lines: what a terminal driver does where there is none.

Whatever is not text, Enter, Backspace, Ctrl-U, Ctrl-C or Ctrl-D is dropped. What is to be echoed has no escape
sequence in it: a character is rubbed out with backspace, space, backspace.
"""

from enum import Enum, auto
from typing import Final, NamedTuple, TypeAlias
from unicodedata import combining

from wcwidth import wcwidth

from relspace_server.ssh.terminal.input import Paste, Token
from relspace_server.ssh.terminal.keys import CTRL_C, KeyPress

LONGEST_LINE: Final = 512
"""Bytes of UTF-8 of a line; a longer one is not taken at all, lest half of it means something else."""

NEW_LINE: Final = "\r\n"
RUB_OUT: Final = "\b \b"

_ENTER: Final = "\r"
_BACKSPACE: Final = ("\x7f", "\b")
_CTRL_U: Final = "\x15"
_CTRL_D: Final = "\x04"


class Line(NamedTuple):
    """A whole line."""

    text: str


class Mark(Enum):
    """What happened instead of a line."""

    TOO_LONG = auto()
    """A line that was longer than any may be."""
    TOO_MANY = auto()
    """Lines came faster than they can be carried out, and some of them were dropped."""
    INTERRUPT = auto()
    """Ctrl-C."""
    END = auto()
    """Ctrl-D on an empty line."""


Entry: TypeAlias = Line | Mark


class LineEditor:
    """The line that somebody types."""

    def __init__(self) -> None:
        self._line: list[str] = []
        self._size = 0
        self._too_long = False
        self._echo: list[str] = []

    @property
    def typed(self) -> str:
        """What stands there so far."""
        return "".join(self._line)

    def take_echo(self) -> str:
        """What is to be shown of the keys since the last call."""
        echo = "".join(self._echo)
        self._echo.clear()
        return echo

    def press(self, token: Token) -> list[Entry]:
        """Takes a key or a paste.

        Returns:
            What it completed; of a paste perhaps several lines.
        """
        if isinstance(token, Paste):
            pressed = (self._press(_ENTER if character == "\n" else character) for character in token.text)
            return [entry for entry in pressed if entry is not None]
        entry = self._press(token.sequence) if isinstance(token, KeyPress) and not token.alt else None
        return [] if entry is None else [entry]

    def finish(self) -> list[Entry]:
        """No more keys come: a line without its Enter is one as well."""
        entry = self._enter() if self._line or self._too_long else None
        return [] if entry is None else [entry]

    def clear(self) -> None:
        """Forgets what was typed."""
        self._line.clear()
        self._size = 0
        self._too_long = False

    def _press(self, key: str) -> Entry | None:
        if key == _ENTER:
            return self._enter()
        if key == CTRL_C:
            self._echo.append(NEW_LINE if self._line else "")
            self.clear()
            return Mark.INTERRUPT
        if key == _CTRL_D:
            return None if self._line or self._too_long else Mark.END
        if key in _BACKSPACE:
            self._rub_out()
        elif key == _CTRL_U:
            while self._line:
                self._rub_out()
            self.clear()
        else:
            self._type(" " if key == "\t" else key)
        return None

    def _type(self, key: str) -> None:
        if len(key) != 1 or not key.isprintable():
            return
        size = len(key.encode())
        self._too_long = self._too_long or self._size + size > LONGEST_LINE
        if not self._too_long:
            self._line.append(key)
            self._size += size
            self._echo.append(key)

    def _rub_out(self) -> None:
        """Takes the last character back, with the marks that stand on it."""
        while self._line:
            character = self._line.pop()
            self._size -= len(character.encode())
            self._echo.append(RUB_OUT * max(0, wcwidth(character)))
            if not combining(character):
                break

    def _enter(self) -> Entry:
        entry: Entry = Mark.TOO_LONG if self._too_long else Line(self.typed)
        self._echo.append(NEW_LINE)
        self.clear()
        return entry
