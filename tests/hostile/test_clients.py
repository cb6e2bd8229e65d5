"""What SSH clients may ask of a connection, in whatever number and order, at the real game."""

import asyncio
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String, UInt32

from ..ssh.house import Player, until
from .game import PLAY, YOUR_TURN, Game, at_page

TURN = (b"\t", "Tab keys"), (b"\t", "Tab rules")


async def turns_pages(player: Player) -> None:
    """Somebody at the keys of the lobby is still served."""
    for key, text in TURN:
        player.press(key)
        await player.shows(text)


async def raw_session(client: asyncssh.SSHClientConnection, **options: Any) -> asyncssh.SSHClientChannel[bytes]:
    """A session's channel, on which nothing has been asked for."""
    loop = asyncio.get_running_loop()
    window, size = options.get("window", 65_536), options.get("size", 32_768)
    channel = asyncssh.SSHClientChannel[bytes](client, loop, "strict", None, "strict", window, size)
    channel._session = asyncssh.SSHClientSession()
    await channel._open(b"session")
    return channel


def pty(term: bytes = b"xterm", columns: int = 80, rows: int = 24) -> bytes:
    """What a request for a terminal says."""
    return String(term) + b"".join(map(UInt32, (columns, rows, 0, 0))) + String(b"\0")


async def test_three_hundred_channels_and_the_game_goes_on(game: Game) -> None:
    client = await game.connect()
    vega = await game.play(client, command=PLAY)
    await vega.shows(YOUR_TURN)
    tried = await asyncio.gather(*(raw_session(client) for _ in range(300)), return_exceptions=True)
    assert sum(isinstance(one, asyncssh.ChannelOpenError) for one in tried) == 293
    vega.press(b"?")
    await vega.shows("Esc back")
    assert game.counts == (1, 1, 1)


async def test_five_thousand_variables_and_the_game_begins(game: Game) -> None:
    env = {f"LC_{number}": "x" * (number % 1_000) for number in range(5_000)}
    vega = await game.play(command=PLAY, env={**env, "LANG": "es_ES.UTF-8"})
    await vega.shows(YOUR_TURN)


async def test_a_window_of_one_byte_holds_nobody_else_up(game: Game) -> None:
    vega = await at_page(game, "keys of the lobby")
    slow = await game.play(await game.connect(), command=PLAY, window=1)
    await slow.until(lambda: len(slow.received) > 200)
    await turns_pages(vega)
    slow.press(b"\x03\x03")
    await turns_pages(vega)


@pytest.mark.parametrize("size", [0, 1, 16])
async def test_a_packet_size_that_cannot_be_costs_one_connection_at_most(game: Game, size: int) -> None:
    vega = await at_page(game, "keys of the lobby")
    client = await game.connect()
    with pytest.raises((asyncssh.Error, OSError)):
        await raw_session(client, size=size, window=2**31 - 1)
    await turns_pages(vega)
    assert game.counts[0] == 1


REQUESTS: list[tuple[bytes, bytes]] = [
    (b"shell", b""),
    (b"exec", String(b"play --bots 1")),
    (b"exec", String(b"\xff\xfe")),
    (b"exec", String(b"x" * 40_000)),
    (b"exec", String(b"")),
    (b"subsystem", String(b"sftp")),
    (b"subsystem", String(b"relspace")),
    (b"env", String(b"LANG") + String(b"\xff" * 50)),
    (b"env", String(b"") + String(b"")),
    (b"pty-req", pty()),
    (b"pty-req", pty(b"\xff\x00", 2**32 - 1, 0)),
    (b"window-change", b"".join(map(UInt32, (0, 0, 0, 0)))),
    (b"window-change", b"".join(map(UInt32, (2**32 - 1,) * 4))),
    (b"signal", String(b"KILL")),
    (b"break", UInt32(1)),
    (b"x11-req", b"\0" + String(b"MIT-MAGIC-COOKIE-1") + String(b"00") + UInt32(0)),
    (b"auth-agent-req@openssh.com", b""),
    (b"xon-xoff", b"\1"),
    (b"unheard-of", b"\0\1\2"),
    (b"exit-status", UInt32(0)),
]


@pytest.mark.parametrize("turn", range(4))
async def test_requests_in_any_order_and_more_than_once_hurt_nobody_else(game: Game, turn: int) -> None:
    vega = await at_page(game, "keys of the lobby")
    client = await game.connect()
    channel = await raw_session(client)
    asked = REQUESTS[turn * 5 :] + REQUESTS[: turn * 5]
    for name, body in [*asked, *asked[::-1]]:
        if client.is_closed():
            break
        channel.send_packet(asyncssh.constants.MSG_CHANNEL_REQUEST, String(name), b"\1", body)
        await asyncio.sleep(0)
    await turns_pages(vega)
    client.abort()
    await until(lambda: game.counts == (1, 1, 1))


@pytest.mark.parametrize(
    "body",
    [b"", b"\0", String(b"xterm"), String(b"x") + b"\0" * 15, String(b"x") + b"\0" * 16 + b"\xff\xff\xff\xff"],
)
@pytest.mark.parametrize("name", [b"pty-req", b"env", b"exec", b"window-change", b"signal"])
async def test_requests_that_are_cut_short_cost_one_connection(game: Game, name: bytes, body: bytes) -> None:
    vega = await at_page(game, "keys of the lobby")
    client = await game.connect()
    channel = await raw_session(client)
    channel.send_packet(asyncssh.constants.MSG_CHANNEL_REQUEST, String(name), b"\1", body)
    client.abort()
    await turns_pages(vega)
    await until(lambda: game.counts == (1, 1, 1))


@pytest.mark.parametrize(
    "words", ["join 'A;B'", "join ../../", "join " + "A" * 10_000, "watch \x1b[2J", "play --bots 99", "'"]
)
async def test_commands_that_are_none_get_one_sentence(game: Game, words: str) -> None:
    player = await game.ask(words)
    assert player.status == 2
    assert b"\x1b" not in player.received + player.errors
    assert player.errors.decode().strip()


async def test_a_second_terminal_of_the_same_person_hurts_neither(game: Game, key: asyncssh.SSHKey) -> None:
    vega = await game.play(await game.connect(key), command=PLAY)
    await vega.shows(YOUR_TURN)
    code = game.hub.rooms[0].state.code
    again = await game.play(await game.connect(key), command=f"join {code}")
    await again.until(lambda: again.received)
    for one in (vega, again):
        one.press(b"\x03\x03")
        await one.ended()
    await until(lambda: game.counts[0] == 0)
