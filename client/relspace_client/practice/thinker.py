"""Bots that search do it in a process of their own, so that the screen does not wait for them."""

import asyncio
import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol

from relspace.bots.levels import SLOW_LEVELS, STAND_IN, choose
from relspace.bots.table import Question
from relspace.rules.moves import Move, parse_move


class Pipe(Protocol):
    """One end of a pipe between two processes."""

    def send(self, obj: object, /) -> None:
        """Sends something."""
        ...

    def recv(self) -> Any:
        """Waits for something.

        Raises:
            EOFError: the other end is closed.
        """
        ...


class Thinker:
    """Answers bots' questions, one after another. The process is started when a bot first searches."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Pipe | None = None
        self._turn = asyncio.Lock()

    async def move(self, question: Question) -> Move:
        """The move that the bot makes."""
        if question.level not in SLOW_LEVELS:
            return choose(*question)
        async with self._turn:
            try:
                answer = await asyncio.to_thread(_searched, self._started(), question)
            except (EOFError, OSError):
                self._pipe = None  # the process is gone, or cannot be started
                return choose(*question._replace(level=STAND_IN))
        return parse_move(answer)

    def close(self) -> None:
        """Ends the process, in the middle of a search if need be."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _started(self) -> Pipe:
        if self._pipe is None:
            context = get_context("spawn")
            near, far = context.Pipe()
            process = context.Process(target=_search, args=(far,), daemon=True, name="thinker")
            with _no_interrupt(), _real_output():
                process.start()
            far.close()  # once the process is gone, reading ends
            self._pipe, self._process = near, process
        return self._pipe


def _searched(pipe: Pipe, question: Question) -> str:
    """Waits for the answer of the process."""
    pipe.send(question)
    answer: str = pipe.recv()
    return answer


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """What is started meanwhile ignores Ctrl-C: it is for the game to decide what that means."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _real_output() -> Iterator[None]:
    """Textual puts something in place of the standard error that no process can inherit."""
    if sys.__stderr__ is None:
        yield
        return
    with contextlib.redirect_stderr(sys.__stderr__):
        yield


def _search(pipe: Pipe) -> None:
    """Answers questions until nobody asks any more."""
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            pipe.send(str(choose(*pipe.recv())))
