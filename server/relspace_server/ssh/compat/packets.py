"""Single packets: what clients write in them made safe, and no sentences about them."""

from typing import Any

from asyncssh.packet import SSHPacketLogger
from typing_extensions import override


class Wordless(SSHPacketLogger):
    """Says nothing of packets: asyncssh words a sentence about each, though nobody reads it."""

    @override
    def _log_packet(self, *_: Any, **__: Any) -> None: ...


def printable(value: bytes) -> str:
    """The printable ASCII characters of what a client sent."""
    return "".join(chr(byte) for byte in value if 0x20 <= byte < 0x7F)
