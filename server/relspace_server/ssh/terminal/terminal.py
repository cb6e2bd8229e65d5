"""One person's terminal at the far end of a channel."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from textual.app import App
from textual.filter import LineFilter

from relspace_server.ssh.terminal import colour
from relspace_server.ssh.terminal.blocked import Blocked
from relspace_server.ssh.terminal.colour import Abilities, ColourLevel
from relspace_server.ssh.terminal.driver import ChannelDriver, KeyParser
from relspace_server.ssh.terminal.modes import SYNC, Modes
from relspace_server.ssh.terminal.pace import RATE
from relspace_server.ssh.terminal.safe import SAFE_TEXT
from relspace_server.ssh.terminal.size import Size, SizeChanges
from relspace_server.ssh.terminal.window import WindowTitle

BELL: Final = b"\a"

FEW_CELLS: Final = 100
"""Bytes of a frame that is shown as it comes; a larger one is shown all at once."""

STALLED_AFTER: Final = 30.0
"""Seconds without taking output after which a client is given up."""


class ChannelTerminal:
    """A terminal that an app draws on.

    Args:
        send: sends bytes to the client, or keeps them until it takes them. Never raises.
        size: columns and rows, clamped already.
        abilities: what the terminal can show.
        parse_key: names keys.
        stalled: called once, when the client has taken no output for `stalled_after` seconds.
        stalled_after: seconds.
        input_rate: bytes a second that the client may send.
        book: pays for keys in advance; returns seconds for which they wait, since the client had too much done already.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        size: Size,
        abilities: Abilities,
        parse_key: KeyParser,
        stalled: Callable[[], None],
        *,
        stalled_after: float = STALLED_AFTER,
        input_rate: int = RATE,
        book: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._send = send
        self._size = size
        self._abilities = abilities
        self._make_driver = partial(ChannelDriver, self, parse_key, input_rate, book)
        self._modes = Modes()
        self._title = WindowTitle(can=abilities.titles)
        self._driver: ChannelDriver | None = None
        self._opening = b""  # what turns the modes on, sent together with the first picture
        self._painted = False
        self._closed = False
        self._blocked = Blocked(stalled, stalled_after)
        self._size_changes = SizeChanges(self._resized)

    # ── what an app sees of it ───────────────────────────────────────────────────────────────────────────────────

    @property
    def size(self) -> Size:
        """Columns and rows."""
        return self._size

    @property
    def colours(self) -> ColourLevel:
        """How many colours it shows."""
        return self._abilities.colours

    @property
    def ascii(self) -> bool:
        """Whether only ASCII is safe."""
        return self._abilities.ascii

    @property
    def erases(self) -> bool:
        """Whether what is erased gets the background that is set."""
        return self._abilities.erases

    @property
    def paused(self) -> bool:
        """Whether the client takes no output at the moment."""
        return bool(self._blocked)

    def write(self, data: bytes) -> None:
        """Sends one frame, in one write; dropped while the client takes no output, and after the end."""
        if self._closed or self._blocked or not data:
            return
        opening, self._opening = self._opening + self._title.take(), b""
        self._painted = True
        self._send(opening + (data if len(data) <= FEW_CELLS else SYNC.on + data + SYNC.off))

    def title(self, text: str) -> None:
        """Names the window; sent with the next frame, or by itself if none comes at once."""
        if self._title.change(text) and not self._closed:
            asyncio.get_running_loop().call_soon(self._send_title)

    def ring(self) -> None:
        """Rings the bell, unless nothing is shown yet or the client takes no output."""
        if self._painted and not self._closed and not self._blocked:
            self._send(BELL)

    def driver(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> ChannelDriver:
        """Makes the driver of the app that this terminal is for."""
        return self._make_driver(app, debug=debug, mouse=mouse, size=size or self._size)

    def filters(self, colours: ColourLevel | None = None) -> Sequence[LineFilter]:
        """What makes the text of stock widgets safe, and turns them into this terminal's colours, or those given."""
        return (SAFE_TEXT, *colour.filters(colours or self._abilities.colours))

    @property
    def idle(self) -> float:
        """Seconds since the person last pressed something; a terminal's own answers do not count."""
        return 0.0 if self._driver is None else asyncio.get_running_loop().time() - self._driver.last_key

    # ── what the driver tells it ─────────────────────────────────────────────────────────────────────────────────

    def enter(self, driver: ChannelDriver) -> None:
        """The app begins: its modes are turned on with its first picture."""
        self._driver = driver
        self._opening = self._modes.enter()
        driver.resize(self._size)

    # ── what the channel tells it ────────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """Bytes came in. Keys pressed before anything was shown are dropped: nobody plays a card unseen."""
        if self._driver is not None and self._painted and not self._closed:
            self._driver.feed(data)

    def resize(self, size: Size) -> None:
        """The client's terminal has a new size."""
        if not self._closed:
            self._size_changes.change(size)

    def block(self, cause: str) -> None:
        """The client takes no output, for one of the causes there are; each is told apart from the others."""
        if not self._closed and self._blocked.add(cause) and self._driver is not None:
            self._driver.hosted.output_paused()

    def unblock(self, cause: str) -> None:
        """A cause is gone; with the last one the app draws everything anew."""
        if self._blocked.remove(cause) and self._driver is not None and not self._closed:
            self._driver.hosted.output_resumed()
            self._send_title()

    def close(self) -> bytes:
        """Ends all drawing.

        Returns:
            The bytes that give the terminal back as it was; empty when it never was taken, and the second time.
        """
        self._closed = True
        self._size_changes.close()
        self._blocked.close()
        restore = self._modes.leave() + self._title.take_back()
        return b"" if self._opening else restore

    def _send_title(self) -> None:
        if self._painted and not self._closed and not self._blocked and (title := self._title.take()):
            self._send(title)

    def _resized(self, size: Size) -> None:
        self._size = size
        if self._driver is not None:
            self._driver.resize(size)
