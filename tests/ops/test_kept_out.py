"""What those can still ask for whose name or account is banned: the real server on a real port."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from relspace.errors import Refused
from relspace.wire.commands import Rename
from relspace_server.ssh.commands import COMMANDS
from relspace_server.ssh.listener import Listener

from ..ssh.house import House, Player, settings
from .hosting import Begin, Hosting

SENTENCE = "You are banned from this server until 2027-01-22 08:00 UTC: too loud."

ASKED = (
    "whoami",
    "rename vega9",
    "link",
    "link ABCD-EFGH",
    "link ABCD-EFGH --replace",
    "unlink --this",
    "rooms",
    "rankings",
    "profile",
    "records",
    "record K7QX2-19a-1",
    "plain",
    "api",
)
"""What asks something of the server."""

LEAVING = ("help", "version", "account export")
"""What is answered all the same, before `account delete`."""


class Banning(House):
    """A server whose host bans people."""

    def __init__(self, listener: Listener, host: Hosting) -> None:
        super().__init__(listener, host.desk)  # type: ignore[arg-type]
        self.host = host

    async def ban(self, kind: str) -> str:
        banned = await self.host.data(f"ban {kind} vega --for 7d --reason too loud")
        return str(banned["id"])

    async def asks(self, key: asyncssh.SSHKey | None, command: str, username: str = "vega") -> Player:
        """Somebody comes in with a key, or without, and asks for something."""
        return await self.ask(command, client=await self.connect(key, username=username))


@pytest.fixture
async def server(begin: Begin, tmp_path: Path) -> AsyncIterator[Banning]:
    usual = settings(tmp_path)
    changes = {name: getattr(usual, name) for name in ("host", "port", "public_address", "connections_per_minute")}
    host = await begin(**changes, max_logins_per_address=64, max_sessions_per_address=100)
    listener = Listener(host.settings, host.desk, host.house)
    await listener.start()
    banning = Banning(listener, host)
    yield banning
    for client in banning.clients:
        client.close()
        await client.wait_closed()
    await listener.drain()


@pytest.fixture(scope="module")
def vega() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.mark.parametrize("kind", ["name", "account"])
async def test_whatever_somebody_asks_who_is_banned_they_read_the_sentence(
    server: Banning, vega: asyncssh.SSHKey, kind: str
) -> None:
    assert (await server.asks(vega, "whoami")).status == 0
    await server.ban(kind)
    for command in ASKED:
        told = await server.asks(vega, command)
        assert (command, told.status) == (command, 3)
        sent = (told.errors + told.received).decode()
        assert SENTENCE in sent
        assert "Come back" not in sent
    assert server.host.house.counts.sessions_refused["banned"] == len(ASKED)
    accounts = server.host.desk.people.accounts
    assert await accounts.names.owner("vega9") is None
    assert await accounts.names.owner("vega") is not None


@pytest.mark.parametrize("kind", ["name", "account"])
async def test_who_is_banned_may_take_their_data_along_and_leave(
    server: Banning, vega: asyncssh.SSHKey, kind: str
) -> None:
    await server.asks(vega, "whoami")
    await server.ban(kind)
    for command in LEAVING:
        assert (await server.asks(vega, command)).status == 0
    gone = await server.asks(vega, "account delete --yes vega --json")
    assert json.loads(gone.received) == {"deleted": "vega"}
    assert (await server.asks(vega, "rooms")).status == 3, "the user name is still the banned one, or the key's account"
    as_lyra = await server.asks(vega, "rooms", "lyra")
    assert as_lyra.status == (0 if kind == "name" else 3), "a name ban holds a name, not a person"


@pytest.mark.parametrize("guest", [False, True])
async def test_of_somebody_new_who_would_get_a_banned_name_nothing_is_made(
    server: Banning, vega: asyncssh.SSHKey, guest: bool
) -> None:
    await server.ban("name")
    key = None if guest else vega
    for command in ("whoami", "rooms", "plain", "api"):
        assert (await server.asks(key, command)).status == 3
    assert await server.host.desk.people.accounts.names.owner("vega") is None
    assert (await server.asks(key, "whoami", "lyra")).text.startswith("lyra")


async def test_who_comes_by_the_user_name_of_another_is_not_banned_with_them(
    server: Banning, vega: asyncssh.SSHKey
) -> None:
    await server.asks(vega, "whoami")
    await server.ban("name")
    other = await server.asks(asyncssh.generate_private_key("ssh-ed25519"), "whoami --json")
    assert json.loads(other.received)["name"] == "vega2"


async def test_what_was_kept_out_is_let_in_when_the_ban_is_lifted(server: Banning, vega: asyncssh.SSHKey) -> None:
    ban = await server.ban("name")
    assert (await server.asks(vega, "whoami")).status == 3
    await server.host.ask(f"unban {ban}")
    assert (await server.asks(vega, "whoami --json")).status == 0


@pytest.mark.parametrize("guest", [False, True])
async def test_who_is_in_under_a_name_that_is_banned_meanwhile_cannot_leave_it_behind(
    host: Hosting, guest: bool
) -> None:
    vega = await host.enter("Vega", guest=guest)
    await host.bans.add("name", "Vega", 0, "", "admin")  # by another node: nobody has ended the session here yet
    with pytest.raises(Refused) as refused:
        await vega.visit.send(Rename("Altair"))
    assert refused.value.code == "banned"
    assert vega.visit.player.name == "Vega"


async def test_a_banned_admin_can_still_lift_the_ban(server: Banning, vega: asyncssh.SSHKey) -> None:
    server.host.house.admins = frozenset({vega.get_fingerprint()})
    await server.asks(vega, "whoami")
    ban = await server.ban("name")
    assert (await server.asks(vega, "whoami")).status == 3
    lifted = await server.asks(vega, f"admin unban {ban}")
    assert (lifted.status, lifted.received.decode()) == (0, f"Ban {ban} of name vega is lifted.\n")
    assert (await server.asks(vega, "whoami")).status == 0


def test_nothing_else_is_asked() -> None:
    """Each command is one of those above, or leads to a game, or is for admins."""
    asked = {line.split()[0] for line in (*ASKED, *LEAVING)}
    assert set(COMMANDS) - asked == {"join", "watch", "play", "learn", "replay", "admin"}
