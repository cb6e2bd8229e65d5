"""One app on one terminal, from its beginning to its end."""

import asyncio
from collections.abc import Callable
from typing import Final

from textual.events import Key
from typing_extensions import override

from relspace_client.compat import HostedApp, parse_key
from relspace_client.locale.words import words
from relspace_client.terminal import Place
from relspace_server.counts import Awaited
from relspace_server.ssh import wayout
from relspace_server.ssh.budget import Budget
from relspace_server.ssh.door import Start, Visitor
from relspace_server.ssh.house import House
from relspace_server.ssh.running import Running
from relspace_server.ssh.terminal.colour import Abilities
from relspace_server.ssh.terminal.hosting import run_app
from relspace_server.ssh.terminal.size import Size
from relspace_server.ssh.terminal.terminal import ChannelTerminal
from relspace_server.ssh.wayout import Ending


class AppSession(Running):
    """An app and its terminal.

    Args:
        house: what all sessions share.
        visitor: whom it is for.
        send: sends bytes to the client.
        budget: what may be done for the keys that are pressed.
        size: of the client's terminal.
        abilities: of the client's terminal.
    """

    def __init__(
        self,
        house: House,
        visitor: Visitor,
        send: Callable[[bytes], None],
        budget: Budget,
        size: Size,
        abilities: Abilities,
    ) -> None:
        super().__init__(house, visitor, send)
        self._awaited: Final = Awaited(house.counts.key_to_paint)
        self._now: Final = asyncio.get_running_loop().time
        self._terminal: Final = ChannelTerminal(
            self._paint,
            size,
            abilities,
            self._name_key,
            lambda: self.end(wayout.STALLED),
            book=budget.book,
            stalled_after=house.settings.stalled_seconds,
            input_rate=house.settings.input_bytes_per_second,
        )
        self._app: HostedApp | None = None

    def _name_key(self, sequence: str) -> list[Key]:
        """A key was pressed: from now on its picture is awaited."""
        self._awaited.pressed(self._now())
        return parse_key(sequence)

    def _paint(self, data: bytes) -> None:
        """A picture goes to the client."""
        self._awaited.painted(self._now())
        self._send(data)

    @property
    @override
    def terminal(self) -> ChannelTerminal:
        """Where the app draws."""
        return self._terminal

    @property
    @override
    def place(self) -> Place:
        """Where the person is."""
        return "lobby" if self._app is None else self._app.place

    @override
    async def open(self, start: Start) -> None:
        """Makes the app."""
        self._app = await self._house.door.open_session(self._visitor, start, self._terminal)

    @override
    async def go(self) -> Ending:
        """Runs the app."""
        app = self._app
        assert app is not None
        try:
            await run_app(app, self._terminal.size)
        finally:
            self._app = None
            self._words = words(app.language) if app.language else self._words
        return _ending_of(app)

    @override
    def stop(self) -> None:
        """Tells the app to end."""
        if self._app is not None:
            self._app.exit()


def _ending_of(app: HostedApp) -> Ending:
    """Why an app ended by itself."""
    if app.incident:
        return wayout.crashed(app.incident)
    if app.farewell is None:
        return wayout.GOODBYE
    return Ending(app.farewell.why or wayout.GOODBYE.why, app.farewell.code)
