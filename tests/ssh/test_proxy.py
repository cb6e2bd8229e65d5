"""The header of a load balancer: both versions, however the line cuts it, and whatever else comes in its place."""

import ipaddress
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace_server.ssh.proxy import LONGEST_V1, LONGEST_V2, Bad, Header, read_header

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
PROXY, LOCAL = 0x21, 0x20
TCP4, TCP6, UNIX = 0x11, 0x21, 0x31


def version_2(command: int, family: int, body: bytes, length: int | None = None) -> bytes:
    """A header of version 2; `length` where it says something else than how long the body is."""
    size = len(body) if length is None else length
    return SIGNATURE + bytes((command, family)) + struct.pack(">H", size) + body


def tcp4(source: str = "192.0.2.7", port: int = 50_000) -> bytes:
    addresses = ipaddress.IPv4Address(source).packed + ipaddress.IPv4Address("198.51.100.1").packed
    return addresses + struct.pack(">HH", port, 22)


def tcp6(source: str = "2001:db8::7", port: int = 50_000) -> bytes:
    addresses = ipaddress.IPv6Address(source).packed + ipaddress.IPv6Address("2001:db8::1").packed
    return addresses + struct.pack(">HH", port, 22)


RIGHT = {
    b"PROXY TCP4 192.0.2.7 198.51.100.1 50000 22\r\n": ("192.0.2.7", 50_000),
    b"PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n": ("255.255.255.255", 65_535),
    b"PROXY TCP6 2001:db8::7 2001:db8::1 50000 22\r\n": ("2001:db8::7", 50_000),
    b"PROXY TCP6 ::ffff:192.0.2.7 ::1 0 22\r\n": ("::ffff:c000:207", 0),
    b"PROXY UNKNOWN\r\n": None,
    b"PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535\r\n": None,
    version_2(PROXY, TCP4, tcp4()): ("192.0.2.7", 50_000),
    version_2(PROXY, TCP4, tcp4() + b"\x04\x00\x05hello"): ("192.0.2.7", 50_000),
    version_2(PROXY, TCP6, tcp6()): ("2001:db8::7", 50_000),
    version_2(PROXY, UNIX, b"/run/x".ljust(216, b"\0")): None,
    version_2(PROXY, 0x00, b""): None,
    version_2(LOCAL, 0x00, b""): None,
    version_2(LOCAL, TCP4, tcp4()): None,
    version_2(LOCAL, 0xFF, b"whatever"): None,
}


@pytest.mark.parametrize(("data", "source"), RIGHT.items())
def test_a_right_header_says_where_from_and_where_it_ends(data: bytes, source: tuple[str, int] | None) -> None:
    verdict = read_header(data + b"SSH-2.0-vega\r\n")
    assert isinstance(verdict, Header)
    assert verdict.length == len(data)
    if source is None:
        assert verdict.source is None
    else:
        assert verdict.source is not None
        assert ipaddress.ip_address(verdict.source[0]) == ipaddress.ip_address(source[0])
        assert verdict.source[1] == source[1]


