"""A server that runs in a process of its own, as whoever measures it sees it."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal, Self

from ..ports import free_port
from .measure import cpu_of, memory_of, two_cores

Kind = Literal["game", "floor"]

WIDE_OPEN: Final[dict[str, Any]] = {
    "host": "127.0.0.1",
    "max_sessions": 2_000,
    "max_sessions_per_address": 2_000,
    "max_sessions_per_account": 100,
    "max_rooms_per_address": 1_000_000,
    "max_logins": 500,
    "max_logins_per_address": 500,
    "connections_per_minute": 1_000_000,
    "sessions_per_minute": 1_000_000,
    "bot_pace": 0.0,
}
"""Settings for hundreds of people at one address; all that costs anything is as it comes."""

READY_SECONDS: Final = 20.0
ANSWERED_SECONDS: Final = 30.0


class Served:
    """The process, its port, and the socket on which it is told what to do. A context, which ends the process."""

    def __init__(self, kind: Kind, folder: Path, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port: Final = free_port()
        values = {**WIDE_OPEN, "port": self.port, "data_dir": str(folder / "data"), **settings}
        self._numbers = count()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._ours, theirs = socket.socketpair()
        self._log_file = folder / f"{kind}.log"
        with self._log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.bench.host", kind, json.dumps(values), str(theirs.fileno())],
                cwd=Path(__file__).parents[2],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        theirs.close()
        os.sched_setaffinity(self.process.pid, two_cores()[0])

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(sock=self._ours, limit=1 << 26)
        self._listening = asyncio.ensure_future(self._listen())
        try:
            await asyncio.wait_for(self.ask("alive", of=[]), READY_SECONDS)
        except (TimeoutError, ConnectionError):
            self._end()
            raise RuntimeError(f"the server does not start:\n{self.log}") from None
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        await asyncio.to_thread(self._end)
        await self._listening

    @property
    def log(self) -> str:
        """What the server has written to its log."""
        return self._log_file.read_text("utf-8")

    async def ask(self, do: str, **what: Any) -> Any:
        """Asks the server for something; returns its answer. Many may ask at the same time."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        self._writer.write(json.dumps({"do": do, "number": number, **what}).encode() + b"\n")
        return await asyncio.wait_for(answer, ANSWERED_SECONDS)

    def tell(self, do: str, **what: Any) -> None:
        """Tells the server to do something, which answers nothing: an answer costs as much as a part of a picture."""
        self._writer.write(json.dumps({"do": do, **what}).encode() + b"\n")

    async def _listen(self) -> None:
        """Hands out answers until the server has gone."""
        with suppress(ConnectionError):
            while line := await self._reader.readline():
                told = json.loads(line)
                answer = self._answers.pop(told["number"])
                if answer.done():
                    continue  # whoever asked has given up
                if "failed" in told:
                    answer.set_exception(RuntimeError(told["failed"]))
                else:
                    answer.set_result(told["answer"])
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError(f"the server has gone:\n{self.log[-3000:]}"))

    @property
    def cpu(self) -> float:
        """Seconds of processor time that it has used."""
        return cpu_of(self.process.pid)

    @property
    def memory(self) -> float:
        """Megabytes that it has for itself."""
        return memory_of(self.process.pid)

    def _end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
