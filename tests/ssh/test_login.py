"""Who may come in: any key is an account, whoever has none is a guest, and nothing else is asked."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from relspace_server.ssh.hostkey import FILE_NAME

from .house import Guest, House

Open = Callable[..., Awaitable[House]]


async def account_of(house: House, client: asyncssh.SSHClientConnection) -> tuple[str, bool]:
    player = await house.play(client, command="whoami --json", term=None)
    await player.ended()
    assert player.status == 0
    answer = player.received.decode()
    data = json.loads(answer)
    return data["account"], data["guest"]


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256"])
async def test_a_key_is_an_account(house: House, kind: str) -> None:
    key = asyncssh.generate_private_key(kind)
    assert await account_of(house, await house.connect(key)) == (key.get_fingerprint(), False)
    assert await account_of(house, await house.connect(key, username="other")) == (key.get_fingerprint(), False)


async def test_of_many_keys_the_first_counts(house: House) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(8)]
    client = await house.connect(client_keys=keys)
    assert await account_of(house, client) == (keys[0].get_fingerprint(), False)


async def test_without_a_key_one_is_a_guest(house: House) -> None:
    client = await house.connect()
    account, guest = await account_of(house, client)
    again, _ = await account_of(house, await house.connect())
    assert guest
    assert account.startswith("guest:")
    assert again != account


async def test_an_offered_key_is_not_a_proven_one(house: House, key: asyncssh.SSHKey) -> None:
    offered: list[bytes] = []

    class OfferOnly(asyncssh.SSHKeyPair):
        """The public half of somebody's key, by whoever found it."""

        def __init__(self) -> None:
            public = key.convert_to_public()
            super().__init__(public.algorithm, public.algorithm, (public.algorithm,), (), public.public_data, None)

        def sign(self, data: bytes) -> bytes:
            offered.append(data)
            return asyncssh.generate_private_key("ssh-ed25519").sign(data, self.sig_algorithm)

    client = await house.connect(client_keys=[OfferOnly()])
    account, guest = await account_of(house, client)
    assert offered
    assert guest
    assert account != key.get_fingerprint()


async def test_nothing_else_is_offered(house: House) -> None:
    for options in (
        {"preferred_auth": "password", "password": "secret"},
        {"preferred_auth": "none"},
        {"preferred_auth": "gssapi-with-mic"},
        {"preferred_auth": "hostbased"},
    ):
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect(**options)


async def test_guests_can_be_switched_off_and_are_told_why(open_house: Open, key: asyncssh.SSHKey) -> None:
    house = await open_house(guests=False)
    guest = Guest()
    with pytest.raises(asyncssh.PermissionDenied):
        await house.connect(client_factory=lambda: guest)
    assert len(guest.banners) == 1
    assert "ssh-keygen" in guest.banners[0]
    assert await account_of(house, await house.connect(key)) == (key.get_fingerprint(), False)


async def test_nobody_tries_for_ever(open_house: Open) -> None:
    house = await open_house(guests=False)
    guest = Guest(tries=1_000)
    with pytest.raises(asyncssh.DisconnectError):
        await house.connect(client_factory=lambda: guest)
    assert guest.tries > 950


async def test_a_user_name_is_only_a_suggestion(house: House) -> None:
    for name in ("root", "vega", "x" * 255, "手札", "a b;c"):
        player = await house.ask("whoami", client=await house.connect(username=name))
        assert player.received.decode().strip() == name[:64]


async def test_a_user_name_that_could_move_a_cursor_refuses_no_entry_and_moves_none(house: House) -> None:
    class Rude(Guest):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            conn._username = "v\x85\x1b[2Jx"  # no client sends this by itself, asyncssh and newer OpenSSH refuse to

    player = await house.ask("whoami", client=await house.connect(client_factory=Rude))
    assert player.received.decode().strip() == "v[2Jx"


async def test_the_language_is_taken_from_the_client_and_nothing_else_is(house: House) -> None:
    await (await house.play(env={"LANG": "en_US.UTF-8", "LC_ALL": "es_ES.UTF-8", "PATH": "/evil"})).shows("welcome")
    assert house.door.apps[0].visitor.language == "es_ES.UTF-8"
    await (await house.play(env={"LANG": "ja_JP.UTF-8"})).shows("welcome")
    assert house.door.apps[1].visitor.language == "ja_JP.UTF-8"


async def test_the_server_keeps_its_key(open_house: Open, tmp_path: Path) -> None:
    first = await open_house()
    second = await open_house()
    assert first.listener.fingerprint == second.listener.fingerprint
    assert first.listener.fingerprint.startswith("SHA256:")
    assert (tmp_path / "data" / FILE_NAME).stat().st_mode & 0o777 == 0o600
    client = await first.connect()
    host_key = client.get_server_host_key()
    assert host_key is not None
    assert host_key.get_fingerprint() == first.listener.fingerprint


async def test_no_compression_and_no_dear_cipher_is_negotiated(house: House) -> None:
    client = await house.connect(compression_algs=["zlib", "zlib@openssh.com", "none"])
    assert client.get_extra_info("send_compression") == "none"
    assert client.get_extra_info("recv_compression") == "none"
    for options in ({"compression_algs": ["zlib"]}, {"encryption_algs": ["chacha20-poly1305@openssh.com"]}):
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await house.connect(**options)


@pytest.mark.parametrize(
    "dear", ["rsa2048-sha256", "diffie-hellman-group16-sha512", "diffie-hellman-group-exchange-sha256"]
)
async def test_no_key_exchange_that_keeps_others_waiting_is_negotiated(house: House, dear: str) -> None:
    with pytest.raises(asyncssh.KeyExchangeFailed):
        await house.connect(kex_algs=[dear])


@pytest.mark.parametrize("old", ["curve25519-sha256", "ecdh-sha2-nistp256", "ecdh-sha2-nistp521"])
async def test_clients_of_the_last_ten_years_have_a_key_exchange(house: House, old: str) -> None:
    client = await house.connect(kex_algs=[old])
    assert client.get_extra_info("send_cipher")
