"""One app on one terminal in memory: what it sends, and what a terminal emulator makes of it."""

import asyncio
from collections.abc import Callable
from typing import ClassVar

import pyte
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from relspace_client.compat import BareScreen, HostedApp, parse_key
from relspace_server.charged import start_task
from relspace_server.ssh.terminal.colour import Abilities, ColourLevel
from relspace_server.ssh.terminal.hosting import run_app
from relspace_server.ssh.terminal.size import clamp
from relspace_server.ssh.terminal.terminal import ChannelTerminal

PATIENCE = 2_000
"""Passes of the loop until something that must happen is missed."""


class Ask(ModalScreen[None]):
    """A dialog of stock widgets."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar = [("escape", "dismiss", "Close")]

    def compose(self):
        yield Input(placeholder="name")
        yield Button("Fine")


class Notes(HostedApp):
    """Shows the keys that were pressed."""

    CSS = "#notes { color: #ff8800; background: #203040; text-style: bold; }"
    BINDINGS: ClassVar = [("ctrl+d", "ask", "Ask"), ("ctrl+x", "crash", "Crash")]

    def __init__(self, terminal=None) -> None:
        super().__init__(terminal)
        self.keys: list[str] = []
        self.pasted: list[str] = []
        self.clicks: list[tuple[int, int]] = []

    def compose(self):
        yield Static("Vega ♠", id="notes", markup=False)

    def on_key(self, event) -> None:
        self.keys.append(event.key)
        for notes in self.query("#notes").results(Static):
            notes.update(" ".join(self.keys[-8:]))

    def on_paste(self, event) -> None:
        self.pasted.append(event.text)

    def on_mouse_down(self, event) -> None:
        self.clicks.append((event.x, event.y))

    def action_ask(self) -> None:
        self.push_screen(Ask())

    def action_crash(self) -> None:
        secret_in_a_local = "Rigel's hand"
        raise RuntimeError(str(len(secret_in_a_local)))


class Table(BareScreen):
    """Paints the terminal by itself while it is on top."""

    AUTO_FOCUS = ""
    text = "the table"

    def __init__(self, game: "Game") -> None:
        super().__init__(id="_default")
        self.game = game

    def paint(self) -> None:
        if self.game.held:
            self.game.terminal.write(f"\x1b[2J\x1b[3;5H{self.text}".encode())
        else:
            self.refresh()

    def render(self) -> str:
        return f"(drawn by Textual) {self.text}"

    def on_screen_suspend(self) -> None:
        self.game.release()

    def on_screen_resume(self) -> None:
        self.game.hold()
        self.paint()

    def on_resize(self) -> None:
        self.paint()


class Game(Notes):
    """Begins with a screen that paints by itself."""

    CSS = "Ask { align: center middle; background: #000000; } Input { width: 20; } Button { width: 20; }"

    def get_default_screen(self) -> Table:
        return Table(self)

    def on_load(self) -> None:
        self.hold()

    def repaint(self) -> None:
        super().repaint()
        self.screen_stack[0].paint()


class Stage:
    """Runs an app on a terminal in memory."""

    def __init__(
        self,
        kind: type[HostedApp] = Notes,
        *,
        colours: ColourLevel = "256",
        size: tuple[int, int] = (80, 24),
        stalled: Callable[[], None] = lambda: None,
        titles: bool = False,
        book: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.sent: list[bytes] = []
        """Every write, one a frame."""
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        can = Abilities(colours, False, titles=titles)
        self.terminal = ChannelTerminal(self._receive, clamp(*size), can, parse_key, stalled, book=book)
        self.app = kind(self.terminal)
        self.task = start_task(run_app(self.app, size), "app under test")

    def _receive(self, data: bytes) -> None:
        self.sent.append(data)
        self._stream.feed(data)

    @property
    def everything(self) -> bytes:
        """All that was sent."""
        return b"".join(self.sent)

    @property
    def text(self) -> str:
        """The screen, a line a row, without trailing spaces."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def until(self, wanted: Callable[[], object]) -> None:
        """Lets the loop run until something is so."""
        for _ in range(PATIENCE):
            if wanted():
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"it does not happen; the screen is\n{self.text}")

    async def shows(self, text: str) -> None:
        """Waits for a text on the screen."""
        await self.until(lambda: text in self.text)

    async def quiet(self) -> None:
        """Waits until nothing more is sent."""
        for _ in range(PATIENCE):
            before = len(self.sent)
            await asyncio.sleep(0.3)
            if len(self.sent) == before:
                return
        raise AssertionError("it never is quiet")

    async def begin(self) -> "Stage":
        """Waits for the first picture."""
        await self.until(lambda: self.sent)
        await self.quiet()
        return self

    async def press(self, data: bytes) -> None:
        """Sends bytes as a client does, and waits until all that comes of it has happened."""
        self.terminal.feed(data)
        await self.quiet()

    async def strike(self) -> None:
        """Takes the app off."""
        if not self.task.done():
            self.app.exit()
        await self.task
