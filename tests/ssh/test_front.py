"""Connections that come through a load balancer, and those that only say so."""

import asyncio
import errno
import logging
import socket
from collections.abc import Awaitable, Callable

import asyncssh
import pytest

from .house import House, Player, until
from .test_proxy import LOCAL, PROXY, TCP4, TCP6, tcp4, tcp6, version_2

Open = Callable[..., Awaitable[House]]

HERE = {"proxy_networks": "10.0.0.0/8, 127.0.0.0/8"}
LYRA = b"PROXY TCP4 192.0.2.7 198.51.100.1 50000 22\r\n"


async def call(house: House, header: bytes, *, pieces: int = 1) -> socket.socket:
    """A connection that begins with some bytes, which come in so many pieces."""
    loop = asyncio.get_running_loop()
    sock = socket.socket()
    sock.setblocking(False)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    await loop.sock_connect(sock, ("127.0.0.1", house.listener.port))
    size = -(-len(header) // pieces)
    for start in range(0, len(header), size or 1):
        await loop.sock_sendall(sock, header[start : start + size])
        for _ in range(3 if pieces > 1 else 0):
            await asyncio.sleep(0)
    return sock


async def play(house: House, header: bytes, *, pieces: int = 1) -> Player:
    """A player whose connection begins with a header."""
    client = await house.connect(sock=await call(house, header, pieces=pieces))
    player = await house.play(client)
    await player.shows("welcome")
    return player


async def closed(house: House, data: bytes) -> bytes:
    """What somebody is sent, who sends some bytes, until the connection is closed."""
    reader, writer = await asyncio.open_connection(sock=await call(house, data))
    answer = bytearray()
    async with asyncio.timeout(10):
        try:
            while piece := await reader.read(65_536):
                answer += piece
        except ConnectionError:
            pass
    writer.close()
    return bytes(answer)


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (LYRA, "192.0.2.7"),
        (b"PROXY TCP6 2001:db8::7 2001:db8::1 50000 22\r\n", "2001:db8::7"),
        (b"PROXY TCP6 ::ffff:192.0.2.7 ::1 50000 22\r\n", "192.0.2.7"),
        (version_2(PROXY, TCP4, tcp4()), "192.0.2.7"),
        (version_2(PROXY, TCP6, tcp6("::ffff:192.0.2.7")), "192.0.2.7"),
        (b"PROXY UNKNOWN\r\n", "127.0.0.1"),
        (version_2(LOCAL, 0, b""), "127.0.0.1"),
    ],
)
async def test_the_address_is_that_of_the_header(open_house: Open, header: bytes, address: str) -> None:
    house = await open_house(**HERE)
    await play(house, header)
    assert house.door.apps[0].visitor.address == address


@pytest.mark.parametrize("header", [LYRA, version_2(PROXY, TCP6, tcp6())])
async def test_the_header_may_come_byte_by_byte(open_house: Open, header: bytes) -> None:
    house = await open_house(**HERE)
    player = await play(house, header, pieces=len(header))
    player.press(b"k")
    await player.shows("keys: k")


