"""A connection: what is read of its client and who pays, what it may be behind, and whether it is still there."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Coroutine
from contextvars import Context
from math import ceil
from time import thread_time
from typing import Any, Final, Protocol, cast

import asyncssh
from asyncssh.connection import SSHServerConnectionOptions
from asyncssh.constants import MSG_CHANNEL_OPEN, MSG_KEXINIT, MSG_USERAUTH_REQUEST, OPEN_RESOURCE_SHORTAGE
from asyncssh.logging import SSHLogger
from asyncssh.packet import SSHPacket
from typing_extensions import override

from relspace_server.charged import Charged
from relspace_server.ssh.budget import Budget
from relspace_server.ssh.compat.bounds import HIGH_WATER, MOST_BEHIND
from relspace_server.ssh.compat.channel import ServedChannel
from relspace_server.ssh.compat.exchange import Exchanging
from relspace_server.ssh.compat.login import LoggingIn
from relspace_server.ssh.compat.packets import Wordless

LOG: Final = logging.getLogger(__name__)

SEND_BUFFER: Final = 64 * 1024
"""Bytes that the kernel keeps for a client, so that a stalled one is noticed."""

READ_AT_ONCE: Final = 512
"""Bytes taken from one client before the others have their turn: 14 packets at most. asyncio takes 256 kB, which may be
7,000."""

LONGEST_PAUSE: Final = 5.0
"""Seconds that a client is kept waiting for having taken more."""

LONGEST_PAUSE_OF_A_PLAYER: Final = 2.0
"""The same, where somebody plays: their Ctrl-C is to be read soon. So few may play that it matters little."""

LEAST_PACKET: Final = 256
"""Bytes that a client must take in one packet. A picture in packets of one byte would keep everybody waiting."""

ANSWERS_WITHIN: Final = 4.0
"""Seconds that a client has to say that it is there, before somebody else may be let into its seat."""

ASKED_EACH_SECOND: Final = 4
"""How often in a second clients are asked whether they are there: all who are due by then."""

_KEEPALIVE: Final = b"keepalive@openssh.com"
"""A request that no client knows, and each answers."""


class Owner(Protocol):
    """What a connection tells and asks the object that looks after it."""

    @property
    def player(self) -> str:
        """Who plays on the connection; empty for nobody."""
        ...

    def output_blocked(self) -> None:
        """The client takes no bytes."""
        ...

    def output_unblocked(self) -> None:
        """The client takes bytes again."""
        ...


class ServedConnection(Exchanging, LoggingIn, Wordless, asyncssh.SSHServerConnection):
    """A connection that notices a client which takes no output, and whose client pays for what it has done."""

    _asked = 0.0
    """When the client was first asked whether it is there and did not answer since."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        options: SSHServerConnectionOptions,
        source: tuple[str, int] | None = None,
    ) -> None:
        """Serves one client.

        Args:
            loop: the running one.
            options: those of all connections.
            source: address and port of the client, where a load balancer told them; they stand for the peer's.
        """
        super().__init__(loop, options)
        self.budget: Final = Budget()
        """What the client may cost."""
        self._pause: asyncio.TimerHandle | None = None
        self._question: asyncio.Task[object] | None = None
        """Whether the client is there; done once it has answered."""
        if source is not None:
            self.set_extra_info(peername=source)

    # ── whether the client is there ──────────────────────────────────────────────────────────────────────────────

    @property
    def has_begun(self) -> bool:
        """Whether the client has said more than its version."""
        return bool(self._client_kexinit)

    @property
    def answers(self) -> bool:
        """Whether the client answered when it was last asked whether it is there, or may still do so in time."""
        return not self._keepalive_count or self._loop.time() - self._asked < ANSWERS_WITHIN

    @override
    def _set_keepalive_timer(self) -> None:
        # Of those whose moment is the same the loop wakes once for all, and most of a question's cost is waking.
        if self._keepalive_interval:
            due = (self._loop.time() + self._keepalive_interval) * ASKED_EACH_SECOND
            self._keepalive_timer = self._loop.call_at(ceil(due) / ASKED_EACH_SECOND, self._keepalive_timer_callback)

    @override
    async def _make_keepalive_request(self) -> None:
        # asyncssh counts the questions that were not answered, and tells nobody.
        if self._keepalive_count == 1:
            self._asked = self._loop.time()
        await super()._make_keepalive_request()

    async def answers_within(self, seconds: float) -> bool:
        """Asks the client whether it is there, whenever it was asked last; those who ask meanwhile share the question.

        A client of which nothing is read at the moment counts as there: its answer waits with all that it has sent.

        Args:
            seconds: that it has to answer.
        """
        if self._question is None or self._question.done():
            self._question = self._loop.create_task(self._make_global_request(_KEEPALIVE), context=Context())
        answered, _ = await asyncio.wait((self._question,), timeout=seconds)
        return (bool(answered) or self._pause is not None) and self._transport is not None

    # ── what is read of it, and who pays ─────────────────────────────────────────────────────────────────────────

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limits what a client may be behind, and what is read of it at once."""
        vars(transport)["max_size"] = READ_AT_ONCE
        sock = transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        cast("asyncio.Transport", transport).set_write_buffer_limits(high=HIGH_WATER, low=HIGH_WATER // 4)
        super().connection_made(transport)

    @override
    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        """Takes bytes. A client that asks and never takes an answer is sent away."""
        super().data_received(data, datatype)
        if self._transport is not None and self._transport.get_write_buffer_size() > MOST_BEHIND:
            LOG.warning("a connection from %s was closed: it asks and takes no answers", self._peer_addr)
            self.abort()

    @override
    def _recv_data(self) -> None:
        # Not in `data_received`: after a packet that takes more than one step asyncssh goes on with the next by itself.
        began = thread_time()
        super()._recv_data()
        pause = self.budget.spend(thread_time() - began)
        if pause and self._pause is None and self._transport is not None:
            self._transport.pause_reading()
            owner = cast("Owner | None", self._owner)
            longest = LONGEST_PAUSE_OF_A_PLAYER if owner is not None and owner.player else LONGEST_PAUSE
            self._pause = self._loop.call_later(min(self.budget.book(), longest), self._read_on)

    @override
    def create_task(self, coro: Awaitable[None], task_logger: SSHLogger | None = None) -> "asyncio.Task[None]":
        # The key exchange, the login and opening channels are work that the client pays for.
        work = Charged(coro, self.budget.spend) if isinstance(coro, Coroutine) else coro
        return super().create_task(work, task_logger)

    def _read_on(self) -> None:
        self._pause = None
        if self._transport is not None:
            self._transport.resume_reading()

    # ── what is sent to it ───────────────────────────────────────────────────────────────────────────────────────

    @override
    def _send(self, data: bytes) -> None:
        # asyncio logs a line for each write on a connection that is gone, and a client can have many packets answered.
        if self._transport is not None and not self._transport.is_closing():
            super()._send(data)

    @override
    def pause_writing(self) -> None:
        """Tells of a client that takes no bytes; asyncssh does nothing here, and keeps all output instead."""
        if self._owner is not None:
            cast("Owner", self._owner).output_blocked()

    @override
    def resume_writing(self) -> None:
        """Tells of a client that takes bytes again."""
        if self._owner is not None:
            cast("Owner", self._owner).output_unblocked()

    # ── channels ─────────────────────────────────────────────────────────────────────────────────────────────────

    def process_sized_open(self, pkttype: int, pktid: int, packet: SSHPacket) -> None:
        """Opens a channel, unless its packets are to be tiny."""
        request = SSHPacket(packet.get_remaining_payload())
        request.get_string()
        channel, _, size = request.get_uint32(), request.get_uint32(), request.get_uint32()
        if 0 < size < LEAST_PACKET:
            why = f"Packets must have {LEAST_PACKET} bytes at least"
            self.send_channel_open_failure(channel, OPEN_RESOURCE_SHORTAGE, why, "en")
        else:
            self._process_channel_open(pkttype, pktid, packet)

    @override
    def create_server_channel(
        self, encoding: str | None = "", errors: str = "", window: int = 0, max_pktsize: int = 0
    ) -> asyncssh.SSHServerChannel[Any]:
        """Makes a channel of the kind that this server has."""
        pktsize = max_pktsize or self._max_pktsize
        self._update_recv_pktlen(pktsize)
        return ServedChannel(
            self, self._loop, True, False, False, 0, 0, None, "strict", window or self._window, pktsize
        )

    _packet_handlers = {  # noqa: RUF012 - as asyncssh has it
        **asyncssh.SSHServerConnection._packet_handlers,  # noqa: SLF001
        MSG_CHANNEL_OPEN: process_sized_open,
        MSG_KEXINIT: Exchanging.process_guessed_kexinit,
        MSG_USERAUTH_REQUEST: LoggingIn.process_any_name,
    }
