"""A way from one node to NATS that can be closed: bytes wait on both sides, and no connection is made or ended."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field


@dataclass
class Strait:
    """Listens on a port of its own."""

    to: int
    """The port of NATS."""
    port: int = 0
    _open: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self) -> "Strait":
        self._open.set()
        self._server = await asyncio.start_server(self._comes, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Lets nothing through."""
        self._open.clear()

    def open(self) -> None:
        """Lets everything through again, what has waited first."""
        self._open.set()

    async def end(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _comes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        with suppress(OSError):
            there = await asyncio.open_connection("127.0.0.1", self.to)
            for source, target in ((reader, there[1]), (there[0], writer)):
                task = asyncio.create_task(self._carries(source, target))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _carries(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                while data := await source.read(65_536):
                    await self._open.wait()
                    target.write(data)
                    await target.drain()
        finally:
            target.close()
