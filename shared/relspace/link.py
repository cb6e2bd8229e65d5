"""The seam between what a person sees and what keeps the rooms (docs/architecture.md).

Up goes a command, down come frames. Screens know a `Link` and the messages; what is behind it, a server in the same
process or a room on the player's own machine, they cannot tell.
"""

from collections.abc import Callable
from typing import Protocol

from relspace.wire.commands import Command, Done
from relspace.wire.frame import Frame
from relspace.wire.questions import Answer, Question


class Link(Protocol):
    """One person's connection to the rooms."""

    def open(self, receive: Callable[[Frame], None]) -> None:
        """Starts the flow of frames: who the viewer is, then the lobby.

        `receive` must return at once and never raise.
        """
        ...

    async def send(self, command: Command) -> Done:
        """Asks for something; returns when it was carried out and stored.

        Raises:
            Refused: it cannot be had; the code says why.
            Fault: our side failed; nothing that was shown is lost.
        """
        ...

    async def ask(self, question: Question) -> Answer:
        """Looks something up.

        Raises:
            Refused: there is no such thing; the code says what.
            Fault: our side failed.
        """
        ...

    def close(self) -> None:
        """Ends the flow. Seats of running games are kept, marked away."""
        ...
