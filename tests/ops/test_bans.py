"""Bans: what each kind keeps out, for how long, and what survives."""

import pytest

from relspace.errors import Refused
from relspace.wire.commands import Rename
from relspace_server.accounts.bans import Ban, Bans, Kind, as_end_of_sentence, checked_who, of_ban
from relspace_server.ssh.sentences import refusal_sentence
from relspace_server.store.bucket import Unavailable
from relspace_server.store.memory import MemoryStore

from .hosting import Hosting

NOW = 1_800_000_000_000


class Clock:
    now = NOW

    def __call__(self) -> int:
        return self.now


async def opened(store: MemoryStore, clock: Clock) -> Bans:
    bans = Bans(store, clock)
    await bans.start()
    return bans


async def ban(bans: Bans, kind: Kind, who: str, until: int = 0) -> Ban:
    return await bans.add(kind, checked_who(kind, who), until, "", "admin")


def test_the_sentence_has_the_reason_and_the_end() -> None:
    assert Ban("a", "name", "Vega", 0).sentence == "You are banned from this server for good."
    some = Ban("a", "name", "Vega", 0, NOW, "spam")
    assert some.sentence == "You are banned from this server until 2027-01-15 08:00 UTC: spam."


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("spam", "spam."),
        ("spam. ", "spam."),
        ("Enough!", "Enough!"),
        ("why not?", "why not?"),
        ("Stop it (please)", "Stop it (please)."),
        ("うるさい", "うるさい。"),
        ("うるさい。", "うるさい。"),
        ("", ""),
    ],
)
def test_a_reason_ends_its_sentence_once(reason: str, said: str) -> None:
    assert as_end_of_sentence(reason) == said


@pytest.mark.parametrize(
    ("kind", "who", "kept", "out", "still_in"),
    [
        ("address", "192.0.2.7", "192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.8", "2001:db8::7", "here"]),
        ("address", "::ffff:192.0.2.7", "192.0.2.7", ["192.0.2.7"], ["192.0.2.8"]),
        ("address", "2001:DB8::7", "2001:db8::7", ["2001:db8::7", "2001:db8:0::7%eth0"], ["2001:db8::8"]),
        ("network", "192.0.2.0/24", "192.0.2.0/24", ["192.0.2.7", "::ffff:192.0.2.200"], ["192.0.3.7"]),
        ("network", "2001:db8::/48", "2001:db8::/48", ["2001:db8:0:ffff::1"], ["2001:db8:1::1", "192.0.2.7"]),
        ("network", "::ffff:192.0.2.0/120", "192.0.2.0/24", ["192.0.2.7"], ["192.0.3.7"]),
    ],
)
async def test_addresses_and_networks(kind: Kind, who: str, kept: str, out: list[str], still_in: list[str]) -> None:
    bans = await opened(MemoryStore(), Clock())
    assert bans.of_address(out[0]) is None
    made = await ban(bans, kind, who)
    assert made.who == kept
    assert all(bans.of_address(address) == made for address in out)
    assert all(bans.of_address(address) is None for address in still_in)
    assert all(map(of_ban(made), out))
    assert not any(map(of_ban(made), still_in))
    await bans.close()


async def test_keys_accounts_and_names() -> None:
    bans = await opened(MemoryStore(), Clock())
    key, account, name = (
        await ban(bans, "key", "SHA256:vega"),
        await ban(bans, "account", "SHA256:rigel"),
        await ban(bans, "name", "Lyra"),
    )
    assert bans.of_key("SHA256:vega") == key
    assert bans.of_key("SHA256:rigel") is None
    assert bans.of_player("SHA256:rigel", "Rigel") == account
    assert bans.of_player("SHA256:vega", "Vega") is None
    assert bans.of_player("guest:1", "LYRA") == name
    assert bans.of_player("guest:1", "Lуra") == name, "the у is Cyrillic"
    assert bans.of_player("guest:1", "Lyra2") is None
    assert bans.of_address("192.0.2.7") is None
    await bans.close()


