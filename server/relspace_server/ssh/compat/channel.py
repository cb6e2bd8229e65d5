"""The channel of a session: what it takes from its client, and how it writes."""

from collections.abc import Mapping
from typing import Any, Final

import asyncssh
from asyncssh.constants import MSG_CHANNEL_DATA
from asyncssh.packet import SSHPacket, String
from typing_extensions import override

from relspace_server.ssh.compat.bounds import HIGH_WATER
from relspace_server.ssh.compat.packets import Wordless, printable

WANTED_VARIABLES: Final = ("COLORTERM", "NO_COLOR", "LANG", "LC_")
"""Environment variables, by how they begin, that are taken from a client; all others are dropped."""

MOST_VARIABLES: Final = 32
LONGEST_VARIABLE: Final = 128
LONGEST_TERM: Final = 64

JOINED: Final = 1024
"""Bytes to which small packets are joined that wait to be read."""


class ServedChannel(Wordless, asyncssh.SSHServerChannel[bytes]):
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
    def _accept_data(self, data: bytes, datatype: int | None = None) -> None:
        # asyncssh keeps each packet that waits: of one byte each, a window of 64 kB takes 4 MB.
        before = len(self._recv_buf)
        super()._accept_data(data, datatype)
        if 0 < before < len(self._recv_buf):
            (waits, its_type), (new, its) = self._recv_buf[-2:]
            if its_type == its and len(waits) < JOINED:
                self._recv_buf[-2:] = [(waits + new, its)]

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
        self._wanted[text] = printable(value)
        return True

    @override
    def _process_pty_req_request(self, packet: SSHPacket) -> bool:
        # asyncssh ends the connection when TERM is not ASCII, and takes one of any length.
        term = printable(packet.get_string())[:LONGEST_TERM]
        return super()._process_pty_req_request(SSHPacket(String(term) + packet.get_remaining_payload()))
