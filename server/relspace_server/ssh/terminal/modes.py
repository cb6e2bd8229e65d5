"""The terminal modes that a session turns on, and the bytes that turn every one of them off again."""

from typing import Final, NamedTuple


class Mode(NamedTuple):
    """One thing that a session changes about a terminal."""

    on: bytes
    off: bytes


ALTERNATE_SCREEN: Final = Mode(b"\x1b[?1049h", b"\x1b[?1049l")
HIDDEN_CURSOR: Final = Mode(b"\x1b[?25l", b"\x1b[?25h")
NO_AUTOWRAP: Final = Mode(b"\x1b[?7l", b"\x1b[?7h")
BRACKETED_PASTE: Final = Mode(b"\x1b[?2004h", b"\x1b[?2004l")
MOUSE_BUTTONS: Final = Mode(b"\x1b[?1000h", b"\x1b[?1000l")
MOUSE_AS_TEXT: Final = Mode(b"\x1b[?1006h", b"\x1b[?1006l")

APP_MODES: Final = (ALTERNATE_SCREEN, HIDDEN_CURSOR, NO_AUTOWRAP, BRACKETED_PASTE, MOUSE_BUTTONS, MOUSE_AS_TEXT)
"""What an app turns on, in this order. No motion reports and no in-band resizes: traffic that nobody has a use for."""

SYNC: Final = Mode(b"\x1b[?2026h", b"\x1b[?2026l")
"""Synchronized output: the terminal shows all of a frame at once."""

LEFTOVERS: Final = b"".join(
    b"\x1b[?%dl" % number for number in (2026, 1000, 1002, 1003, 1015, 1006, 1016, 2004, 2048, 1004)
)
"""Turns off what another program, or an earlier session that lost its connection, may have left on.
Terminals ignore the modes that they do not know."""

PLAIN_COLOURS: Final = b"\x1b[0m"

NOTHING_SHOWN: Final = b"\x1b[H\x1b[2J"
"""An empty screen: not every terminal has an alternate one, and there the picture would stay."""


class Modes:
    """Which modes one session has on."""

    def __init__(self) -> None:
        self._on: list[Mode] = []

    def enter(self) -> bytes:
        """The bytes that make the terminal ready for an app; it starts from a known state."""
        self._on = list(APP_MODES)
        return LEFTOVERS + b"".join(mode.on for mode in APP_MODES) + PLAIN_COLOURS

    def leave(self) -> bytes:
        """The bytes that give the terminal back as it was, with the main screen last; empty if nothing is on."""
        if not self._on:
            return b""
        modes = [mode.off for mode in reversed(self._on)]
        self._on = []
        return LEFTOVERS + PLAIN_COLOURS + NOTHING_SHOWN + b"".join(modes)
