"""Plain mode on the player's own terminal, or in a pipe: lines are read, lines are written."""

import asyncio
import contextlib
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from typing import Final, TextIO

from relspace.link import Link
from relspace_client.around.parts import Reader
from relspace_client.plain.breaking import broken
from relspace_client.plain.session import PlainSession
from relspace_client.start import Start

QUIT: Final = "quit"
"""The word that the end of the input stands for."""

LONGEST_LINE: Final = 1_024
"""Characters of a line that is taken."""


async def run_plain(link: Link, reader: Reader, start: Start, source: TextIO, write: Callable[[str], None]) -> None:
    """Plays in plain lines until the person leaves, or no more lines come.

    Args:
        link: the rooms.
        reader: who reads.
        start: where the person comes in.
        source: where lines are read.
        write: writes a line, given without its end.
    """
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    failed: list[Exception] = []

    def fail(error: Exception) -> None:
        failed.append(error)
        lines.put_nowait(None)

    plain = PlainSession(link, reader, start, write, fail)
    _read_beside(source, loop, lines)
    with _interrupts(loop, lambda again: lines.put_nowait(None) if again else plain.warn_of_leaving()):
        try:
            await plain.begin()
            while not plain.ended and (line := await lines.get()) is not None:
                if len(line) > LONGEST_LINE:
                    plain.refuse_line("too-large")
                else:
                    await plain.feed_line(line.rstrip("\n") if line else QUIT)
        finally:
            plain.close()
    if failed:
        raise failed[0]


def _read_beside(source: TextIO, loop: asyncio.AbstractEventLoop, lines: "asyncio.Queue[str | None]") -> None:
    """Reads lines in a thread that ends with the process.

    An empty one stands for the end of the input; None comes when it has ended twice in a row, as a pipe does.
    """

    def read() -> None:
        with contextlib.suppress(OSError, ValueError, RuntimeError):  # the loop or the input is closed: nobody listens
            ends = 0
            while ends < 2:
                line = source.readline()
                ends = 0 if line else ends + 1
                loop.call_soon_threadsafe(lines.put_nowait, line if ends < 2 else None)

    threading.Thread(target=read, daemon=True).start()


@contextlib.contextmanager
def _interrupts(loop: asyncio.AbstractEventLoop, told: Callable[[bool], None]):  # type: ignore[no-untyped-def]
    """Ctrl-C: the first asks, the second leaves."""
    pressed = 0

    def press() -> None:
        nonlocal pressed
        pressed += 1
        told(pressed > 1)

    try:
        loop.add_signal_handler(signal.SIGINT, press)
    except (NotImplementedError, RuntimeError, ValueError):  # on Windows, and in threads, Ctrl-C ends the program
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def write_line(line: str) -> None:
    """Writes a line where it is read at once; a terminal gets long ones broken between words."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    sys.stdout.write("".join(f"{part}\n" for part in broken(line, columns)))
    sys.stdout.flush()
