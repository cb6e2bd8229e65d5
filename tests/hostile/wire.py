"""A line between a client and the server that can fail, and clients that hold no conversation."""

import asyncio
import contextlib
import socket
from typing import Self


class Wire:
    """A relay: what comes in at one end goes out at the other, until it is cut without a word."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._cut = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """From now on nothing gets through, in either direction, and nobody is told."""
        self._cut.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.ensure_future(self._carry(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            try:
                while data := await source.read(65_536):
                    if self._cut.is_set():
                        await asyncio.Event().wait()
                    sink.write(data)
            finally:
                sink.close()


async def silent(port: int, source: str) -> socket.socket:
    """A connection from an address, on which nothing is ever said."""
    sock = socket.socket()
    sock.setblocking(False)
    sock.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
    return sock


async def sent_until_closed(port: int, piece: bytes, most: int) -> int:
    """Sends the same again and again, at most so many bytes; returns how many went before the connection was closed.

    Raises:
        TimeoutError: it stays open.
    """
    loop = asyncio.get_running_loop()
    sock = await silent(port, "127.0.0.1")
    sent = 0
    try:
        async with asyncio.timeout(10):
            while sent < most:
                await loop.sock_sendall(sock, piece[: most - sent])
                sent += len(piece)
            while await loop.sock_recv(sock, 65_536):
                pass
    except ConnectionError:
        pass
    finally:
        sock.close()
    return sent
