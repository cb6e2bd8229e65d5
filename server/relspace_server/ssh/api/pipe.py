"""What stands for the terminal where a program talks: nothing that it sends is dropped, it is made to wait instead."""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from typing import Final

from relspace_server.ssh.api.form import Form, Piece
from relspace_server.ssh.limits import Share
from relspace_server.ssh.terminal.blocked import Blocked
from relspace_server.ssh.terminal.size import Size

WAITING: Final = 64
"""Requests that wait to be carried out; while there are so many, no more bytes are read."""

PUSHES_KEPT: Final = 32
"""Messages that are kept while the program takes no output: the newest of each kind."""


class Pipe:
    """Both ways between a channel and a conversation.

    Args:
        form: how messages are told apart.
        send: sends bytes to the client, or keeps them until it takes them. Never raises.
        hold: makes the client keep what it has to send, or lets it go on.
        stalled: called once, when the client has taken no output for `stalled_after` seconds.
        stalled_after: seconds.
        input_rate: bytes a second that the client may send.
        request_rate: requests a second that are carried out.
    """

    def __init__(
        self,
        form: Form,
        send: Callable[[bytes], None],
        hold: Callable[[bool], None],
        stalled: Callable[[], None],
        *,
        stalled_after: float,
        input_rate: int,
        request_rate: int,
    ) -> None:
        self._form = form
        self._send = send
        self._hold = hold
        self._clock = asyncio.get_running_loop()
        # Both may come a second's worth at once; what is paid with is bytes here, and requests there.
        self._bytes = Share(input_rate, input_rate)
        self._requests = Share(request_rate, request_rate)
        self._last = self._clock.time()
        self._in: deque[Piece] = deque()
        self._out: dict[Hashable, bytes] = {}
        self._awake = asyncio.Event()
        self._blocked = Blocked(stalled, stalled_after)
        self._held: set[str] = set()
        self._input_over = False
        self._closed = False
        self._rate_timer: asyncio.TimerHandle | None = None

    # ── what the session sees of it ──────────────────────────────────────────────────────────────────────────────

    @property
    def idle(self) -> float:
        """Seconds since the last whole request."""
        return self._clock.time() - self._last

    def begin(self) -> None:
        """From now on bytes are fed; the client may have been made to wait until then."""
        if not self._held:
            self._hold(False)

    async def next_piece(self) -> Piece | None:
        """Waits for the next request, its turn, and until the client takes output; None when no more come."""
        while not self._in or self._blocked:
            if self._closed or (self._input_over and not self._in):
                return None
            self._awake.clear()
            await self._awake.wait()
        await asyncio.sleep(self._requests.spend(1, self._clock.time()))  # even where it is 0: others have a turn
        if not self._in:
            return None
        piece = self._in.popleft()
        if len(self._in) < WAITING:
            self._let_go("queue")
        return piece

    def write(self, data: bytes) -> None:
        """Sends an answer."""
        if not self._closed:
            self._send(data)

    def push(self, kind: Hashable, data: bytes) -> None:
        """Sends a message, or keeps it until the client takes output, unless a newer one of its kind comes first."""
        if self._closed:
            return
        if not self._blocked:
            self._send(data)
            return
        self._out.pop(kind, None)
        self._out[kind] = data
        if len(self._out) > PUSHES_KEPT:
            del self._out[next(iter(self._out))]

    def stop(self) -> None:
        """No more requests are handed out."""
        self._in.clear()
        self._input_over = True
        self._awake.set()

    # ── what the channel tells it ────────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """Bytes came in."""
        if self._closed or self._input_over:
            return
        now = self._clock.time()
        self._take(self._form.feed(data), now)
        wait = self._bytes.spend(len(data), now)
        if wait:
            self._keep_waiting("rate")
            self._stop_rate_timer()
            self._rate_timer = self._clock.call_later(wait, self._let_go, "rate")

    def end_of_input(self) -> None:
        """No more bytes come; what has come is still carried out."""
        if not self._input_over:
            self._take(self._form.finish(), self._clock.time())
            self._input_over = True
            self._awake.set()

    def resize(self, size: Size) -> None:
        """A program has no window."""

    def block(self, cause: str) -> None:
        """The client takes no output, for one of the causes there are."""
        if not self._closed:
            self._blocked.add(cause)

    def unblock(self, cause: str) -> None:
        """A cause is gone; with the last one, the newest of what was kept is sent."""
        if self._blocked.remove(cause) and not self._closed:
            kept, self._out = self._out, {}
            for data in kept.values():
                self._send(data)
            self._awake.set()

    def close(self) -> bytes:
        """Ends all reading and writing; there is no terminal to give back."""
        self._closed = True
        self._in.clear()
        self._blocked.close()
        self._stop_rate_timer()
        self._awake.set()
        return b""

    def _take(self, pieces: list[Piece], now: float) -> None:
        if not pieces:
            return
        self._last = now
        self._in.extend(pieces)
        if len(self._in) >= WAITING:
            self._keep_waiting("queue")
        self._awake.set()

    def _keep_waiting(self, cause: str) -> None:
        if not self._held:
            self._hold(True)
        self._held.add(cause)

    def _let_go(self, cause: str) -> None:
        if cause in self._held:
            self._held.discard(cause)
            if not self._held and not self._closed:
                self._hold(False)

    def _stop_rate_timer(self) -> None:
        if self._rate_timer is not None:
            self._rate_timer.cancel()
