"""Clients that take no output, or little of it: nothing piles up, and nobody else notices."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

import asyncssh
import pytest

from relspace.errors import NotNow
from relspace_server.ssh.compat.bounds import HIGH_WATER
from relspace_server.ssh.compat.connection import LEAST_PACKET, LONGEST_PAUSE

from .house import House, Player, until

Open = Callable[..., Awaitable[House]]

FRAME = 1_100
"""About the bytes of one frame of the toy's flood."""


def stop_reading(client: asyncssh.SSHClientConnection) -> None:
    """What a stopped client, or one whose network hangs, looks like from here."""
    assert client._transport is not None
    client._transport.pause_reading()


def read_again(client: asyncssh.SSHClientConnection) -> None:
    assert client._transport is not None
    client._transport.resume_reading()


def waiting_bytes(house: House) -> int:
    """Bytes that the server keeps for clients."""
    connections = [party._connection for party in house.listener._house.parties]
    return sum(
        connection._transport.get_write_buffer_size()
        + sum(channel.get_write_buffer_size() for channel in connection._channels.values())
        for connection in connections
        if connection is not None and connection._transport is not None
    )


async def flooded(house: House, client: asyncssh.SSHClientConnection, **options: object) -> Player:
    """A player whose app sends far more than is taken."""
    player = await house.play(client, **options)
    await player.shows("welcome")
    stop_reading(client)
    player.press(b"\x06")
    await until(lambda: house.door.apps[-1].terminal.paused)
    return player


async def test_output_stops_when_the_client_takes_none(house: House) -> None:
    client = await house.connect()
    await flooded(house, client)
    assert waiting_bytes(house) < HIGH_WATER + 10 * FRAME


async def test_a_paused_client_sees_everything_once_it_reads_again(house: House) -> None:
    client = await house.connect()
    player = await flooded(house, client)
    player.press(b"ab")
    await until(lambda: house.door.apps[0].keys[-2:] == ["a", "b"])
    read_again(client)
    await player.shows("a b")
    assert "flood" not in player.text
    player.press(b"c")
    await player.shows("a b c")
    assert not house.door.apps[0].terminal.paused


async def test_others_are_not_held_up(house: House) -> None:
    stalled = await house.connect()
    await flooded(house, stalled)
    rigel = await house.play()
    await rigel.shows("welcome")
    rigel.press(b"k")
    await rigel.shows("keys: k")


async def test_a_client_stalled_for_long_is_ended_with_a_reason(
    open_house: Open, caplog: pytest.LogCaptureFixture
) -> None:
    house = await open_house(stalled_seconds=0.05)
    client = await house.connect()
    with caplog.at_level(logging.INFO):
        await flooded(house, client)
        await until(lambda: bool(house.door.ended))
        await until(lambda: not house.listener._house.parties)
    assert "took no output for too long" in caplog.text
    assert house.listener._house.sessions.count == 0


async def test_a_window_of_one_byte_is_a_slow_client(house: House) -> None:
    client = await house.connect()
    player = await house.play(client, window=1)
    await player.until(lambda: len(player.received) > 100)
    rigel = await house.play()
    await rigel.shows("welcome")
    client.abort()
    await until(lambda: len(house.door.ended) == 1)


async def test_who_makes_much_work_waits_and_is_heard_in_the_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.ssh.budget.BURST", 0.001)
    client = await house.connect()
    player = await house.play(client)
    await player.shows("welcome")
    (party,) = house.listener._house.parties
    assert party._connection is not None
    transport = party._connection._transport
    for _ in range(1_000):
        asyncssh.SSHClientConnection.send_packet(client, asyncssh.constants.MSG_IGNORE, asyncssh.packet.String(b""))
    player.press(b"k")
    await until(lambda: not transport.is_reading())
    rigel = await house.play()
    await rigel.shows("welcome")
    await player.shows("keys: k")


@pytest.mark.parametrize("plays", [True, False])
async def test_who_owes_and_plays_is_soon_read_again_since_it_may_be_to_leave(house: House, plays: bool) -> None:
    client = await house.connect()
    if plays:
        await (await house.play(client)).shows("welcome")
    (party,) = house.listener._house.parties
    connection = party._connection
    assert connection is not None
    connection.budget.spend(3600.0)
    paused_at = asyncio.get_running_loop().time()
    client.send_packet(asyncssh.constants.MSG_IGNORE, asyncssh.packet.String(b""))
    await until(lambda: connection._pause is not None)
    assert connection._pause is not None
    assert (connection._pause.when() > paused_at + LONGEST_PAUSE) != plays
    client.abort()


@pytest.mark.parametrize("size", [1, LEAST_PACKET - 1])
async def test_tiny_packets_are_refused_and_the_connection_lives(house: House, size: int) -> None:
    client = await house.connect()
    with pytest.raises(asyncssh.ChannelOpenError, match="256 bytes at least"):
        await house.play(client, max_pktsize=size, window=2**31 - 1)
    await (await house.play(client, max_pktsize=LEAST_PACKET)).shows("welcome")


