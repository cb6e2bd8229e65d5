"""Key exchanges: none that a client begins stays open, and what is kept meanwhile is bounded."""

import asyncio
import logging

import asyncssh
import pytest

from relspace_server.ssh.compat import ServedConnection, exchange

from .house import House, until


def served(house: House) -> ServedConnection:
    """The server's end of the only connection."""
    (party,) = house.listener._house.parties
    assert party._connection is not None
    return party._connection


async def begins_and_never_ends(house: House) -> ServedConnection:
    """A client that asks for new keys and does not read what is answered; returns the server's end."""
    client: asyncssh.SSHClientConnection = await house.connect()
    connection = served(house)
    await until(lambda: connection._due is None)
    assert client._transport is not None
    client._transport.pause_reading()
    client._send_kexinit()
    await until(lambda: connection._due is not None)
    return connection


async def test_an_exchange_that_is_never_finished_ends_the_connection(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    client = await house.connect()
    await until(lambda: served(house)._due is None)
    monkeypatch.setattr(exchange, "EXCHANGED_ANEW_WITHIN", 0.05)
    assert client._transport is not None
    client._transport.pause_reading()
    client._send_kexinit()
    await until(lambda: not house.listener._house.parties)
    assert "its key exchange did not end" in caplog.text


async def test_the_first_exchange_has_less_time_than_a_later_one(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert exchange.EXCHANGED_WITHIN < exchange.EXCHANGED_ANEW_WITHIN
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(exchange, "EXCHANGED_WITHIN", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", house.listener.port)
    writer.write(b"SSH-2.0-silent\r\n")
    await reader.read()
    writer.close()
    assert "its key exchange did not end" in caplog.text


async def test_what_is_kept_during_an_exchange_is_bounded(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(exchange, "MOST_BEHIND", 10_000)
    connection = await begins_and_never_ends(house)
    connection._send_global_request(b"few", bytes(1_000))
    assert not connection.is_closed()
    for _ in range(10):
        connection._send_global_request(b"many", bytes(1_000))
    await until(lambda: not house.listener._house.parties)
    assert "its key exchange ends too late" in caplog.text
    assert len(connection._deferred_packets) < 12


async def test_an_exchange_that_ends_keeps_nothing_back(house: House) -> None:
    client = await house.connect()
    connection = served(house)
    await until(lambda: connection._due is None)
    before = connection._server_kexinit
    client._kexinit_sent = True
    client._send_kexinit()
    await until(lambda: connection._server_kexinit != before and connection._due is None)
    assert connection._kept == 0
    assert not connection.is_closed()
