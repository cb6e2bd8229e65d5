"""The connection to NATS: requests that fail at once when it is lost, and never a write out of a buffer.

`pending_size=0` keeps the client from holding back what is published while the connection is lost: a write that was
given up would be carried out later. Whatever was asked for when the connection goes has an unknown outcome, and is told
so at once rather than after the whole patience.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext
from nats.js.errors import APIError
from typing_extensions import override

from relspace_server.store.bucket import Unavailable
from relspace_server.store.nats_access import Access

log = logging.getLogger(__name__)

PATIENCE_S: Final = 2.5
"""Seconds after which an answer is no longer awaited."""

CONNECT_S: Final = 10.0
"""Seconds in which a server must be found at the start."""

FAILURES: Final = (nats.errors.Error, OSError, asyncio.TimeoutError)
"""What nats-py raises when an answer does not come; `APIError`, an answer, is one of the first."""

NO_RESPONDERS: Final = "503"

Hear = Callable[[Msg], Awaitable[None]]


def _is_news(record: logging.LogRecord) -> bool:
    """Whether asyncio tells something that a host can do anything about."""
    return "eof_received() has no effect when using ssl" not in record.getMessage()


# nats-py makes a plain connection one with TLS without telling its reader, at which asyncio warns when it ends.
logging.getLogger("asyncio").addFilter(_is_news)


class NatsRefusal(Exception):
    """JetStream answered that it does not do what it was asked for."""

    def __init__(self, code: int, says: str) -> None:
        super().__init__(f"{says} ({code})")
        self.code = code


class NotEncrypted(nats.errors.Error):
    """The server does not speak TLS, which the settings ask for."""


class StrictClient(Client):
    """Says its password to nobody who does not speak TLS, where the settings ask for TLS; nats-py would."""

    @override
    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        if initial_connection and "tls" in self.options and not info.get("tls_required"):
            raise NotEncrypted
        await super()._process_info(info, initial_connection)


class NatsLink:
    """One connection.

    Args:
        access: where NATS is, and how to get in.
        on_change: told when the connection is lost (False) and when it is back (True).
        patience: seconds after which an answer is no longer awaited.
    """

    def __init__(self, access: Access, on_change: Callable[[bool], None], patience: float = PATIENCE_S) -> None:
        self._access = access
        self._on_change = on_change
        self._patience = patience
        self._client = StrictClient()
        self._inbox = ""
        self._numbers = count()
        self._asked: dict[str, asyncio.Future[Msg]] = {}
        self.last_error: Exception | None = None
        """What nats-py complained of last."""
        self._closing = False
        self._refused: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        """Set when NATS does not let us in: nats-py would try for ever."""
        self.up = False
        """Whether there is a connection."""

    async def connect(self) -> None:
        """Connects, for as long as it takes, unless NATS does not let us in.

        Raises:
            StoreFault: a file with a key or a certificate cannot be read.
            Exception: whatever nats-py and nkeys raise for a key that is none.
        """
        options = await asyncio.to_thread(self._access.options)
        connecting = asyncio.ensure_future(self._connected(options))
        try:
            await asyncio.wait((connecting, self._refused), return_when=asyncio.FIRST_COMPLETED)
            if not connecting.done():
                raise self._refused.result()
            await connecting
        finally:
            connecting.cancel()
        self.up = True
        self._inbox = self._client.new_inbox()
        await self._client.subscribe(f"{self._inbox}.*", cb=self._answered)

    async def _connected(self, options: dict[str, Any]) -> None:
        await self._client.connect(
            **options,
            name="relative-space",
            pending_size=0,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.2,  # type: ignore[arg-type]  # it is slept for
            ping_interval=5,
            max_outstanding_pings=2,
            error_cb=self._complained,
            disconnected_cb=self._lost,
            reconnected_cb=self._back,
            closed_cb=self._ended,
        )

    @property
    def client(self) -> Client:
        """The client of nats-py, for what is asked for at the start."""
        return self._client

    @property
    def streams(self) -> JetStreamContext:
        """JetStream by nats-py, for what is done seldom."""
        return self._client.jetstream(timeout=self._patience)

    async def subscribe(self, subject: str, hear: Hear) -> Subscription:
        """Hears what is published.

        Raises:
            Unavailable: there is no connection.
        """
        try:
            return await self._client.subscribe(subject, cb=hear)
        except FAILURES as error:
            raise Unavailable(f"NATS does not take a subscription: {error}") from None

    async def ask(self, subject: str, data: bytes = b"", headers: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Asks JetStream for something, and returns its answer.

        Raises:
            NatsRefusal: it answered with an error.
            Unavailable: no stream, no connection, a time-out, or JetStream is not ready (503): nobody knows whether it
                was done.
        """
        token = f"{self._inbox}.{next(self._numbers)}"
        answer = self._asked[token] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(self._patience):
                await self._client.publish(subject, data, token, dict(headers) if headers else None)
                message = await answer
        except TimeoutError:
            raise Unavailable(f"NATS did not answer within {self._patience:g} s") from None
        except FAILURES as error:
            says = "" if isinstance(error, nats.errors.OutboundBufferLimitError) else f": {error}"
            raise Unavailable(f"NATS is not connected{says}") from None
        finally:
            self._asked.pop(token, None)
        return _read(message)

    async def close(self) -> None:
        """Waits for the answers that are due, then lets go of the connection."""
        waited = list(self._asked.values())
        if waited:
            await asyncio.wait(waited, timeout=self._patience)
        self._closing = True
        with suppress(*FAILURES, AssertionError):  # nats-py asserts that a client was once about to connect
            await self._client.close()

    # ── told by nats-py ──────────────────────────────────────────────────────────────────────────────────────────

    async def _answered(self, message: Msg) -> None:
        answer = self._asked.get(message.subject)
        if answer is not None and not answer.done():
            answer.set_result(message)

    async def _complained(self, error: Exception) -> None:
        self.last_error = error
        if not self.up and not self._refused.done() and is_refusal(error):
            self._refused.set_result(error)
        log.debug("NATS: %r", error)

    async def _lost(self) -> None:
        if self.up and not self._closing:
            self.up = False
            log.warning("the connection to NATS is lost")
            self._on_change(False)
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(nats.errors.ConnectionClosedError())

    async def _ended(self) -> None:
        if not self._closing:
            log.error("NATS ended the connection for good: %s. Start this server anew", self.last_error)
        await self._lost()

    async def _back(self) -> None:
        self.up = True
        log.warning("the connection to NATS is back")
        self._on_change(True)


def _read(message: Msg) -> dict[str, Any]:
    """What JetStream answered; see `NatsLink.ask`."""
    if message.headers and message.headers.get("Status") == NO_RESPONDERS:
        raise Unavailable("no stream answers")
    try:
        answer: dict[str, Any] = json.loads(message.data)
    except ValueError:
        raise Unavailable("NATS answered something that is not JSON") from None
    error = answer.get("error")
    if error is None:
        return answer
    if error.get("code") == int(NO_RESPONDERS):
        raise Unavailable(f"JetStream is not ready: {error.get('description')}")
    raise NatsRefusal(error.get("err_code", 0), error.get("description", ""))


def is_refusal(error: Exception | None) -> bool:
    """Whether NATS has not let us in."""
    says = str(error or "").casefold()
    return isinstance(error, nats.errors.AuthorizationError) or "authorization" in says or "authentication" in says


def refusal_of(error: APIError) -> str:
    """What nats-py's error says, in one line."""
    return f"{error.description or 'no reason given'} ({error.err_code})"
