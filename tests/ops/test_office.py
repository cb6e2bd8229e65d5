"""What admins get done."""

import pytest

from relspace.errors import NotNow
from relspace.room.commands import SetReady, Sit
from relspace.room.options import RoomOptions
from relspace_server.accounts.bans import Banned
from relspace_server.ssh import wayout
from relspace_server.ssh.commands import UsageError
from relspace_server.ssh.house import Unable
from relspace_server.store.bucket import Unavailable
from relspace_server.store.memory import MemoryStore

from ..rooms.people import World
from .hosting import Begin, Hosting, Session


async def room_of(host: Hosting, somebody: Session, title: str = "") -> str:
    return await host.hub.open(somebody.visit.player, somebody.visit.session, title, RoomOptions(seats=2), 0, "")


async def test_an_empty_server(host: Hosting) -> None:
    assert await host.ask("rooms") == "There are no rooms."
    assert await host.ask("sessions") == "Nobody is here."
    assert await host.ask("bans") == "Nobody is banned."
    assert await host.ask("audit") == "No admin has done anything yet."
    assert await host.ask("motd") == "There is no message of the day."
    assert (await host.ask("help")).startswith("What admins can ask for")
    assert (await host.ask("kick --help")).startswith("admin kick WHO [--reason TEXT]: end the sessions")
    assert [await host.data(command) for command in ("rooms", "sessions", "bans", "audit")] == [[], [], [], []]
    assert await host.data("motd") == {"motd": ""}


async def test_rooms_and_sessions(host: Hosting) -> None:
    vega = await host.enter("Vega")
    await host.enter("Lyra", "2001:db8::7", guest=True)
    code = await room_of(host, vega, "Late \x1b[2Jshift")
    (room,) = await host.data("rooms")
    assert (room["code"], room["phase"], room["players"], room["connected"]) == (code, "gathering", ["Vega"], 1)
    assert f"{code}  " in await host.ask("rooms")
    people = await host.data("sessions")
    assert [(one["name"], one["address"], one["key"]) for one in people] == [
        ("Vega", "192.0.2.7", "SHA256:Vega"),
        ("Lyra", "2001:db8::7", ""),
    ]
    text = await host.ask("sessions")
    assert "SHA256:Vega" in text
    assert "guest" in text
    assert (text + await host.ask("rooms")).replace("\n", "").isprintable()


@pytest.mark.parametrize("who", ["Vega", "vEGA", "SHA256:Vega", "s-Vega"])
async def test_kicking_by_name_key_or_session(host: Hosting, who: str) -> None:
    vega, rigel = await host.enter("Vega"), await host.enter("Rigel")
    assert await host.ask(f"kick {who} --reason too loud") == "1 session is ended."
    assert vega.endings == [wayout.sent_away("too loud")]
    assert vega.endings[0].code == wayout.REFUSED
    assert rigel.endings == []


async def test_nobody_is_kicked_who_is_not_there(host: Hosting) -> None:
    await host.enter("Vega")
    with pytest.raises(Unable, match="Nobody here is called 'Rigel'"):
        await host.ask("kick Rigel")


@pytest.mark.parametrize(
    "ban",
    [
        "name vega",
        "account Vega",
        "account SHA256:Vega",
        "key SHA256:Vega",
        "address 192.0.2.7",
        "network 192.0.2.0/24",
    ],
)
async def test_a_ban_ends_sessions_and_keeps_out(host: Hosting, ban: str) -> None:
    vega, rigel = await host.enter("Vega"), await host.enter("Rigel", "203.0.113.7")
    text = await host.ask(f"ban {ban} --for 7d --reason too loud")
    assert "until 2027-01-22 08:00 UTC. 1 session is ended." in text
    (ending,) = vega.endings
    assert ending.said() == "You are banned from this server until 2027-01-22 08:00 UTC: too loud."
    assert ending.code == wayout.REFUSED
    assert rigel.endings == []
    if ban.startswith(("name", "account")):
        with pytest.raises(Banned):
            await host.enter("Vega")
    else:
        assert host.house.ban_of(vega.visitor) is not None
    assert host.house.ban_of(rigel.visitor) is None
    (listed,) = await host.data("bans")
    assert (listed["reason"], listed["by"]) == ("too loud", "SHA256:admin")
    await host.ask(f"unban {listed['id']}")
    assert host.house.ban_of(vega.visitor) is None
    await host.enter("Vega")


