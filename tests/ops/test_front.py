"""Banned addresses, with the real SSH server on a real port and a load balancer before it or not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from relspace_server.accounts.bans import Bans, Kind
from relspace_server.ssh.disconnect import VERSION_LINE, turning_away
from relspace_server.ssh.door import Visitor
from relspace_server.ssh.front import MOST_TURNED_AWAY
from relspace_server.ssh.house import House as Inside
from relspace_server.ssh.listener import Listener
from relspace_server.store.memory import MemoryStore

from ..ssh.house import House, ToyDoor, settings, until

LYRA = b"PROXY TCP4 192.0.2.7 198.51.100.1 50000 22\r\n"
MIRA = b"PROXY TCP6 2001:db8::7 2001:db8::1 50000 22\r\n"
HELLO = b"SSH-2.0-Test\r\n"

Open = Callable[..., Awaitable["Guarded"]]


class Guarded(House):
    """A server with bans."""

    def __init__(self, listener: Listener, door: ToyDoor, inside: Inside, bans: Bans) -> None:
        super().__init__(listener, door)
        self.inside = inside
        self.bans = bans

    async def ban(self, kind: Kind, who: str) -> str:
        ban = await self.bans.add(kind, who, 1_800_000_000_000, "a flood", "")
        return ban.sentence


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Open]:
    houses: list[Guarded] = []

    async def start(**changes: Any) -> Guarded:
        bans = Bans(MemoryStore(), lambda: 1_700_000_000_000)
        await bans.start()
        door, chosen = ToyDoor(), settings(tmp_path, **changes)
        inside = Inside.of(chosen, door, bans)
        listener = Listener(chosen, door, inside)
        await listener.start()
        houses.append(Guarded(listener, door, inside, bans))
        return houses[-1]

    yield start
    for house in houses:
        for client in house.clients:
            client.close()
            await client.wait_closed()
        await house.listener.drain()
        await house.bans.close()


async def call(house: House, data: bytes, *, until: bytes = b"") -> bytes:
    """What somebody is sent, until the server hangs up or has sent something."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.listener.port)
    writer.write(data)
    answer = bytearray()
    async with asyncio.timeout(15):
        while (piece := await reader.read(65_536)) and not (until and until in answer + piece):
            answer += piece
    writer.close()
    return bytes(answer + piece)


async def test_a_banned_address_gets_a_sentence_and_no_more(opened: Open) -> None:
    house = await opened()
    assert (await call(house, HELLO, until=VERSION_LINE)).startswith(VERSION_LINE)
    sentence = await house.ban("address", "127.0.0.1")
    assert await call(house, HELLO) == turning_away(sentence)
    assert await call(house, b"") == turning_away(sentence)
    assert house.inside.logins.refused["banned"] == 2
    assert not house.inside.parties


async def test_those_who_are_turned_away_and_stay_keep_no_descriptors(opened: Open) -> None:
    house = await opened()
    sentence = await house.ban("address", "127.0.0.1")
    staying = [await asyncio.open_connection("127.0.0.1", house.listener.port) for _ in range(MOST_TURNED_AWAY + 9)]
    told = []
    for reader, _ in staying:
        try:
            told.append(await reader.read())
        except ConnectionError:
            told.append(b"")
    assert told == [turning_away(sentence)] * MOST_TURNED_AWAY + [b""] * 9
    for _, writer in staying:
        writer.close()
    await until(lambda: not house.listener._front._turned_away)
    assert await call(house, HELLO) == turning_away(sentence)


async def test_behind_a_load_balancer_the_real_address_counts(opened: Open) -> None:
    house = await opened(proxy_networks="127.0.0.0/8")
    sentence = await house.ban("network", "192.0.2.0/24")
    assert await call(house, LYRA + HELLO) == turning_away(sentence)
    assert (await call(house, MIRA + HELLO, until=VERSION_LINE)).startswith(VERSION_LINE)
    sentence = await house.ban("network", "2001:db8::/48")
    assert await call(house, MIRA + HELLO) == turning_away(sentence)
    await house.ban("address", "127.0.0.1")
    other = b"PROXY TCP4 203.0.113.7 198.51.100.1 50000 22\r\n"
    assert (await call(house, other + HELLO, until=VERSION_LINE)).startswith(VERSION_LINE)


async def test_who_logged_in_before_the_ban_may_ask_nothing_more(opened: Open) -> None:
    house = await opened()
    client = await house.connect()
    assert (await house.ask("rooms", client=client)).status == 0
    sentence = await house.ban("address", "127.0.0.1")
    refused = await house.ask("rooms", client=client)
    assert (refused.status, refused.errors.decode()) == (3, f"{sentence}\n")
    assert house.inside.counts.sessions_refused["banned"] == 1


async def test_a_ban_that_comes_while_somebody_is_on_the_way_in_keeps_them_out(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncssh

    house, vega = await opened(), asyncssh.generate_private_key("ssh-ed25519")

    async def recognised(visitor: Visitor) -> Visitor:
        await house.ban("key", vega.get_fingerprint())
        return visitor

    monkeypatch.setattr(house.door, "recognise", recognised)
    player = await house.play(await house.connect(vega))
    assert await player.ended() == 3
    assert "You are banned" in player.text
    assert house.door.apps == []


def test_the_packet_has_the_form_that_the_rfc_asks_for() -> None:
    for length in range(40):
        whole = turning_away("x" * length).removeprefix(VERSION_LINE)
        size, padding = int.from_bytes(whole[:4]), whole[4]
        assert len(whole) == 4 + size
        assert len(whole) % 8 == 0
        assert padding >= 4
        payload = whole[5 : len(whole) - padding]
        assert payload[0] == 1
        assert payload[9:].startswith(b"x" * length)


async def test_only_listed_keys_may_come_in(opened: Open, tmp_path: Path) -> None:
    import asyncssh

    house = await opened()
    vega, rigel = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    house.inside.allowed = frozenset({vega.get_fingerprint()})
    assert (await house.ask("whoami", client=await house.connect(vega))).status == 0
    for key in (rigel, None):
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect(key)
    house.inside.allowed = None
    assert (await house.ask("whoami", client=await house.connect(rigel))).status == 0
