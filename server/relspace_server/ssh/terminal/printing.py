"""A terminal that is only printed on, or none at all: lines come in and go out, and no escape byte is ever sent."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from relspace_server.ssh.terminal.blocked import Blocked
from relspace_server.ssh.terminal.input import InputFilter, Token
from relspace_server.ssh.terminal.keys import CTRL_C, KeyPress
from relspace_server.ssh.terminal.lines import NEW_LINE, Entry, LineEditor, Mark
from relspace_server.ssh.terminal.pace import QUIET, RATE, Allowance
from relspace_server.ssh.terminal.size import Size
from relspace_server.ssh.terminal.terminal import STALLED_AFTER

LINES_WAITING: Final = 64
"""Lines that wait to be carried out; what comes beyond is dropped."""


class PrintingTerminal:
    """What somebody reads and types line by line.

    Args:
        send: sends bytes to the client, or keeps them until it takes them. Never raises.
        stalled: called once, when the client has taken no output for `stalled_after` seconds.
        resumed: called when the client takes output again, after lines that were dropped.
        interrupted: called at Ctrl-C, ahead of all lines; told whether nothing else was pressed since the last one.
        echo: whether there is a terminal at the far end: what is typed is then echoed from here.
        columns: of the terminal at the far end; 0 without one.
        broken: the lines as which a long one is shown, for a number of columns or 0.
        stalled_after: seconds.
        input_rate: bytes a second that the client may send.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        stalled: Callable[[], None],
        resumed: Callable[[], None],
        interrupted: Callable[[bool], None],
        *,
        echo: bool,
        columns: int = 0,
        broken: Callable[[str, int], list[str]] = lambda line, _columns: [line],
        stalled_after: float = STALLED_AFTER,
        input_rate: int = RATE,
    ) -> None:
        self._send = send
        self._resumed = resumed
        self._interrupted = interrupted
        self._echo = echo
        self._columns = columns
        self._broken = broken
        self._clock = asyncio.get_running_loop()
        self._filter = InputFilter()
        self._editor = LineEditor()
        self._allowance = Allowance(input_rate)
        self._flooded = False
        self._last_key = self._clock.time()
        self._just_interrupted = False
        self._input_timer: asyncio.TimerHandle | None = None
        self._out: list[str] = []
        self._in: deque[Entry] = deque()
        self._input_over = False
        self._awake = asyncio.Event()
        self._blocked = Blocked(stalled, stalled_after)
        self._left_out = False
        self._closed = False

    # ── what a session sees of it ────────────────────────────────────────────────────────────────────────────────

    @property
    def idle(self) -> float:
        """Seconds since the person last typed something."""
        return self._clock.time() - self._last_key

    def write(self, line: str) -> None:
        """Writes a line, given without its end; dropped while the client takes no output, and after the end."""
        if self._closed:
            return
        if self._blocked:
            self._left_out = True
            return
        if not self._out:
            self._clock.call_soon(self._flush)  # lines that come together are sent together
        self._out += self._broken("".join(filter(str.isprintable, line)), self._columns)

    async def next_entry(self) -> Entry | None:
        """Waits for the next line, and until the client takes output; None when no more come."""
        while not self._in or self._blocked:
            if self._closed or (self._input_over and not self._in):
                return None
            self._awake.clear()
            await self._awake.wait()
        return self._in.popleft()

    # ── what the channel tells it ────────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """Bytes came in."""
        if self._closed or self._input_over:
            return
        if self._flooded or not self._allowance.admits(len(data), self._clock.time()):
            self._flood(data)
            return
        self._take(self._filter.feed(data))
        self._wait_for_more()

    def end_of_input(self) -> None:
        """No more bytes come."""
        if not self._input_over:
            self._take(self._filter.timeout())
            self._queue(self._editor.finish())
            self._input_over = True
            self._awake.set()

    def stop(self) -> None:
        """No more lines are handed out."""
        self._in.clear()
        self._input_over = True
        self._awake.set()

    def resize(self, size: Size) -> None:
        """The client's window has another size: lines that come from now on are broken for it."""
        if self._echo:
            self._columns = size.width

    def block(self, cause: str) -> None:
        """The client takes no output, for one of the causes there are."""
        if not self._closed:
            self._blocked.add(cause)

    def unblock(self, cause: str) -> None:
        """A cause is gone; with the last one, it is told where things stand if lines were left out."""
        if self._blocked.remove(cause) and not self._closed:
            self._awake.set()
            if self._left_out:
                self._left_out = False
                self._resumed()

    def close(self) -> bytes:
        """Ends all reading and writing.

        Returns:
            The lines that have not been sent yet, and the end of a line that was being typed.
        """
        unsent = self._lines(again=False)
        self._closed = True
        self._editor.clear()
        self._blocked.close()
        self._stop_input_timer()
        self._awake.set()
        return unsent

    # ── output ───────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def new_line(self) -> str:
        """The end of a line, as the far end needs it."""
        return NEW_LINE if self._echo else "\n"

    def _flush(self) -> None:
        if self._out and not self._closed:
            self._send(self._lines(again=True))

    def _lines(self, *, again: bool) -> bytes:
        """The lines that wait, from the left; what is being typed comes again after them."""
        typed = self._editor.typed if self._echo else ""
        lines, self._out = self._out, []
        if not lines and again:
            return b""
        before = self.new_line if typed else ""
        text = before + "".join(line + self.new_line for line in lines) + (typed if again else "")
        return text.encode("utf-8", "replace")

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _take(self, tokens: list[Token]) -> None:
        for token in tokens:
            self._flush()  # what was said before stands before what is echoed now
            self._last_key = self._clock.time()
            self._queue(self._editor.press(token))
            self._just_interrupted = token == KeyPress(CTRL_C)
        echo = self._editor.take_echo()
        if echo and self._echo and not self._blocked:
            self._send(echo.encode("utf-8", "replace"))

    def _queue(self, entries: list[Entry]) -> None:
        for entry in entries:
            if entry in (Mark.INTERRUPT, Mark.END) and not self._echo:
                continue  # without a terminal they are bytes like any other
            if entry is Mark.INTERRUPT:
                self._in.clear()  # whoever wants out need not wait for what they pasted
                self._interrupted(self._just_interrupted)
            elif len(self._in) < LINES_WAITING:
                self._in.append(entry)
            elif self._in[-1] is not Mark.TOO_MANY:
                self._in[-1] = Mark.TOO_MANY
        if entries:
            self._awake.set()

    def _flood(self, data: bytes) -> None:
        """More came than anybody types: all is dropped until it stops, but for a Ctrl-C that comes alone."""
        if not self._flooded:
            self._editor.clear()
            self._queue([Mark.TOO_MANY])
        self._flooded = True
        self._filter = InputFilter()
        self._restart_input_timer(QUIET, self._flood_over)
        if data == CTRL_C.encode():
            self._take([KeyPress(CTRL_C)])

    def _flood_over(self) -> None:
        self._flooded = False

    def _wait_for_more(self) -> None:
        self._stop_input_timer()
        if self._filter.waiting is not None:
            self._restart_input_timer(self._filter.waiting, self._give_up)

    def _restart_input_timer(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop_input_timer()
        self._input_timer = self._clock.call_later(seconds, then)

    def _give_up(self) -> None:
        self._take(self._filter.timeout())
        self._wait_for_more()

    def _stop_input_timer(self) -> None:
        if self._input_timer is not None:
            self._input_timer.cancel()