async def test_who_is_banned_by_name_leaves_no_name_behind(host: Hosting) -> None:
    await host.ask("ban name Algol")
    for _ in range(2):
        with pytest.raises(Banned):
            await host.enter("Algol", guest=True)
    await host.ask(f"unban {(await host.data('bans'))[0]['id']}")
    assert (await host.enter("Algol", guest=True)).visit.player.name == "Algol"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ban cow Vega", "not 'cow'"),
        ("ban address here", "is not an address"),
        ("ban name Vega --for ever", "is not a time"),
        ("unban", "too few words"),
        ("audit --last 0", "from 1 to 10000"),
        ("audit --last many", "from 1 to 10000"),
        ("audit --last 000000001" + 5_000 * "9", "from 1 to 10000"),
        ("audit --last \u0663", "from 1 to 10000"),
        ("drain --now --within 5m", "either --within or --now"),
        ("motd be kind --clear", "either a text or --clear"),
    ],
)
async def test_wrong_usage_changes_nothing(host: Hosting, line: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        await host.ask(line)
    assert await host.data("bans") == []
    assert not host.house.standing.draining
    assert host.house.standing.motd == ""


async def test_what_is_not_there(host: Hosting) -> None:
    with pytest.raises(Unable, match="There is no ban 'abc'"):
        await host.ask("unban abc")
    with pytest.raises(Unable, match="No room has this code"):
        await host.ask("close ABCDE")


@pytest.mark.parametrize("who", ["Nobody", "SHA256:nobody", "s-Vega"])
async def test_an_account_that_is_not_there_is_not_banned(host: Hosting, who: str) -> None:
    await host.enter("Vega")
    with pytest.raises(Unable, match=f"There is no account '{who}'"):
        await host.ask(f"ban account {who}")
    assert await host.data("bans") == []


@pytest.mark.parametrize(
    "ban",
    [
        "address 203.0.113.1",
        "address ::ffff:203.0.113.1",
        "network 203.0.113.0/24",
        "network 0.0.0.0/0",
        "key SHA256:admin",
    ],
)
async def test_an_admin_does_not_shut_themselves_out(host: Hosting, ban: str) -> None:
    with pytest.raises(Unable, match="That would keep yourself out"):
        await host.ask(f"ban {ban}")
    assert await host.data("bans") == []
    answer, _ = await host.operations.office.answer("local:host", "this machine", ["ban", *ban.split()])
    assert answer.text.startswith("Ban ")


async def test_closing_a_room_in_the_middle_of_a_game(host: Hosting) -> None:
    vega, rigel = await host.enter("Vega"), await host.enter("Rigel")
    code = await room_of(host, vega)
    await host.hub.change(code, Sit(rigel.visit.session), rigel.visit.player)
    for one in (vega, rigel):
        await host.hub.change(code, SetReady(code, ready=True), one.visit.player)
    assert host.hub.room(code).state.phase == "playing"
    assert await host.ask(f"close {code.lower()}") == f"Room {code} is closed."
    assert host.hub.rooms == ()
    assert vega.endings == []


async def test_the_message_of_the_day_is_in_everybodys_lobby(begin: Begin) -> None:
    store = MemoryStore()
    host = await begin(store)
    vega = await host.enter("Vega")
    assert await host.ask("motd be \x1b]0;X\x07 kind") == "be ]0;X kind"
    lobby = host.hub.hall.lobby(vega.visit).message
    assert getattr(lobby, "motd", None) == "be ]0;X kind"
    again = await begin(store)
    assert await again.ask("motd") == "be ]0;X kind"
    assert await host.ask("motd --clear") == "There is no message of the day any more."
    assert getattr(host.hub.hall.lobby(vega.visit).message, "motd", None) == ""


async def test_what_changes_something_is_written_down_first(begin: Begin) -> None:
    store = MemoryStore()
    host = await begin(store)
    vega = await host.enter("Vega")
    await host.ask("ban name Rigel --reason too loud")
    await host.ask("rooms")
    with pytest.raises(Unable):
        await host.ask("kick Lyra")
    entries = await host.data("audit")
    assert [(one["who"], one["address"], one["words"]) for one in entries] == [
        ("SHA256:admin", "203.0.113.1", "ban name Rigel --reason too loud"),
        ("SHA256:admin", "203.0.113.1", "kick Lyra"),
    ]
    assert entries[0]["at"] == World().now
    head, first, second = (await host.ask("audit --last 2")).splitlines()
    assert head.split() == ["when", "who", "from", "words", "outcome"]
    assert first.endswith("ban name Rigel --reason too loud  done")
    assert second.split("kick Lyra")[1].strip() == "not done: Nobody here is called 'Lyra'."
    await store.close()
    with pytest.raises(Unavailable):
        await host.ask("kick Vega")
    assert vega.endings == [], "what cannot be written down is not done"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ban key SHA256:admin", "That would keep yourself out"),
        ("ban cow Vega", "not 'cow'"),
        ("ban name Vega --for ever", "is not a time"),
        ("unban abc", "There is no ban 'abc'."),
        ("close ABCDE", "No room has this code: it has closed, or has another one."),
        ("drain --now --within 5m", "either --within or --now"),
    ],
)
async def test_what_was_not_done_is_told_apart_from_what_was(host: Hosting, line: str, why: str) -> None:
    with pytest.raises((Unable, UsageError)):
        await host.ask(line)
    (entry,) = await host.data("audit")
    assert entry["words"] == line
    assert why in entry["failed"]


async def test_the_node_that_was_asked_is_named_so(host: Hosting) -> None:
    assert (await host.ask("nodes")).splitlines()[1].endswith("  open (this one)")
    await host.enter("Vega")
    host.house.standing.draining = True
    assert (await host.ask("nodes")).splitlines()[1].endswith("  draining (this one)")


async def test_a_full_drain_lets_nobody_new_in(host: Hosting) -> None:
    vega, rigel, lyra = await host.enter("Vega"), await host.enter("Rigel"), await host.enter("Lyra")
    code = await room_of(host, vega)
    await host.hub.change(code, Sit(rigel.visit.session), rigel.visit.player)
    for one in (vega, rigel):
        await host.hub.change(code, SetReady(code, ready=True), one.visit.player)
    assert "1 game runs" in await host.ask("drain --within 5m")
    assert not host.house.stopping.is_set()
    with pytest.raises(NotNow, match="draining"):
        await room_of(host, lyra)
    with pytest.raises(NotNow, match="draining"):
        await host.enter("Mira")
    vega.visit.close()
    back = await host.enter("Vega")
    assert back.visit.player.name == "Vega"
    assert await host.ask("drain --now") == "The server stops."
    assert host.house.stopping.is_set()
