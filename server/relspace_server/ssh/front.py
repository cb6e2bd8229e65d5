"""What a connection comes through first: where a load balancer stands before the server, the header is read here."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Final, NamedTuple, TypeAlias, cast

from typing_extensions import override

from relspace_server.networks import plain_address
from relspace_server.ssh.disconnect import turning_away
from relspace_server.ssh.limits import Refusal
from relspace_server.ssh.proxy import Bad, read_header
from relspace_server.ssh.refused import RefusedLog

HEADER_SECONDS: Final = 5.0
"""Seconds in which the whole header must have come: a load balancer sends it at once."""

LAST_WORDS_SECONDS: Final = 2.0
"""Seconds that somebody who is turned away has to read why."""

MOST_TURNED_AWAY: Final = 64
"""Connections at once on which somebody reads why they are turned away; whoever comes then is told nothing."""

Network: TypeAlias = IPv4Network | IPv6Network


_LOGGED: Final[Mapping[Refusal, str]] = {
    "proxy": "was closed: PROXY header",
    "banned": "was closed: banned",
    "rate": "was refused: too many",
}
"""What was done with a connection, for the log."""


class KeptOut(NamedTuple):
    """Why nobody may come in from an address at the moment."""

    why: Refusal
    sentence: str
    """What whoever tries is told."""


MakeConnection: TypeAlias = Callable[[tuple[str, int] | None], asyncio.Protocol]
"""Makes the protocol of a connection, given where it really comes from; None if its own address says so."""


class Front:
    """Where connections come in.

    Args:
        networks: whose connections begin with a header. Everybody else's are taken as they are.
        refused: called for each connection that is closed here, with the reason.
        keeps_out: asked once about each connection, by its address: why it may not come in, None if it may.
        told: where the log says so.
    """

    def __init__(
        self,
        networks: Sequence[Network],
        refused: Callable[[Refusal], None],
        keeps_out: Callable[[str], KeptOut | None] = lambda _address: None,
        told: RefusedLog | None = None,
    ) -> None:
        self._networks = networks
        self._refused = refused
        self.keeps_out = keeps_out
        self._told = told or RefusedLog()
        self._waiting: set[_HeaderFirst] = set()
        self._turned_away: set[_TurnedAway] = set()

    def factory(self, make: MakeConnection) -> Callable[[], asyncio.Protocol]:
        """What makes the protocol of each connection that comes in."""
        return partial(_HeaderFirst, self, make)

    def close(self) -> None:
        """Closes the connections whose header has not come."""
        for one in list(self._waiting):
            one.abort()

    def reads_from(self, peer: str) -> bool:
        """Whether connections from this address begin with a header."""
        try:
            address = ip_address(plain_address(peer))
        except ValueError:
            return False
        return any(address in network for network in self._networks)

    def waits(self, one: "_HeaderFirst") -> None:
        """The header of a connection has not come yet."""
        self._waiting.add(one)

    def done(self, one: "_HeaderFirst") -> None:
        """It has, or the connection is gone."""
        self._waiting.discard(one)

    def refuse(self, peer: str, why: str) -> None:
        """A connection is closed for its header."""
        self._told.add(peer, f"{_LOGGED['proxy']}: {why}", logging.WARNING)
        self._refused("proxy")

    def turn_away(self, transport: asyncio.Transport, address: str, kept_out: KeptOut) -> None:
        """Closes a connection, with a sentence if that is possible."""
        self._told.add(address, _LOGGED[kept_out.why])
        self._refused(kept_out.why)
        if len(self._turned_away) < MOST_TURNED_AWAY:
            self._turned_away.add(_TurnedAway(transport, kept_out.sentence, self._turned_away.discard))
        else:
            transport.abort()


class _HeaderFirst(asyncio.Protocol):
    """One connection until it is known where it comes from; then another protocol takes over."""

    def __init__(self, front: Front, make: MakeConnection) -> None:
        self._front = front
        self._make = make
        self._data = bytearray()
        self._peer = ""
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._peer = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._front.reads_from(self._peer):
            self._hand_over(None, b"")
            return
        self._front.waits(self)
        self._timer = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._refuse, "it does not come")

    @override
    def data_received(self, data: bytes) -> None:
        self._data += data
        verdict = read_header(self._data)
        if isinstance(verdict, Bad):
            self._refuse(verdict.why)
        elif verdict is not None:
            self._hand_over(verdict.source, bytes(self._data[verdict.length :]))

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._settle()

    def abort(self) -> None:
        """Closes the connection."""
        self._settle()
        if self._transport is not None:
            self._transport.abort()

    def _refuse(self, why: str) -> None:
        self._front.refuse(self._peer, why)
        self.abort()

    def _hand_over(self, source: tuple[str, int] | None, rest: bytes) -> None:
        self._settle()
        assert self._transport is not None
        address = source[0] if source is not None else self._peer
        kept_out = self._front.keeps_out(address)
        if kept_out is not None:
            self._front.turn_away(self._transport, address, kept_out)
            return
        connection = self._make(source)
        self._transport.set_protocol(connection)
        connection.connection_made(self._transport)
        if rest:
            connection.data_received(rest)

    def _settle(self) -> None:
        """Nothing is waited for any more."""
        self._front.done(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _TurnedAway(asyncio.Protocol):
    """A connection on which one sentence is sent; what comes in meanwhile is dropped.

    Args:
        transport: the connection, which is closed once the client has gone, or soon.
        sentence: why.
        gone: told when the connection is closed.
    """

    def __init__(self, transport: asyncio.Transport, sentence: str, gone: Callable[["_TurnedAway"], None]) -> None:
        self._gone = gone
        self._timer = asyncio.get_running_loop().call_later(LAST_WORDS_SECONDS, transport.abort)
        transport.set_protocol(self)
        transport.write(turning_away(sentence))
        try:
            # Closed at once, what the client has sent meanwhile would make the system take the sentence back.
            transport.write_eof()
        except OSError:  # the client has gone already
            transport.abort()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self._gone(self)