@pytest.mark.parametrize(
    ("kind", "who"),
    [
        ("address", "192.0.2"),
        ("address", "192.0.2.0/24"),
        ("network", "192.0.2.7/24"),
        ("network", "here"),
        ("key", "vega"),
        ("name", ""),
        ("name", "\x1b[2J"),
        ("name", "\u202eageV"),
        ("account", "x" * 300),
    ],
)
def test_nobody_can_be_banned_who_is_none(kind: Kind, who: str) -> None:
    with pytest.raises(ValueError, match=r"^[\x20-\x7e…]+$"):
        checked_who(kind, who)


async def test_a_ban_ends_by_itself() -> None:
    clock = Clock()
    store = MemoryStore()
    bans = await opened(store, clock)
    await ban(bans, "name", "Vega", NOW + 1_000)
    clock.now += 999
    assert bans.of_player("", "Vega") is not None
    assert bans.number == 1
    clock.now += 1
    assert bans.of_player("", "Vega") is None
    assert bans.number == 0
    again = await opened(store, clock)
    assert await store.bucket("bans").scan("") == []
    for each in (bans, again):
        assert await each.all() == []
        await each.close()


async def test_the_ban_that_ends_last_is_told() -> None:
    bans = await opened(MemoryStore(), Clock())
    await ban(bans, "address", "192.0.2.7", NOW + 1_000)
    longer = await ban(bans, "network", "192.0.2.0/24", NOW + 2_000)
    assert bans.of_address("192.0.2.7") == longer
    for_good = await ban(bans, "network", "192.0.0.0/16")
    assert bans.of_address("192.0.2.7") == for_good
    await bans.close()


async def test_bans_survive_a_restart_and_are_known_to_other_processes() -> None:
    store, clock = MemoryStore(), Clock()
    first, second = await opened(store, clock), await opened(store, clock)
    made = await ban(first, "network", "192.0.2.0/24")
    third = await opened(store, clock)
    assert third.of_address("192.0.2.7") == made
    await store.bucket("bans").get(made.id)
    assert second.of_address("192.0.2.7") == made
    assert await third.lift(made.id) == made
    assert await third.lift(made.id) is None
    await store.bucket("bans").get(made.id)
    assert first.of_address("192.0.2.7") is None
    for bans in (first, second, third):
        await bans.close()


async def test_two_admins_lift_the_same_ban() -> None:
    store, clock = MemoryStore(), Clock()
    first, second = Bans(store, clock), Bans(store, clock)
    await first.start()
    made = await ban(first, "name", "Vega")
    await second.start()
    assert await first.lift(made.id) == made
    assert await second.lift(made.id) in (made, None)
    for bans in (first, second):
        assert bans.of_player("", "Vega") is None
        await bans.close()


async def test_a_ban_that_cannot_be_read_holds_nobody_else_up(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    await store.bucket("bans").put("torn", b"\xff", 0)
    bans = await opened(store, Clock())
    assert "the ban torn cannot be read" in caplog.text
    assert await bans.all() == []
    made = await ban(bans, "name", "Vega")
    assert await bans.all() == [made]
    await bans.close()


async def test_without_the_store_there_is_no_ban() -> None:
    store = MemoryStore()
    bans = await opened(store, Clock())
    await store.close()
    with pytest.raises(Unavailable):
        await ban(bans, "name", "Vega")
    assert bans.number == 0
    await bans.close()


@pytest.mark.parametrize("guest", [False, True])
@pytest.mark.parametrize("name", ["Altair", "aItair"])
async def test_nobody_who_is_in_takes_a_name_that_is_banned(host: Hosting, name: str, guest: bool) -> None:
    vega = await host.enter("Vega", guest=guest)
    banned = await host.data("ban name Altair")
    with pytest.raises(Refused) as refused:
        await vega.visit.send(Rename(name))
    assert refusal_sentence(refused.value) == "The host of this server has banned that name."
    assert vega.visit.player.name == "Vega"
    assert await host.desk.people.accounts.names.owner("Altair") is None
    assert not vega.endings
    await host.ask(f"unban {banned['id']}")
    await vega.visit.send(Rename(name))
    assert vega.visit.player.name == name
