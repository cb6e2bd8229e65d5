"""A Textual driver on a channel: in the event loop, without threads, signals or a terminal of the server's own."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, Protocol, TextIO, TypeAlias, cast

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size as TextualSize
from textual.message import Message
from typing_extensions import override

from relspace_server.ssh.terminal.input import InputFilter, Paste, Token
from relspace_server.ssh.terminal.keys import CTRL_C, KeyPress, MouseReport
from relspace_server.ssh.terminal.pace import LONGEST_QUEUE, QUIET, SLICE, SLICE_PAUSE, Allowance
from relspace_server.ssh.terminal.size import Size

KeyParser: TypeAlias = Callable[[str], list[events.Key]]
"""Names the key that one complete sequence stands for."""


_TO_LEAVE: Final = 2
"""Ctrl-C, so often pressed at once, answers whatever an app may ask before it ends. So often in a second it waits for
nothing that is owed."""


class Hosted(Protocol):
    """What an app does when its terminal tells it something."""

    def post_message(self, message: Message) -> bool:
        """Takes a message; returns whether it will be looked at."""
        ...

    def offer_key(self, key: str) -> bool:
        """Offered every key first; returns whether it was used."""
        ...

    def output_paused(self) -> None:
        """The client takes no output."""
        ...

    def output_resumed(self) -> None:
        """The client takes output again; nothing is known of what it shows."""
        ...


class Outlet(Protocol):
    """What the driver needs of its terminal."""

    def enter(self, driver: "ChannelDriver") -> None:
        """The app begins: modes are turned on."""
        ...

    def write(self, data: bytes) -> None:
        """Sends one frame."""
        ...


class ChannelDriver(Driver):
    """The driver of one app on one terminal.

    Args:
        terminal: where frames go, in one write each.
        parse_key: names keys.
        input_rate: bytes a second that the client may send.
        book: pays for keys in advance; returns seconds for which they wait, since the client had too much done already.
        app: the app.
        size: columns and rows to begin with.
    """

    def __init__(
        self,
        terminal: Outlet,
        parse_key: KeyParser,
        input_rate: int,
        book: Callable[[], float],
        app: App[object],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        del debug  # it would write the keys that people press to a file
        super().__init__(app, debug=False, mouse=mouse, size=size)
        self.hosted: Final = cast("Hosted", app)
        self._terminal = terminal
        self._parse_key = parse_key
        self._book = book
        self._clock = asyncio.get_running_loop()
        self._pieces: list[str] = []
        self._listening = False
        self._filter = InputFilter()
        self._allowance = Allowance(input_rate)
        self._leaving = Allowance(_TO_LEAVE)
        self._flooded = False
        self.last_key = self._clock.time()
        """When the person last pressed something, by the loop's clock."""
        self._queue: deque[Message] = deque()
        self._input_timer: asyncio.TimerHandle | None = None
        self._queue_timer: asyncio.TimerHandle | None = None
        self._room = 0
        """How many messages the app may still be given until the pause is over."""
        self._pause_over = 0.0
        self._booked = False
        """Whether the pause is one that was waited for what is owed."""

    # ── output ───────────────────────────────────────────────────────────────────────────────────────────────────

    @override
    def write(self, data: str) -> None:
        """Adds a piece to the frame that the next `flush` sends."""
        self._pieces.append(data)
        if len(self._pieces) == 1:
            self._clock.call_soon(self.flush)  # a bell, for one, is written and never flushed

    @override
    def flush(self) -> None:
        """Sends the frame."""
        if self._pieces:
            frame = "".join(self._pieces).encode("utf-8", "replace")
            self._pieces.clear()
            self._terminal.write(frame)

    # ── beginning and end ────────────────────────────────────────────────────────────────────────────────────────

    @override
    def start_application_mode(self) -> None:
        """The app begins."""
        self._listening = True
        self._terminal.enter(self)

    @override
    def disable_input(self) -> None:
        """What comes in from now on is dropped."""
        self._listening = False
        self._queue.clear()
        for timer in (self._input_timer, self._queue_timer):
            if timer is not None:
                timer.cancel()

    @override
    def stop_application_mode(self) -> None:
        """The app ends. Its modes are turned off by whoever ends the session: there is one way out."""
        self.disable_input()
        self._pieces.clear()

    def resize(self, size: Size) -> None:
        """The terminal has a new size."""
        new = TextualSize(*size)
        self.process_message(events.Resize(new, new))

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """Takes bytes from the client."""
        if not self._listening:
            return
        if self._flooded or not self._allowance.admits(len(data), self._clock.time()):
            self._flood(data)
            return
        self._take(self._filter.feed(data))
        self._wait_for_more()

    def _flood(self, data: bytes) -> None:
        """More came than anybody types: all is dropped until it stops, so that no torn sequence is taken for keys."""
        self._flooded = True
        self._filter = InputFilter()
        self._restart_timer(QUIET, self._flood_over)
        if not data.strip(CTRL_C.encode()):
            self._take([KeyPress(CTRL_C)] * min(len(data), _TO_LEAVE))

    def _flood_over(self) -> None:
        self._flooded = False

    def _wait_for_more(self) -> None:
        waiting = self._filter.waiting
        if waiting is not None:
            self._restart_timer(waiting, self._give_up)
        elif self._input_timer is not None:
            self._input_timer.cancel()
            self._input_timer = None

    def _restart_timer(self, seconds: float, then: Callable[[], None]) -> None:
        if self._input_timer is not None:
            self._input_timer.cancel()
        self._input_timer = self._clock.call_later(seconds, then)

    def _give_up(self) -> None:
        self._take(self._filter.timeout())
        self._wait_for_more()

    def _take(self, tokens: Iterable[Token]) -> None:
        self._make_room()
        for token in tokens:
            self.last_key = self._clock.time()
            if token == KeyPress(CTRL_C):
                self._forget_all_but_ctrl_c()
                if self._leaving.admits(1, self.last_key):
                    self._give(token)
                    continue
            if len(self._queue) >= LONGEST_QUEUE:
                continue  # not even named: that alone would keep everybody waiting
            for message in self._messages(token):
                if self._queue or not self._room or not self._used(message):
                    self._queue.append(message)
                else:
                    self._room -= 1
        if self._queue and self._queue_timer is None:
            self._send_slice()

    def _forget_all_but_ctrl_c(self) -> None:
        """Whoever wants out need not wait for what they pasted; a second Ctrl-C answers the question of the first."""
        self._queue = deque(each for each in self._queue if isinstance(each, events.Key) and each.key == "ctrl+c")

    def _give(self, token: Token) -> None:
        """Gives the app at once what a token stands for."""
        for message in self._messages(token):
            self.process_message(message)

    def _used(self, message: Message) -> bool:
        return isinstance(message, events.Key) and self.hosted.offer_key(message.key)

    def _make_room(self) -> None:
        """A slice for each pause, in however many packets the keys come: many of them may be read in one go.

        There is none before what is owed for those before has been waited for.
        """
        now = self._clock.time()
        if now < self._pause_over:
            return
        wait = 0.0 if self._booked else self._book()
        self._booked = wait > 0
        self._room = 0 if wait else SLICE
        self._pause_over = now + (wait or SLICE_PAUSE)

    def _send_slice(self) -> None:
        self._queue_timer = None
        self._make_room()
        while self._queue and self._room:
            self._room -= 1
            self.process_message(self._queue.popleft())
        if self._queue:
            self._queue_timer = self._clock.call_at(self._pause_over, self._send_slice)

    def _messages(self, token: Token) -> list[Message]:
        if isinstance(token, Paste):
            return [events.Paste(token.text)]
        if isinstance(token, MouseReport):
            return [_mouse_event(token)]
        keys = self._parse_key(token.sequence) if token.sequence != "\x1b" else [events.Key("escape", "\x1b")]
        return [events.Key(f"alt+{key.key}", None) if token.alt else key for key in keys]

    @override
    def send_message(self, message: Message) -> None:
        """Hands a message to the app, in the loop that both run in."""
        self.hosted.post_message(message)

    # ── what would act on the server's machine ───────────────────────────────────────────────────────────────────

    @override
    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Would open a browser on the server: does nothing."""

    @override
    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Would write a file on the server: does nothing, but closes what it was given."""
        binary.close()


_WHEEL: Final[tuple[type[events.MouseEvent], ...]] = (
    events.MouseScrollUp,
    events.MouseScrollDown,
    events.MouseScrollLeft,
    events.MouseScrollRight,
)


def _mouse_event(report: MouseReport) -> events.MouseEvent:
    """A mouse report as Textual's event."""
    number = report.button & 3
    kind: type[events.MouseEvent]
    if report.button & 64:
        kind, button = _WHEEL[number], 0
    else:
        kind, button = (events.MouseDown if report.down else events.MouseUp), number + 1
    held: Any = {"shift": bool(report.button & 4), "meta": bool(report.button & 8), "ctrl": bool(report.button & 16)}
    return kind(None, report.x, report.y, 0, 0, button, **held, screen_x=report.x, screen_y=report.y)
