"""Everything that reaches into asyncssh 2.24's private names, in one place (docs/architecture.md).

`tests/ssh/test_compat.py` fails when one of these overrides is no longer needed, or no longer enough.
"""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Coroutine, Mapping
from contextvars import Context
from functools import lru_cache
from time import thread_time
from typing import Any, Final, Protocol, cast

import asyncssh
import asyncssh.connection
from asyncssh.connection import SSHConnection, SSHServerConnection, SSHServerConnectionOptions
from asyncssh.constants import (
    DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
    MSG_CHANNEL_DATA,
    MSG_CHANNEL_OPEN,
    MSG_IGNORE,
    MSG_KEXINIT,
    MSG_USERAUTH_REQUEST,
    OPEN_RESOURCE_SHORTAGE,
)
from asyncssh.logging import SSHLogger
from asyncssh.packet import SSHPacket, SSHPacketLogger, String
from asyncssh.saslprep import SASLPrepError, saslprep
from typing_extensions import override

from relspace_server.charged import Charged
from relspace_server.ssh.budget import Budget

LOG: Final = logging.getLogger(__name__)

SEND_BUFFER: Final = 64 * 1024
"""Bytes that the kernel keeps for a client, so that a stalled one is noticed."""

HIGH_WATER: Final = 256 * 1024
"""Bytes that a client may be behind before its apps stop drawing."""

WANTED_VARIABLES: Final = ("COLORTERM", "NO_COLOR", "LANG", "LC_")
"""Environment variables, by how they begin, that are taken from a client; all others are dropped."""

MOST_VARIABLES: Final = 32
LONGEST_VARIABLE: Final = 128
LONGEST_TERM: Final = 64
LONGEST_USER: Final = 64

READ_AT_ONCE: Final = 4 * 1024
"""Bytes taken from one client before the others have their turn. asyncio takes 256 kB, which may be 7,000 packets."""

LONGEST_PAUSE: Final = 5.0
"""Seconds that a client is kept waiting for having taken more."""

LEAST_PACKET: Final = 256
"""Bytes that a client must take in one packet. A picture in packets of one byte would keep everybody waiting."""

MOST_BEHIND: Final = 4 * HIGH_WATER
"""Bytes that a client may be behind at all. Apps stop long before: beyond are answers that it asks for and leaves."""

ANSWERS_WITHIN: Final = 4.0
"""Seconds that a client has to say that it is there, before somebody else may be let into its seat."""

MOST_REFUSALS: Final = 20
"""Refused attempts to log in that one connection may make."""

_NAMES_KEPT: Final = 256
"""Names of which it is kept how they are prepared: a login tells its name three times."""

_KEEPALIVE: Final = b"keepalive@openssh.com"
"""A request that no client knows, and each answers."""

_COOKIE_BYTES: Final = 16
_KEXINIT_LISTS: Final = 10

_prepared = lru_cache(_NAMES_KEPT)(saslprep)

# asyncssh prepares the name anew with each request to log in, which costs as much as checking a signature.
cast("Any", asyncssh.connection).saslprep = _prepared


class Reception(Protocol):
    """What a connection tells the object that looks after it."""

    def output_blocked(self) -> None:
        """The client takes no bytes."""
        ...

    def output_unblocked(self) -> None:
        """The client takes bytes again."""
        ...


class _Wordless(SSHPacketLogger):
    """Says nothing of packets: asyncssh words a sentence about each, though nobody reads it."""

    @override
    def _log_packet(self, *_: Any, **__: Any) -> None: ...