@pytest.mark.parametrize("data", RIGHT)
def test_it_may_come_cut_at_any_byte(data: bytes) -> None:
    for end in range(len(data)):
        assert read_header(data[:end]) is None, end


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"GET / HTTP/1.1\r\n",
        b"P" * 12,
        b"proxy TCP4 192.0.2.7 198.51.100.1 1 2\r\n",
        b"PROXY TCP4\r\n",
        b"PROXY \r\n",
        b"PROXY UNKNOWNS\r\n",
        b"PROXY TCP5 192.0.2.7 198.51.100.1 1 2\r\n",
        b"PROXY UDP4 192.0.2.7 198.51.100.1 1 2\r\n",
        b"PROXY TCP4 192.0.2.7 198.51.100.1 1\r\n",
        b"PROXY TCP4 192.0.2.7 198.51.100.1 1 2 3\r\n",
        b"PROXY TCP4  192.0.2.7 198.51.100.1 1 2\r\n",
        b"PROXY TCP4 192.0.2.7 198.51.100.1 1 65536\r\n",
        b"PROXY TCP4 192.0.2.7 198.51.100.1 -1 2\r\n",
        b"PROXY TCP4 192.0.2.7 198.51.100.1 01 2\r\n",
        b"PROXY TCP4 192.0.2.07 198.51.100.1 1 2\r\n",
        b"PROXY TCP4 192.0.2 198.51.100.1 1 2\r\n",
        b"PROXY TCP4 2001:db8::7 2001:db8::1 1 2\r\n",
        b"PROXY TCP6 192.0.2.7 198.51.100.1 1 2\r\n",
        b"PROXY TCP6 fe80::1%eth0 fe80::2 1 2\r\n",
        b"PROXY TCP4 192.0.2.7 198.51.100.1 1 2\n" + b" " * LONGEST_V1,
        b"PROXY TCP4 192.0.2.7\xff 198.51.100.1 1 2\r\n",
        "PROXY TCP4 192.0.2.٧ 198.51.100.1 1 2\r\n".encode(),
        b"PROXY UNKNOWN " + b"x" * LONGEST_V1 + b"\r\n",
        SIGNATURE[:-1] + b"\r",
        version_2(0x11, TCP4, tcp4()),
        version_2(0x22, TCP4, tcp4()),
        version_2(0x31, TCP4, tcp4()),
        version_2(PROXY, 0x13, tcp4()),
        version_2(PROXY, 0x41, tcp4()),
        version_2(PROXY, TCP4, tcp4()[:-1]),
        version_2(PROXY, TCP6, tcp4()),
        version_2(PROXY, TCP4, b""),
        version_2(PROXY, TCP4, tcp4(), LONGEST_V2 + 1),
        version_2(LOCAL, TCP4, b"", 65_535),
    ],
)
def test_what_is_no_header_is_found_out(data: bytes) -> None:
    verdict = read_header(data)
    assert isinstance(verdict, Bad)
    assert verdict.why.isascii()


def test_a_header_is_never_waited_for_longer_than_the_longest() -> None:
    assert read_header(b"PROXY UNKNOWN ".ljust(LONGEST_V1, b"x")) is not None
    assert read_header(version_2(LOCAL, 0, b"x" * LONGEST_V2)) is not None


near_headers = st.one_of(
    st.binary(max_size=64),
    st.sampled_from(list(RIGHT)).flatmap(
        lambda data: st.tuples(st.integers(0, len(data) - 1), st.integers(0, 255), st.binary(max_size=8)).map(
            lambda change: data[: change[0]] + bytes((change[1],)) + data[change[0] + 1 :] + change[2]
        )
    ),
    st.binary(max_size=LONGEST_V1 + 5).map(lambda data: b"PROXY " + data),
    st.binary(max_size=64).map(lambda data: SIGNATURE + data),
    st.from_regex(r"PROXY TCP[46] [0-9a-f.:]{1,20} [0-9a-f.:]{1,20} \d{1,6} \d{1,6}\r\n.{0,5}", fullmatch=True).map(
        lambda text: text.encode()
    ),
)


@given(near_headers)
def test_what_is_said_of_some_bytes_is_said_of_them_and_more(data: bytes) -> None:
    whole = read_header(data)
    for end in range(len(data)):
        early = read_header(data[:end])
        assert early is None or early == whole, end
    assert whole == read_header(bytearray(data) + b"more") or whole is None
    if isinstance(whole, Header):
        assert whole.length <= len(data)
        if whole.source is not None:
            ipaddress.ip_address(whole.source[0])
            assert 0 <= whole.source[1] <= 65_535


@given(st.ip_addresses(), st.integers(0, 65_535))
def test_both_versions_carry_every_address(address: ipaddress.IPv4Address | ipaddress.IPv6Address, port: int) -> None:
    four = address.version == 4
    other = "198.51.100.1" if four else "2001:db8::1"
    line = f"PROXY TCP{address.version} {address} {other} {port} 22\r\n".encode()
    body = tcp4(str(address), port) if four else tcp6(str(address), port)
    packed = version_2(PROXY, TCP4 if four else TCP6, body)
    for data in (line, packed):
        verdict = read_header(data)
        assert isinstance(verdict, Header)
        assert verdict.source is not None
        assert ipaddress.ip_address(verdict.source[0]) == address
        assert verdict.source[1] == port
