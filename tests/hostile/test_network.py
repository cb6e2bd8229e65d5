"""Lines that fail, and whoever is on them without a word: nothing is left of them, and nobody else notices."""

import asyncio
import gc
import logging
import os
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from relspace_client.app import RelspaceApp

from ..ssh.house import still_line, until
from ..ssh.test_flow import stop_reading
from .game import PLAY, YOUR_TURN, Game, at_page
from .wire import Wire, sent_until_closed, silent

Begin = Callable[..., Awaitable[Game]]

EIGHT = [f"127.0.0.{last}" for last in range(2, 10)]
"""Addresses of this machine that are not the players'."""


async def test_four_hundred_silent_connections_keep_nobody_out(begin_game: Begin) -> None:
    game = await begin_game(max_logins=64, max_logins_per_address=8, connections_per_minute=1_000)
    port = game.listener.port
    sockets = [await silent(port, address) for _ in range(50) for address in EIGHT]
    vega = await game.play(command=PLAY)
    await vega.shows(YOUR_TURN)
    assert len(game.listener._house.logins._waiting) <= 64
    assert game.listener._house.logins.refused["logins"] >= 400 - 64
    for sock in sockets:
        sock.close()
    await until(lambda: len(game.listener._house.parties) == 1)


@pytest.mark.parametrize(
    "noise",
    [
        os.urandom(65_536),
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"SSH-2.0-" + b"x" * 65_528,
        b"SSH-2.0-x\r\n" + os.urandom(65_536),
        b"SSH-2.0-x\r\n" + b"\x7f\xff\xff\xff" * 16_384,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 6_000,
        b"PROXY TCP4 192.0.2.7 198.51.100.1 1 2\r\n" * 2_000,
    ],
    ids=["random", "http", "endless version", "random packets", "huge packets", "tls", "proxy"],
)
async def test_fifty_megabytes_of_noise_are_closed_at_once(game: Game, noise: bytes) -> None:
    assert await sent_until_closed(game.listener.port, noise, 50_000_000) < 20_000_000
    await until(lambda: not game.listener._house.parties)
    await (await game.play(command=PLAY)).shows(YOUR_TURN)


async def test_a_line_that_fails_without_a_word_shows_away(begin_game: Begin) -> None:
    game = await begin_game(keepalive_seconds=0.3, keepalive_misses=3)
    vega = await at_page(game, "room")
    code = game.hub.rooms[0].state.code
    async with Wire(game.listener.port) as wire:
        there = asyncssh.generate_private_key("ssh-ed25519")
        client = await game.connect(there, host="127.0.0.1", port=wire.port, username="rigel")
        rigel = await game.play(client, command=f"join {code}")
        await rigel.shows("Bring a friend")
        await vega.shows("rigel")
        wire.cut()
        await vega.shows("away")
        await until(lambda: game.counts == (1, 1, 1))
        client.abort()
    assert not vega.closed


async def test_a_client_that_stands_still_in_a_busy_room_is_ended_with_a_reason(
    begin_game: Begin, caplog: pytest.LogCaptureFixture
) -> None:
    game = await begin_game(stalled_seconds=0.1)
    code, _ = await game.room("Vega", "Rigel")
    stands = await game.connect()
    for client in (stands, await game.connect()):
        await (await game.play(client, command=f"watch {code}")).shows("Let a friend watch")
    stop_reading(stands)
    app = game.desk.apps[0]
    with caplog.at_level(logging.INFO):
        await until(lambda: _repainted(app) or game.counts[0] == 1)
        await until(lambda: game.counts == (1, 1, 1))
    assert "took no output for too long" in caplog.text
    assert game.desk.apps[1].is_running


def _repainted(app: RelspaceApp) -> bool:
    """Has a lot of output made, of which the client takes nothing; never true."""
    for _ in range(20):
        app.repaint()
    return False