class ServedChannel(_Wordless, asyncssh.SSHServerChannel[bytes]):
    """A session's channel that takes little from its client: a clean TERM, and few environment variables."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._wanted: dict[str, str] = {}
        self._offered = 0
        self.set_write_buffer_limits(high=HIGH_WATER, low=HIGH_WATER // 4)

    @property
    def variables(self) -> Mapping[str, str]:
        """The environment variables taken from the client."""
        return self._wanted

    @override
    def write(self, data: bytes, datatype: int | None = None) -> None:
        """Sends data; what fits into one packet, without the list of copies through which asyncssh sends everything."""
        fits = 0 < len(data) <= min(self._send_window, self._send_pktsize)
        if fits and datatype is None and not self._send_buf and self._send_state == "open":
            self._send_window -= len(data)
            self.send_packet(MSG_CHANNEL_DATA, String(data))
        else:
            super().write(data, datatype)

    @override
    def _process_env_request(self, packet: SSHPacket) -> bool:
        # asyncssh keeps every variable, of whatever size, for as long as the channel lives.
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        self._offered += 1
        if self._offered > MOST_VARIABLES or len(name) + len(value) > LONGEST_VARIABLE:
            return False
        text = name.decode("ascii", "replace")
        if not text.startswith(WANTED_VARIABLES):
            return False
        self._wanted[text] = _printable(value)
        return True

    @override
    def _process_pty_req_request(self, packet: SSHPacket) -> bool:
        # asyncssh ends the connection when TERM is not ASCII, and takes one of any length.
        term = _printable(packet.get_string())[:LONGEST_TERM]
        return super()._process_pty_req_request(SSHPacket(String(term) + packet.get_remaining_payload()))


class ServedConnection(_Wordless, asyncssh.SSHServerConnection):
    """A connection that notices a client which takes no output, and knows which key was proven."""

    proven_key: asyncssh.SSHKey | None = None
    """The key whose possession the client proved, if that is how it logged in."""

    _refusals = 0
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

    @property
    def has_begun(self) -> bool:
        """Whether the client has said more than its version."""
        return bool(self._client_kexinit)

    @property
    def answers(self) -> bool:
        """Whether the client answered when it was last asked whether it is there, or may still do so in time."""
        return not self._keepalive_count or self._loop.time() - self._asked < ANSWERS_WITHIN

    @override
    async def _make_keepalive_request(self) -> None:
        # asyncssh counts the questions that were not answered, and tells nobody.
        if self._keepalive_count == 1:
            self._asked = self._loop.time()
        await super()._make_keepalive_request()

    async def answers_within(self, seconds: float) -> bool:
        """Asks the client whether it is there, whenever it was asked last; those who ask meanwhile share the question.

        Args:
            seconds: that it has to answer.
        """
        if self._question is None or self._question.done():
            self._question = self._loop.create_task(self._make_global_request(_KEEPALIVE), context=Context())
        answered, _ = await asyncio.wait((self._question,), timeout=seconds)
        return bool(answered) and self._transport is not None

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
    def _send(self, data: bytes) -> None:
        # asyncio logs a line for each write on a connection that is gone, and a client can have many packets answered.
        if self._transport is not None and not self._transport.is_closing():
            super()._send(data)

    @override
    def _recv_data(self) -> None:
        # Not in `data_received`: after a packet that takes more than one step asyncssh goes on with the next by itself.
        began = thread_time()
        super()._recv_data()
        pause = self.budget.spend(thread_time() - began)
        if pause and self._pause is None and self._transport is not None:
            self._transport.pause_reading()
            self._pause = self._loop.call_later(min(pause, LONGEST_PAUSE), self._read_on)

    @override
    def create_task(self, coro: Awaitable[None], task_logger: SSHLogger | None = None) -> "asyncio.Task[None]":
        # The key exchange, the login and opening channels are work that the client pays for.
        work = Charged(coro, self.budget.spend) if isinstance(coro, Coroutine) else coro
        return super().create_task(work, task_logger)

    def _read_on(self) -> None:
        self._pause = None
        if self._transport is not None:
            self._transport.resume_reading()

    def _process_sized_open(self, pkttype: int, pktid: int, packet: SSHPacket) -> None:
        """Opens a channel, unless its packets are to be tiny."""
        request = SSHPacket(packet.get_remaining_payload())
        request.get_string()
        channel, _, size = request.get_uint32(), request.get_uint32(), request.get_uint32()
        if 0 < size < LEAST_PACKET:
            why = f"Packets must have {LEAST_PACKET} bytes at least"
            self.send_channel_open_failure(channel, OPEN_RESOURCE_SHORTAGE, why, "en")
        else:
            self._process_channel_open(pkttype, pktid, packet)

    async def _process_guessed_kexinit(self, pkttype: int, pktid: int, packet: SSHPacket) -> None:
        """Begins a key exchange; what a client guessed is dropped unless its guess was right (RFC 4253, 7).

        asyncssh looks whether its guess is what is chosen. The RFC, and dropbear, ask whether both sides prefer it.
        """
        preferred, guessed = _offer(packet.get_remaining_payload())
        await self._process_kexinit(pkttype, pktid, packet)
        self._ignore_first_kex = guessed and preferred != _offer(self._server_kexinit[1:])[0]

    def _process_any_name(self, pkttype: int, pktid: int, packet: SSHPacket) -> Any:
        """Lets somebody log in under whatever name: asyncssh ends the connection at names that are none for it."""
        return self._process_userauth_request(pkttype, pktid, _AnyName(packet))

    _packet_handlers = {  # noqa: RUF012 - as asyncssh has it
        **asyncssh.SSHServerConnection._packet_handlers,  # noqa: SLF001
        MSG_CHANNEL_OPEN: _process_sized_open,
        MSG_KEXINIT: _process_guessed_kexinit,
        MSG_USERAUTH_REQUEST: _process_any_name,
    }

    @override
    def pause_writing(self) -> None:
        """Tells of a client that takes no bytes; asyncssh does nothing here, and keeps all output instead."""
        if self._owner is not None:
            cast("Reception", self._owner).output_blocked()

    @override
    def resume_writing(self) -> None:
        """Tells of a client that takes bytes again."""
        if self._owner is not None:
            cast("Reception", self._owner).output_unblocked()

    @override
    def send_packet(self, pkttype: int, *args: bytes, handler: Any = None) -> None:
        """Sends all but the empty IGNORE packet that asyncssh puts before each data packet.

        It guards CBC ciphers, none of which is offered here, and costs as much as the packet itself.
        """
        if pkttype != MSG_IGNORE:
            super().send_packet(pkttype, *args, handler=handler)

    @override
    async def reload_config(self) -> None:
        """Keeps the options, which asyncssh builds anew for each login, in case a file says otherwise for a user."""

    @override
    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Notes the key when its signature was checked: an offer alone proves nothing."""
        valid = await super().validate_public_key(username, key_data, msg, signature)
        if valid and msg:
            self.proven_key = asyncssh.public_key.decode_ssh_public_key(key_data)
        return valid

    @override
    async def validate_kbdint_response(self, username: str, responses: Any) -> Any:
        """Forgets a key that was proven, since this login does not use it."""
        self.proven_key = None
        return await super().validate_kbdint_response(username, responses)

    @override
    def send_userauth_failure(self, partial_success: bool) -> None:
        """Refuses a way of logging in; whoever tries too many is sent away, which asyncssh never does."""
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            self.disconnect(DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many attempts to log in")
        else:
            super().send_userauth_failure(partial_success)

    @override
    def create_server_channel(
        self, encoding: str | None = "", errors: str = "", window: int = 0, max_pktsize: int = 0
    ) -> asyncssh.SSHServerChannel[Any]:
        """Makes a channel of the kind above."""
        pktsize = max_pktsize or self._max_pktsize
        self._update_recv_pktlen(pktsize)
        return ServedChannel(
            self, self._loop, True, False, False, 0, 0, None, "strict", window or self._window, pktsize
        )


class _AnyName(SSHPacket):
    """A request to log in that tells a name which asyncssh takes, and is signed over the one that was sent.

    Args:
        packet: the request, as far as it was read.
    """

    def __init__(self, packet: SSHPacket) -> None:
        read = packet.get_consumed_payload()
        super().__init__(read + packet.get_remaining_payload())
        self.get_bytes(len(read))
        self._named = False

    @override
    def get_string(self) -> bytes:
        """The next text; the first one is the name."""
        text = super().get_string()
        if self._named:
            return text
        self._named = True
        return text if _is_name(text) else _printable(text)[:LONGEST_USER].encode()


def _is_name(text: bytes) -> bool:
    """Whether asyncssh takes a name."""
    try:
        _prepared(text.decode())
    except (UnicodeDecodeError, SASLPrepError):
        return False
    return len(text) <= LONGEST_USER * 4


def _offer(kexinit: bytes) -> tuple[list[bytes], bool]:
    """What an offer of algorithms prefers for the key exchange and the host key, and whether a guess follows it."""
    packet = SSHPacket(kexinit)
    packet.get_bytes(_COOKIE_BYTES)
    names = [packet.get_namelist() for _ in range(_KEXINIT_LISTS)]
    return [*names[0][:1], *names[1][:1]], packet.get_boolean()


_OVERRIDDEN: Final = {
    asyncssh.SSHServerChannel: ("_process_env_request", "_process_pty_req_request", "send_packet"),
    asyncssh.SSHServerConnection: (
        "_make_global_request",
        "_make_keepalive_request",
        "_packet_handlers",
        "_process_channel_open",
        "_process_kexinit",
        "_process_userauth_request",
        "_recv_data",
        "_send",
        "_update_recv_pktlen",
        "create_server_channel",
        "create_task",
        "reload_config",
        "send_channel_open_failure",
        "send_packet",
        "send_userauth_failure",
        "validate_kbdint_response",
        "validate_public_key",
    ),
}
_ON_EVERY_CONNECTION: Final = (
    "_client_kexinit",
    "_ignore_first_kex",
    "_keepalive_count",
    "_loop",
    "_max_pktsize",
    "_owner",
    "_peer_addr",
    "_server_kexinit",
    "_transport",
    "_window",
)


def missing_names() -> list[str]:
    """What this file needs of asyncssh and does not find: nothing, unless another version of it is installed."""
    missing = [
        f"{owner.__name__}.{name}" for owner, names in _OVERRIDDEN.items() for name in names if not hasattr(owner, name)
    ]
    missing += [] if hasattr(asyncssh.connection, "saslprep") else ["connection.saslprep"]
    set_there = {*SSHConnection.__init__.__code__.co_names, *SSHServerConnection.__init__.__code__.co_names}
    return missing + [f"SSHServerConnection.{name}" for name in _ON_EVERY_CONNECTION if name not in set_there]


def _printable(value: bytes) -> str:
    """The printable ASCII characters of what a client sent."""
    return "".join(chr(byte) for byte in value if 0x20 <= byte < 0x7F)
