"""The seam between a Textual app and the terminal of one person far away (docs/architecture.md).

An app that is given a `Terminal` is one of many in the process: it draws on that person's terminal alone, and asks the
terminal, never the process's environment, what it can show. An app without one runs under Textual's ordinary driver.
"""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from textual.app import App
from textual.driver import Driver
from textual.filter import LineFilter

ColourLevel: TypeAlias = Literal["truecolor", "256", "16", "none"]
"""How many colours a terminal shows; `none` is NO_COLOR or a monochrome terminal: no colour code is ever sent."""

Place: TypeAlias = Literal["lobby", "seated", "watching"]
"""Where somebody is, as far as it matters to how long they may be away from the keyboard."""


class Terminal(Protocol):
    """One person's terminal, as an app sees it."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows, at least 1 by 1 and at most 240 by 80. A change also arrives as Textual's `Resize`."""
        ...

    @property
    def colours(self) -> ColourLevel:
        """How many colours it shows."""
        ...

    @property
    def ascii(self) -> bool:
        """Whether only ASCII is safe: no box drawing, no suit or card glyphs."""
        ...

    @property
    def erases(self) -> bool:
        """Whether what is erased gets the background that is set; on others cells are cleared by writing spaces."""
        ...

    @property
    def paused(self) -> bool:
        """Whether the terminal takes no output at the moment; what is written now is dropped.

        The app's `repaint` is called once the terminal takes output again.
        """
        ...

    def write(self, data: bytes) -> None:
        """Paints one frame: cursor moves, SGR and text, sent as one write.

        Never turn a terminal mode on or off here, and leave out mode 2026: a frame of more than a few cells is
        wrapped in it. Never raises; nothing is sent once the session has ended.
        """
        ...

    def title(self, text: str) -> None:
        """Names the terminal's window, where it can be named; the name is taken back when the session ends.

        Args:
            text: shown without anything that a terminal obeys, cut to a length that every terminal takes.
        """
        ...

    def ring(self) -> None:
        """Rings the bell, where there is one."""
        ...

    def driver(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> Driver:
        """Makes the Textual driver of the one app that this terminal is for."""
        ...

    def filters(self, colours: ColourLevel | None = None) -> Sequence[LineFilter]:
        """What makes the text of stock widgets safe to send, and their true colour fewer colours.

        Args:
            colours: how many; None for as many as the terminal shows.
        """
        ...
