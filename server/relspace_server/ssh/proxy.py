"""The header that a load balancer puts before a connection, to say where it really comes from.

Source: "The PROXY protocol, versions 1 & 2", haproxy.org. This reads bytes and does no more: who may send a header is
decided where connections come in.
"""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final, NamedTuple, TypeAlias

LONGEST_V1: Final = 107
"""Bytes of a header of version 1, its CR LF included."""

LONGEST_V2: Final = 4_096
"""Bytes after the fixed part of a header of version 2 that are taken: addresses take 36, and the rest is remarks."""

_V1_BEGINS: Final = b"PROXY "
_V2_BEGINS: Final = b"\r\n\r\n\x00\r\nQUIT\n"
_V2_FIXED: Final = 16
_LOCAL, _PROXY = 0x20, 0x21
_TCP4, _TCP6 = 0x11, 0x21
_ADDRESS_BYTES: Final = {_TCP4: 4, _TCP6: 16}
_FAMILIES: Final = range(4)
_TRANSPORTS: Final = range(3)
_V1_LINE: Final = re.compile(r"PROXY TCP([46]) ([0-9a-fA-F.:]+) ([0-9a-fA-F.:]+) (0|[1-9]\d{0,4}) (0|[1-9]\d{0,4})")
_HIGHEST_PORT: Final = 65_535


class Header(NamedTuple):
    """A header that was read to its end."""

    source: tuple[str, int] | None
    """The client's address and port; None where the connection is the load balancer's own, or of unknown origin."""
    length: int
    """Bytes of the header: what follows belongs to the connection."""


class Bad(NamedTuple):
    """No header, or a wrong one: no further byte makes it right."""

    why: str


Verdict: TypeAlias = Header | Bad | None
"""None asks for more bytes."""


def read_header(data: bytes | bytearray) -> Verdict:
    """Reads a header.

    Args:
        data: all bytes of the connection so far. What is said of them is also said of them and more.
    """
    start = bytes(data[: len(_V2_BEGINS)])
    if start.startswith(_V1_BEGINS):
        return _version_1(bytes(data[:LONGEST_V1]))
    if start == _V2_BEGINS:
        return _version_2(bytes(data[: _V2_FIXED + LONGEST_V2]))
    if _V1_BEGINS.startswith(start) or _V2_BEGINS.startswith(start):
        return None
    return Bad("no header")


def _version_1(data: bytes) -> Verdict:
    line, end, _ = data.partition(b"\r\n")
    if not end:
        return Bad("a line without an end") if len(data) == LONGEST_V1 else None
    length = len(line) + len(end)
    if line == b"PROXY UNKNOWN" or line.startswith(b"PROXY UNKNOWN "):
        return Header(None, length)
    match = _V1_LINE.fullmatch(line.decode("latin-1"))
    if match is None:
        return Bad("a line of another form")
    kind = IPv4Address if match[1] == "4" else IPv6Address
    try:
        source, _ = kind(match[2]), kind(match[3])
    except AddressValueError:
        return Bad("a line without addresses")
    if max(int(match[4]), int(match[5])) > _HIGHEST_PORT:
        return Bad("a port that cannot be")
    return Header((str(source), int(match[4])), length)


def _version_2(data: bytes) -> Verdict:
    if len(data) < _V2_FIXED:
        return None
    command, family = data[12], data[13]
    length = _V2_FIXED + int.from_bytes(data[14:16], "big")
    if command not in (_LOCAL, _PROXY):
        return Bad("an unknown command")
    if length > _V2_FIXED + LONGEST_V2:
        return Bad("too long")
    if command == _PROXY and (family >> 4 not in _FAMILIES or family & 15 not in _TRANSPORTS):
        return Bad("an unknown family")
    size = _ADDRESS_BYTES.get(family, 0) if command == _PROXY else 0
    if size and length < _V2_FIXED + 2 * size + 4:
        return Bad("too short for its addresses")
    if len(data) < length:
        return None
    if not size:
        return Header(None, length)
    address = data[_V2_FIXED : _V2_FIXED + size]
    port = int.from_bytes(data[_V2_FIXED + 2 * size :][:2], "big")
    return Header((str(IPv4Address(address) if size == 4 else IPv6Address(address)), port), length)