async def test_who_asks_and_takes_no_answers_is_sent_away(
    open_house: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("relspace_server.ssh.compat.connection.MOST_BEHIND", 1024)
    house = await open_house()
    client = await house.connect()
    (party,) = house.listener._house.parties
    assert party._connection is not None
    monkeypatch.setattr(party._connection._transport, "get_write_buffer_size", lambda: 1025)
    client.send_packet(asyncssh.constants.MSG_IGNORE, asyncssh.packet.String(b""))
    await client.wait_closed()
    assert "it asks and takes no answers" in caplog.text


async def test_a_packet_size_of_nothing_ends_one_connection(house: House) -> None:
    vega = await house.play()
    await vega.shows("welcome")
    with pytest.raises((asyncssh.Error, OSError)):
        await house.play(await house.connect(), max_pktsize=0, window=0)
    vega.press(b"k")
    await vega.shows("keys: k")


async def test_a_client_that_is_gone_is_noticed(open_house: Open) -> None:
    house = await open_house(keepalive_seconds=0.05, keepalive_misses=2)
    client = await house.connect()
    player = await house.play(client)
    await player.shows("welcome")
    stop_reading(client)
    await until(lambda: bool(house.door.ended))


async def test_a_client_that_answers_stays(open_house: Open) -> None:
    house = await open_house(keepalive_seconds=0.02, keepalive_misses=2)
    client = await house.connect()
    player = await house.play(client)
    await player.shows("welcome")
    asked: list[int] = []
    original = client._process_global_request
    client._packet_handlers = {
        **client._packet_handlers,
        80: lambda self, *args: (asked.append(1), original(*args))[1],
    }
    await until(lambda: len(asked) > 5)
    player.press(b"k")
    await player.shows("keys: k")


async def test_who_does_not_log_in_is_sent_away(open_house: Open) -> None:
    house = await open_house(login_seconds=0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", house.listener.port)
    assert (await reader.readline()).startswith(b"SSH-2.0-")
    assert await reader.read() == b""
    writer.close()


async def test_a_connection_on_which_nothing_is_asked_for_does_not_stay(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relspace_server.ssh.reception.LONELY_SECONDS", 0.05)
    client = await house.connect()
    await client.wait_closed()
    other = await house.connect()
    player = await house.play(other)
    await player.shows("welcome")
    player.press(b"q")
    await player.ended()
    await other.wait_closed()


async def opened(client: asyncssh.SSHClientConnection) -> None:
    """Opens a channel for a session, and asks for nothing on it."""
    loop = asyncio.get_running_loop()
    channel: asyncssh.SSHClientChannel[bytes] = asyncssh.SSHClientChannel(
        client, loop, "strict", None, "strict", 1 << 16, 1 << 15
    )
    await channel._open(b"session")


async def test_nor_does_one_on_which_only_questions_are_asked(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await house.connect()
    assert (await client.run("whoami")).exit_status == 0
    monkeypatch.setattr("relspace_server.ssh.reception.LONELY_SECONDS", 0.05)
    other = await house.connect()
    with contextlib.suppress(asyncssh.Error):
        while not other.is_closed():
            await other.run("whoami")
    await other.wait_closed()
    assert (await client.run("whoami")).exit_status == 0, "its time is not over yet"


async def test_nor_does_one_that_is_refused_again_and_again(open_house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    house = await open_house(max_sessions=0)
    monkeypatch.setattr("relspace_server.ssh.reception.LONELY_SECONDS", 0.05)
    client = await house.connect()
    with contextlib.suppress(asyncssh.Error):
        while not client.is_closed():
            await client.run("plain")
    await client.wait_closed()


async def test_who_waits_for_long_and_is_refused_reads_why_before_the_connection_goes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answers = asyncio.Event(), asyncio.Event()

    async def refuses(*_: object) -> None:
        asked.set()
        await answers.wait()
        raise NotNow("room-full", room="FULL1")

    monkeypatch.setattr(house.door, "open_plain", refuses)
    client = await house.connect()
    answer = asyncio.ensure_future(client.run("plain join FULL1"))
    await asked.wait()
    (reception,) = house.listener._house.parties
    reception._stop_waiting()
    reception._look(False)  # its time is over while it waits
    answers.set()
    told = await answer
    assert told.exit_status == 3
    assert "seat" in str(told.stdout) + str(told.stderr)
    await client.wait_closed()


async def test_nor_does_one_with_channels_on_which_nothing_runs(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.ssh.reception.LONELY_SECONDS", 0.2)
    client = await house.connect()
    await opened(client)
    await client.wait_closed()
    other = await house.connect()
    player = await house.play(other)
    await opened(other)
    await player.shows("welcome")
    player.press(b"q")
    await player.ended()
    await other.wait_closed()
