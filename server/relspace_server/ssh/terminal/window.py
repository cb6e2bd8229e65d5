"""The title of a terminal's window: named while a session runs, and given back with the terminal."""

from typing import Final

SAVE: Final = b"\x1b[22;2t"
"""Has the terminal remember the title that it has. Those that cannot ignore it."""

RESTORE: Final = b"\x1b]2;\x1b\\\x1b[23;2t"
"""An empty title, and where the terminal remembers one, that title."""

LONGEST: Final = 80
"""Characters of a title."""


class WindowTitle:
    """What the window is called.

    Args:
        can: whether the terminal has a title; if not, nothing is ever sent.
    """

    def __init__(self, *, can: bool) -> None:
        self._can: Final = can
        self._sent = ""
        self._wanted = ""
        self._saved = False

    def change(self, text: str) -> bool:
        """Another title; returns whether there is something to send."""
        safe = text if text.isprintable() else "".join(filter(str.isprintable, text))
        self._wanted = safe[:LONGEST]
        return self._can and self._wanted != self._sent

    def take(self) -> bytes:
        """What names the window, to be sent now; empty if it has that name."""
        if not self._can or self._wanted == self._sent:
            return b""
        before = b"" if self._saved else SAVE
        self._saved, self._sent = True, self._wanted
        return before + b"\x1b]2;" + self._wanted.encode("utf-8", "replace") + b"\x1b\\"

    def take_back(self) -> bytes:
        """What gives the window its own name back; empty if it was never named."""
        return RESTORE if self._saved else b""
