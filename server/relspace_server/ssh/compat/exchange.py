"""Key exchanges on a connection: what a client guesses is judged as the RFC says, and none stays open."""

import asyncio
import logging
from typing import Any, Final

import asyncssh
from asyncssh.constants import DISC_KEY_EXCHANGE_FAILED, MSG_IGNORE
from asyncssh.packet import SSHPacket
from typing_extensions import override

from relspace_server.ssh.compat.bounds import MOST_BEHIND

LOG: Final = logging.getLogger(__name__)

EXCHANGED_WITHIN: Final = 15.0
"""Seconds that the first key exchange may take. A person is asked about the host key after it, and has until the login
ends."""

EXCHANGED_ANEW_WITHIN: Final = 45.0
"""Seconds that a later one may take: a line that fails for a while is not given up sooner than by asking whether the
client is there."""

KEPT_WITH_A_PACKET: Final = 256
"""Bytes that it takes to keep a packet, beside its own."""

_COOKIE_BYTES: Final = 16
_KEXINIT_LISTS: Final = 10


class Exchanging(asyncssh.SSHServerConnection):
    """A connection that does not wait for keys without end: asyncssh keeps all output until they are exchanged."""

    _due: asyncio.TimerHandle | None = None
    """When the keys must have been exchanged; None while none are being exchanged."""
    _kept = 0
    """Bytes that are kept until then."""

    @override
    def _send_kexinit(self) -> None:
        if self._due is None:
            within = EXCHANGED_ANEW_WITHIN if self._auth_complete else EXCHANGED_WITHIN
            self._due = self._loop.call_later(within, self._too_late)
        super()._send_kexinit()

    @override
    def send_newkeys(self, k: bytes, h: bytes) -> None:
        """Ends the exchange on this side, and sends what was kept meanwhile."""
        self._stop_waiting()
        super().send_newkeys(k, h)

    @override
    def send_packet(self, pkttype: int, *args: bytes, handler: Any = None) -> None:
        """Sends all but the empty IGNORE packet that asyncssh puts before each data packet.

        It guards CBC ciphers, none of which is offered here, and costs as much as the packet itself.
        """
        if pkttype == MSG_IGNORE:
            return
        before = len(self._deferred_packets)
        super().send_packet(pkttype, *args, handler=handler)
        if len(self._deferred_packets) > before:
            self._keep(args)

    def _keep(self, args: tuple[bytes, ...]) -> None:
        """A packet is kept until keys are exchanged."""
        self._kept += KEPT_WITH_A_PACKET + sum(map(len, args))
        if self._kept > MOST_BEHIND and self._transport is not None:
            LOG.warning("a connection from %s was closed: its key exchange ends too late", self._peer_addr)
            self.abort()

    def _too_late(self) -> None:
        self._due = None
        LOG.info("a connection from %s was closed: its key exchange did not end", self._peer_addr)
        self.disconnect(DISC_KEY_EXCHANGE_FAILED, "The key exchange took too long")

    def _stop_waiting(self) -> None:
        self._kept = 0
        if self._due is not None:
            self._due.cancel()
            self._due = None

    @override
    def _cleanup(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super()._cleanup(exc)

    async def process_guessed_kexinit(self, pkttype: int, pktid: int, packet: SSHPacket) -> None:
        """Begins a key exchange; what a client guessed is dropped unless its guess was right (RFC 4253, 7).

        asyncssh looks whether its guess is what is chosen. The RFC, and dropbear, ask whether both sides prefer it.
        """
        preferred, guessed = _offer(packet.get_remaining_payload())
        await self._process_kexinit(pkttype, pktid, packet)
        self._ignore_first_kex = guessed and preferred != _offer(self._server_kexinit[1:])[0]


def _offer(kexinit: bytes) -> tuple[list[bytes], bool]:
    """What an offer of algorithms prefers for the key exchange and the host key, and whether a guess follows it."""
    packet = SSHPacket(kexinit)
    packet.get_bytes(_COOKIE_BYTES)
    names = [packet.get_namelist() for _ in range(_KEXINIT_LISTS)]
    return [*names[0][:1], *names[1][:1]], packet.get_boolean()
