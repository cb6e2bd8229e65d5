"""Stand-ins for the two ends of an app: the rooms, and a person's terminal."""

import asyncio
import contextlib
import contextvars
from collections.abc import AsyncIterator, Callable

import pyte
from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.pilot import Pilot

from relspace.errors import Refused, RelspaceError
from relspace.wire.commands import Command, Done
from relspace.wire.frame import Frame
from relspace.wire.messages import Message
from relspace.wire.questions import Answer, Question
from relspace_client.app import RelspaceApp
from relspace_server.ssh.terminal.colour import filters

from .picture.terminal import Screen


class FakeLink:
    """Rooms that say what a test tells them to say, and remember what they were asked."""

    def __init__(self, *first: Message) -> None:
        self.first = first
        self.sent: list[Command] = []
        self.answers: dict[type, Done | RelspaceError] = {}
        """What to answer to commands of a type; `Done` with the command's own room if a type is missing."""
        self.asked: list[Question] = []
        self.known: dict[Question, Answer | RelspaceError] = {}
        """What to answer to questions; there is no such thing if one is missing."""
        self.gate = asyncio.Event()
        """Cleared, commands wait; they are answered once it is set."""
        self.gate.set()
        self.closed = False
        self._receive: Callable[[Frame], None] | None = None

    def open(self, receive: Callable[[Frame], None]) -> None:
        self._receive = receive
        self.push(*self.first)

    def push(self, *messages: Message) -> None:
        """Sends messages, as a room does: in a context that is no app's."""
        assert self._receive is not None
        for message in messages:
            contextvars.Context().run(self._receive, Frame.of(message))

    async def send(self, command: Command) -> Done:
        self.sent.append(command)
        await self.gate.wait()
        answer = self.answers.get(type(command), Done(getattr(command, "room", "")))
        if isinstance(answer, RelspaceError):
            raise answer
        return answer

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        await self.gate.wait()
        answer = self.known.get(question, Refused("no-such-record"))
        if isinstance(answer, RelspaceError):
            raise answer
        return answer

    def close(self) -> None:
        self.closed = True


class FakeDriver(Driver):
    """Collects what Textual writes into frames, as the driver of a channel does."""

    def __init__(self, terminal: "FakeTerminal", app, *, debug=False, mouse=True, size=None) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.terminal = terminal
        self.pieces: list[str] = []

    def write(self, data: str) -> None:
        self.pieces.append(data)

    def flush(self) -> None:
        if self.pieces:
            frame, self.pieces = "".join(self.pieces), []
            self.terminal.write(frame.encode())

    def start_application_mode(self) -> None:
        self.resize(self.terminal.size)

    def resize(self, size: tuple[int, int]) -> None:
        self._app.post_message(events.Resize(Size(*size), Size(*size)))

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        pass


class FakeTerminal:
    """A terminal that remembers what was written to it, and shows it on an emulator."""

    def __init__(self, width: int = 80, height: int = 24, colours: str = "truecolor", ascii_only: bool = False) -> None:
        self.size = (width, height)
        self.colours = colours
        self.ascii = ascii_only
        self.erases = True
        self.paused = False
        self.frames: list[bytes] = []
        self.dropped: list[bytes] = []
        """Frames that were written while no output was taken."""
        self.screen = Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.made: FakeDriver | None = None
        self.titles: list[str] = []
        self.rung = 0

    def title(self, text: str) -> None:
        self.titles.append(text)

    def ring(self) -> None:
        self.rung += 1

    def write(self, data: bytes) -> None:
        if self.paused:
            self.dropped.append(data)
            return
        self.frames.append(data)
        self.stream.feed(data)

    def driver(self, app, *, debug=False, mouse=True, size=None) -> FakeDriver:
        self.made = FakeDriver(self, app, debug=debug, mouse=mouse, size=size or self.size)
        return self.made

    def filters(self, colours=None):
        return filters(colours or self.colours)

    def resize(self, width: int, height: int) -> None:
        """A window change."""
        assert self.made is not None
        self.size = (width, height)
        self.screen.resize(height, width)
        self.made.resize(self.size)

    @property
    def text(self) -> str:
        """What is on the emulator."""
        lines = []
        for y in range(self.screen.lines):
            cells = [self.screen.buffer[y][x].data for x in range(self.screen.columns)]
            lines.append("".join(cells).rstrip())
        return "\n".join(lines)

    @property
    def written(self) -> bytes:
        """All frames."""
        return b"".join(self.frames)


@contextlib.asynccontextmanager
async def hosted(app: RelspaceApp, terminal: FakeTerminal) -> AsyncIterator[Pilot]:
    """An app on a terminal far away, from its first picture to its end."""
    ready, over = asyncio.Event(), asyncio.Event()

    async def started(_: Pilot) -> None:
        ready.set()
        await over.wait()

    task = asyncio.create_task(app.run_async(size=terminal.size, auto_pilot=started))
    await ready.wait()
    try:
        with app._context():
            pilot = Pilot(app)
            await pilot.pause()
            yield pilot
    finally:
        over.set()
        if app.is_running:
            app.exit()
        await task


class FakeClock:
    """Time, and the timers that run."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def after(self, seconds: float, then: Callable[[], None]) -> None:
        self.timers.append((self.now + seconds, then))

    def tick(self) -> None:
        """Until the next timer."""
        self.now, then = self.timers.pop(0)
        then()


def drawn(app: RelspaceApp) -> str:
    """What Textual has drawn, dialogs included."""
    compositor = app.screen._compositor
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips(compositor.size))