async def test_the_header_may_come_together_with_what_follows(open_house: Open) -> None:
    house = await open_house(**HERE)
    reader, writer = await asyncio.open_connection(sock=await call(house, LYRA + b"SSH-2.0-vega\r\n"))
    assert (await reader.readline()).startswith(b"SSH-2.0-")
    assert await reader.readexactly(4)  # the server's key exchange begins
    writer.close()


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"PROXY TCP4 here there 1 2\r\n",
        b"PROXY TCP4 192.0.2.7 198.51.100.1 50000 22 " + b"x" * 200,
        version_2(0x2F, TCP4, tcp4()),
        version_2(PROXY, TCP4, b""),
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
async def test_a_wrong_header_closes_the_connection_and_is_counted(
    open_house: Open, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    house = await open_house(**HERE)
    assert await closed(house, data) == b""
    assert house.listener._house.logins.refused == {"proxy": 1}
    assert "a connection from 127.0.0.1 was closed: PROXY header: " in caplog.text
    await play(house, LYRA)


async def test_a_header_that_does_not_come_is_not_waited_for(open_house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.ssh.front.HEADER_SECONDS", 0.05)
    house = await open_house(**HERE)
    assert await closed(house, LYRA[:9]) == b""
    assert house.listener._house.logins.refused == {"proxy": 1}


async def test_who_goes_before_the_header_has_come_leaves_nothing(open_house: Open) -> None:
    house = await open_house(**HERE)
    for _ in range(20):
        (await call(house, LYRA[:9])).close()
    await play(house, LYRA)
    await until(lambda: not house.listener._front._waiting)
    assert house.listener._house.logins.refused == {}


async def test_a_server_that_stops_waits_for_no_header(open_house: Open) -> None:
    house = await open_house(**HERE)
    sock = await call(house, LYRA[:9])
    await until(lambda: bool(house.listener._front._waiting))
    await house.listener.drain()
    assert await asyncio.get_running_loop().sock_recv(sock, 1) == b""
    sock.close()


@pytest.mark.parametrize("networks", ["", "10.0.0.0/8", "10.0.0.0/8,::1"])
@pytest.mark.parametrize("header", [LYRA, version_2(PROXY, TCP4, tcp4())])
async def test_from_anywhere_else_a_header_is_not_ssh(open_house: Open, networks: str, header: bytes) -> None:
    house = await open_house(proxy_networks=networks)
    await closed(house, header + b"SSH-2.0-OpenSSH_9.2\r\n" * 20)
    player = await house.play()
    await player.shows("welcome")
    assert house.door.apps[0].visitor.address == "127.0.0.1"


async def test_a_network_of_the_load_balancer_may_be_written_as_an_old_one_inside_ipv6(open_house: Open) -> None:
    house = await open_house(proxy_networks="::ffff:127.0.0.0/104")
    lyra = await play(house, LYRA)
    await lyra.shows("welcome")
    assert house.door.apps[0].visitor.address != "127.0.0.1"


async def test_limits_use_the_real_address(open_house: Open) -> None:
    house = await open_house(**HERE, max_sessions_per_address=1, connections_per_minute=3)
    lyra = await play(house, LYRA)
    again = await house.play(await house.connect(sock=await call(house, LYRA)))
    assert await again.ended() == 3
    assert "Your network has as many sessions" in again.text
    mapped = await house.play(
        await house.connect(sock=await call(house, b"PROXY TCP6 ::ffff:192.0.2.7 ::1 50000 22\r\n"))
    )
    assert await mapped.ended() == 3
    with pytest.raises(asyncssh.DisconnectError, match="Too many connections came from your address"):
        await house.connect(sock=await call(house, LYRA))
    await play(house, LYRA.replace(b"192.0.2.7", b"192.0.2.8"))
    lyra.press(b"k")
    await lyra.shows("keys: k")


async def test_a_client_may_be_gone_at_the_moment_it_is_turned_away(
    open_house: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = await open_house(connections_per_minute=0)

    def gone(_transport: object) -> None:
        raise OSError(errno.ENOTCONN, "not connected")  # what the system says of a line that was reset just now

    monkeypatch.setattr("asyncio.selector_events._SelectorSocketTransport.write_eof", gone)
    _, writer = await asyncio.open_connection("127.0.0.1", house.listener.port)
    await until(lambda: house.listener._house.logins.refused["rate"] == 1)
    await until(lambda: not house.listener._front._turned_away)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    writer.close()


async def test_who_is_refused_for_the_rate_may_have_said_something_already(
    open_house: Open, caplog: pytest.LogCaptureFixture
) -> None:
    house = await open_house(**HERE, connections_per_minute=1)
    await play(house, LYRA)
    with caplog.at_level(logging.INFO):
        await closed(house, LYRA + b"SSH-2.0-vega\r\n" + b"\0" * 100)
    assert "a connection from 192.0.2.7 was refused: too many" in caplog.text
    assert house.listener._house.logins.refused == {"rate": 1}


@pytest.mark.parametrize(("peer", "reads"), [("::ffff:127.0.0.1", True), ("::1", False), ("", False), ("x", False)])
async def test_a_mapped_address_is_the_address(open_house: Open, peer: str, reads: bool) -> None:
    house = await open_house(**HERE)
    assert house.listener._front.reads_from(peer) == reads
