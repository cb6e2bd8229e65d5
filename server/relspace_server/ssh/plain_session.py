"""Plain mode over one session: lines in, lines out, with a terminal at the far end or without."""

import logging
import secrets
from collections.abc import Callable
from typing import Final

from typing_extensions import override

from relspace_client.plain.breaking import broken
from relspace_client.plain.session import PlainSession
from relspace_client.terminal import Place
from relspace_server.ssh import wayout
from relspace_server.ssh.budget import Budget
from relspace_server.ssh.door import Start, Visitor
from relspace_server.ssh.house import House
from relspace_server.ssh.running import Running
from relspace_server.ssh.terminal.lines import Line, Mark
from relspace_server.ssh.terminal.printing import PrintingTerminal
from relspace_server.ssh.terminal.size import Size
from relspace_server.ssh.wayout import Ending

LOG: Final = logging.getLogger(__name__)

QUIT: Final = "quit"
"""The word that Ctrl-D stands for."""


class PlainRunning(Running):
    """A plain session and its terminal.

    Args:
        house: what all sessions share.
        visitor: whom it is for.
        send: sends bytes to the client.
        budget: what the lines may cost that are carried out.
        size: of the terminal at the far end; None without one.
        comes_back_to: what is to be asked for to come back to plain mode; empty if it comes by itself.
    """

    def __init__(
        self,
        house: House,
        visitor: Visitor,
        send: Callable[[bytes], None],
        budget: Budget,
        *,
        size: Size | None,
        comes_back_to: str,
    ) -> None:
        super().__init__(house, visitor, send)
        self._budget = budget
        self._on_terminal: Final = size is not None
        self._terminal: Final = PrintingTerminal(
            send,
            lambda: self.end(wayout.STALLED),
            self._resumed,
            self._interrupted,
            echo=size is not None,
            columns=size.width if size is not None else 0,
            broken=broken,
            stalled_after=house.settings.stalled_seconds,
            input_rate=house.settings.input_bytes_per_second,
        )
        self.comes_back_to = comes_back_to
        self.new_line = self._terminal.new_line
        self._plain: PlainSession | None = None

    @property
    @override
    def terminal(self) -> PrintingTerminal:
        """What is written on."""
        return self._terminal

    @property
    @override
    def place(self) -> Place:
        """Where the person is."""
        return "lobby" if self._plain is None else self._plain.place

    @override
    async def open(self, start: Start) -> None:
        """Makes the plain session."""
        self._plain = await self._house.door.open_plain(
            self._visitor, start, self._terminal.write, self._fail, self._on_terminal
        )

    @override
    async def go(self) -> Ending:
        """Carries out one line after another, until the person leaves or no more come."""
        plain = self._plain
        assert plain is not None
        try:
            await plain.begin()
            while not plain.ended and (entry := await self._terminal.next_entry()) is not None:
                await self._budget.turn()
                if isinstance(entry, Line):
                    await plain.feed_line(entry.text)
                elif entry is Mark.END:
                    await plain.feed_line(QUIT)
                else:
                    plain.refuse_line("too-large" if entry is Mark.TOO_LONG else "too-fast")
        finally:
            plain.close()
            self._words = plain.reader.words
        return wayout.GOODBYE

    @override
    def stop(self) -> None:
        """No line is carried out any more."""
        self._terminal.stop()

    @override
    def end_of_input(self) -> None:
        """What has come is still carried out."""
        self._terminal.end_of_input()

    def _resumed(self) -> None:
        """The client takes output again."""
        if self._plain is not None:
            self._plain.catch_up()

    def _interrupted(self, again: bool) -> None:
        """Ctrl-C: the first asks, the second leaves, whatever is under way."""
        if again or self._plain is None:
            self.end(wayout.GOODBYE)
        else:
            self._plain.warn_of_leaving()

    def _fail(self, error: Exception) -> None:
        """What the rooms sent could not be told."""
        incident = secrets.token_hex(4)
        LOG.error("incident %s: session %s failed", incident, self._visitor.session, exc_info=error)
        self.end(wayout.crashed(incident))
