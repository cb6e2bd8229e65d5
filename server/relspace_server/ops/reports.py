"""What workers and the process that watches over them say to each other, in lines of JSON over a pair of sockets.

    {"n": 7, "ask": "figures"}      asked by the one that watches
    {"n": 7, "figures": {…}, …}     answered by the worker; without `n` when it begins and when it ends

The one that watches is gone when its end is closed: then the worker stops too, rather than serve unwatched.
"""

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any, Final, NamedTuple

from relspace_server.ops.totals import Report, decode_report, encode_report, line_of

LOG: Final = logging.getLogger(__name__)

LONGEST: Final = 2**24
"""Bytes of a line: with ten thousand people it has about a million."""

PATIENCE: Final = 3.0
"""Seconds until an answer is missed; the store has two to answer a worker."""

LAST_WORDS: Final = 1.0
"""Seconds that the last report of a worker has to be sent."""

STARTING: Final = "starting"


class Tether(NamedTuple):
    """What ties a worker to the process that watches over it."""

    worker: int
    """The worker's number."""
    server: str
    """Names all workers together, among the servers that share the rooms."""
    line: socket.socket
    """Where both talk."""


class Reporter:
    """The worker's end.

    Args:
        line: the worker's end of the pair.
        report: its figures, as they are now.
        ready: why nobody should be sent here; empty if they may come.
        alone: called when nobody watches any more, or nothing can be reported.
    """

    def __init__(
        self,
        line: socket.socket,
        report: Callable[[], Report],
        ready: Callable[[], Awaitable[str]],
        alone: Callable[[], None],
    ) -> None:
        self._line = line
        self._report = report
        self._ready = ready
        self._alone = alone
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins to answer."""
        reader, self._writer = await asyncio.open_unix_connection(sock=self._line)
        self._writer.write(line_of(encode_report(self._report())))
        self._task = asyncio.get_running_loop().create_task(self._answer(reader, self._writer), name="reports")

    async def close(self) -> None:
        """Reports for the last time."""
        if self._task is None or self._writer is None:
            return
        self._task.cancel()
        await asyncio.wait((self._task,))
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                self._writer.write(line_of(encode_report(self._report())))
                await self._writer.drain()
                self._writer.close()
                await self._writer.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                while line := await reader.readline():
                    asked = json.loads(line)
                    figures = asked["ask"] == "figures"
                    answer = encode_report(self._report()) if figures else {"ready": await self._ready()}
                    writer.write(line_of({"n": asked["n"], **answer}))
                    await writer.drain()
            LOG.error("the process that watches over the workers is gone; this one stops")
        except Exception:  # the edge of this task: a worker that cannot report is replaced by one that can
            LOG.exception("this worker cannot report; it stops")
        self._alone()


class Watcher:
    """The other end: one worker, as the process sees it that watches over all.

    Args:
        line: this end of the pair.
        take: told what the worker reports.
    """

    def __init__(self, line: socket.socket, take: Callable[[Report], None]) -> None:
        self._line = line
        self._take = take
        self._numbers = count(1)
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self.heard = False
        """Whether the worker has said anything yet: before, it starts."""

    async def start(self) -> None:
        """Begins to listen."""
        reader, self._writer = await asyncio.open_unix_connection(sock=self._line, limit=LONGEST)
        self._task = asyncio.get_running_loop().create_task(self._listen(reader), name="watch a worker")

    async def ended(self) -> None:
        """Takes what a worker has said last that has ended."""
        if self._task is not None:
            await asyncio.wait((self._task,))
        if self._writer is not None:
            self._writer.close()

    async def report(self) -> bool:
        """Has the worker report; returns whether it has answered."""
        return await self._ask("figures") is not None

    async def ready(self) -> str:
        """Why nobody should be sent to it; empty if they may come."""
        if not self.heard:
            return STARTING
        answer = await self._ask("ready")
        return "does not answer" if answer is None else str(answer["ready"])

    async def _ask(self, what: str) -> dict[str, Any] | None:
        if self._writer is None or self._task is None or self._task.done() or not self.heard:
            return None
        number = next(self._numbers)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(PATIENCE):
                self._writer.write(line_of({"n": number, "ask": what}))
                said: dict[str, Any] = await answer
                return said
        except (TimeoutError, OSError):
            return None
        finally:
            del self._asked[number]

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, ValueError):  # a worker that is killed may leave half a line
            while line := await reader.readline():
                message = json.loads(line)
                if "figures" in message:
                    self._take(decode_report(message))
                self.heard = True
                answer = self._asked.get(message.get("n", 0))
                if answer is not None and not answer.done():
                    answer.set_result(message)
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError())
