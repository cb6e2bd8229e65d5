"""Metrics and health over HTTP/1.1, for the host's own machine.

It answers in the event loop, where the figures are and where the store is asked; prometheus-client's own server runs in
a thread, which may not look at either. Three fixed paths, no input: a web framework would be more than the answers.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Final, NamedTuple, TypeAlias

from relspace_server.config import CannotStart

PATIENCE: Final = 5.0
"""Seconds that a client has to ask, and to take the answer."""

MOST_CLIENTS: Final = 16
"""Connections at once; when there are more, the oldest of them makes room."""

LONGEST_HEAD: Final = 8_192
"""Bytes of a request."""

PLAIN: Final = "text/plain; charset=utf-8"


class Page(NamedTuple):
    """What a path is answered."""

    body: bytes
    status: HTTPStatus = HTTPStatus.OK
    kind: str = PLAIN


Pages: TypeAlias = Mapping[str, Callable[[], Awaitable[Page]]]
"""What makes the answer, by path."""


class Web:
    """A listening HTTP server.

    Args:
        pages: what there is.
    """

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._server: asyncio.Server | None = None
        self._clients: dict[asyncio.StreamWriter, None] = {}  # oldest first
        self.port = 0
        """The port that is listened on."""

    async def start(self, host: str, port: int) -> None:
        """Begins to listen.

        Raises:
            CannotStart: the port cannot be had.
        """
        try:
            self._server = await asyncio.start_server(self._serve, host, port, limit=LONGEST_HEAD)
        except OSError as error:
            raise CannotStart(
                f"Cannot listen on port {port} of {host} for metrics: {error.strerror or error}. "
                "Choose another with --metrics-port and --metrics-host."
            ) from None
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Listens no more."""
        if self._server is not None:
            self._server.close()
        for client in list(self._clients):
            client.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._clients) >= MOST_CLIENTS:
            next(iter(self._clients)).transport.abort()
        self._clients[writer] = None
        try:
            async with asyncio.timeout(PATIENCE):
                writer.write(await self._answer(reader))
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (TimeoutError, ConnectionError):
            writer.transport.abort()
        finally:
            self._clients.pop(writer, None)

    async def _answer(self, reader: asyncio.StreamReader) -> bytes:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return _written(_error(HTTPStatus.BAD_REQUEST), body=True)
        words = head.split(b"\r\n", 1)[0].split(b" ")
        if len(words) != 3 or not words[2].startswith(b"HTTP/1."):
            return _written(_error(HTTPStatus.BAD_REQUEST), body=True)
        if words[0] not in (b"GET", b"HEAD"):
            return _written(_error(HTTPStatus.METHOD_NOT_ALLOWED), body=True)
        make = self._pages.get(words[1].split(b"?", 1)[0].decode("latin-1"))
        page = _error(HTTPStatus.NOT_FOUND) if make is None else await make()
        return _written(page, body=words[0] == b"GET")


def _error(status: HTTPStatus) -> Page:
    return Page(f"{status.phrase}\n".encode(), status)


def _written(page: Page, *, body: bool) -> bytes:
    head = (
        f"HTTP/1.1 {page.status.value} {page.status.phrase}\r\n"
        f"Content-Type: {page.kind}\r\nContent-Length: {len(page.body)}\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + (page.body if body else b"")