@pytest.mark.parametrize("way", ["abort", "close", "eof"])
async def test_a_client_that_goes_at_any_byte_of_a_frame_leaves_nothing(game: Game, way: str) -> None:
    before = resources()
    for number in range(20):
        await comes_and_goes(game, way, number)
    await until(lambda: game.counts == (0, 0, 0))
    apps = [weakref.ref(app) for app in game.desk.apps]
    game.desk.apps.clear()
    await until(lambda: no_more_than(before))
    await until(lambda: gc.collect() >= 0 and all(app() is None for app in apps))


async def comes_and_goes(game: Game, way: str, number: int) -> None:
    """Somebody who opens a room or stays in the lobby, and goes after some bytes."""
    client = await game.connect()
    player = await game.play(client, command=PLAY if number % 2 else None)
    await player.until(lambda: len(player.received) >= number * 40)
    if way == "abort":
        client.abort()
    elif way == "eof":
        assert client._transport is not None
        client._transport.write_eof()
    else:
        player.channel.close()
        client.close()
    await client.wait_closed()
    game.clients.remove(client)


def resources() -> tuple[int, int, int]:
    """How many tasks, descriptors and pseudo-terminals this process has; those of the machine are others' as well."""
    opened = [str(path.readlink()) for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    terminals = sum(path.startswith(("/dev/ptmx", "/dev/pts/")) for path in opened)
    return len(asyncio.all_tasks()), len(opened), terminals


def no_more_than(before: tuple[int, int, int]) -> bool:
    """Whether there are no more of any of them than there were."""
    return all(now <= then for now, then in zip(resources(), before, strict=True))


async def test_a_thousand_knocks_leave_nothing(game: Game) -> None:
    await (await game.play()).shows("Play now")
    before = resources()
    for number in range(100):
        sock = await silent(game.listener.port, "127.0.0.1")
        if number % 2:
            await asyncio.get_running_loop().sock_sendall(sock, b"SSH-2.0-x\r\n"[: number % 12])
        sock.close()
    for number in range(20):
        client = await game.connect()
        if number % 2:
            assert (await game.ask("help", client=client)).status == 0
        client.abort()
        await client.wait_closed()
        game.clients.remove(client)
    await until(lambda: game.counts == (1, 1, 1))
    await until(lambda: no_more_than(before))


async def test_a_client_that_sends_packets_of_every_kind_after_logging_in_costs_its_connection_alone(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    vega = await at_page(game, "keys of the lobby")
    for kind in (1, 2, 3, 4, 5, 6, 7, 20, 21, 30, 31, 50, 51, 60, 80, 81, 90, 91, 93, 94, 95, 96, 97, 98, 99, 192, 255):
        for body in (b"", b"\0\0\0\0", b"\xff" * 64):
            client = await game.connect()
            asyncssh.SSHClientConnection.send_packet(client, kind, body)
            client.abort()
            await client.wait_closed()
            game.clients.remove(client)
    vega.press(b"\t")
    await vega.shows("Tab keys")
    await until(lambda: game.counts == (1, 1, 1))


async def test_someone_who_drops_sessions_in_line_costs_those_after_nothing(
    begin_game: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relspace_server.ssh.line.TELL_AGAIN", 0.02)
    game = await begin_game()
    line = game.listener._house.line = still_line()
    await (await game.play()).shows("Play now")
    drops = await game.connect()
    for _ in range(50):
        (await game.play(drops)).channel.abort()
    vega = await game.play()
    await vega.until(lambda: b"You are number 1 in line." in vega.received)
    line.adopt(1)
    await vega.shows("Play now")
    await until(lambda: game.counts == (2, 3, 2))


async def test_many_who_drop_while_the_app_starts(game: Game) -> None:
    async def drops(number: int) -> None:
        client = await game.connect()
        await game.play(client, command=PLAY if number % 2 else None)
        client.abort()
        await client.wait_closed()
        game.clients.remove(client)

    await asyncio.gather(*(drops(number) for number in range(16)))
    await until(lambda: game.counts == (0, 0, 0))
