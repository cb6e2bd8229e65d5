"""What people are answered who ask about their accounts, and what becomes of their seats."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from relspace.errors import Refused
from relspace.room.commands import Depart, Say, SetReady, Sit
from relspace.room.options import RoomOptions
from relspace.room.state import Player
from relspace.wire.settings import PlayerSettings
from relspace_server.account_desk import AccountDesk
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import WRONG_CODES, Links
from relspace_server.people import People
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.door import Answer, Visitor
from relspace_server.ssh.sentences import refusal_sentence as sentence
from relspace_server.store.memory import MemoryStore

from ..rooms.people import World, started

RIGEL = Player("SHA256:rigel", "Rigel")


def visitor(name: str, *, guest: bool = False) -> Visitor:
    key = f"guest:{name}" if guest else f"SHA256:{name.lower()}"
    return Visitor(key, guest, name, "192.0.2.1", f"session-{name}")


VEGA, TABLET, GUEST = visitor("Vega"), visitor("Tablet"), visitor("Lyra", guest=True)


@dataclass
class House:
    hub: Hub
    people: People
    desk: AccountDesk
    ended: list[str] = field(default_factory=list)

    async def ties(self, key: Visitor) -> None:
        """Ties a key to Vega's account."""
        await self.desk.link(key, (await self.desk.link_code(VEGA)).data["code"], replaces=False)

    async def seated(self, who: Visitor, seats: int = 2, *others: Player) -> str:
        """The code of a room in which somebody has a seat without being there."""
        account = await self.people.accounts.enter(who.account, who.suggested_name)
        code = await self.hub.open(account.player, "", "", RoomOptions(seats=seats, clock=0), 0, "")
        for other in others:
            await self.hub.change(code, Sit(session=""), other)
        return code

    async def playing(self, who: Visitor, *others: Player) -> str:
        """The same, in a running game."""
        code = await self.seated(who, 1 + len(others), *others)
        account = await self.people.accounts.enter(who.account, "")
        for player in (account.player, *others):
            await self.hub.change(code, SetReady(code, ready=True), player)
        assert self.hub.room(code).state.phase == "playing"
        return code

    def seats(self, code: str) -> list[str]:
        return [seat.player.name if seat.player else "" for seat in self.hub.room(code).state.seats]


@asynccontextmanager
async def house_of() -> AsyncIterator[House]:
    """People, accounts and rooms, with nobody there."""
    world, store = World(), MemoryStore()
    hub = await started(store, world)
    people = People(Accounts(store, lambda: world.now), hub)
    house = House(hub, people, AccountDesk(people, Links(people.accounts)))
    house.desk.end_sessions = house.ended.append
    yield house
    await hub.close()


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with house_of() as house:
        yield house


async def told(answer: Awaitable[Answer]) -> str:
    """What somebody reads who is refused."""
    with pytest.raises(Refused) as refused:
        await answer
    return sentence(refused.value)


# ── who one is ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_whoami_lists_the_keys_and_marks_ones_own(house: House) -> None:
    await house.ties(TABLET)
    answer = await house.desk.whoami(TABLET)
    assert answer.text.splitlines() == ["Vega, since 2027-01-15", "  SHA256:vega", "  SHA256:tablet  (this one)"]
    assert answer.data == {
        "name": "Vega",
        "guest": False,
        "account": "SHA256:vega",
        "created": "2027-01-15",
        "keys": ["SHA256:vega", "SHA256:tablet"],
        "this": "SHA256:tablet",
    }


async def test_a_guest_is_told_how_to_be_somebody(house: House) -> None:
    answer = await house.desk.whoami(GUEST)
    assert answer.text == "Lyra, a guest: make a key with ssh-keygen, and you are somebody."
    assert (answer.data["name"], answer.data["guest"]) == ("Lyra", True)
    assert (await house.desk.whoami(GUEST)).data["name"] == "Lyra", "the name was handed back"


@pytest.mark.parametrize(
    "ask",
    [
        lambda desk: desk.rename(GUEST, "Altair"),
        lambda desk: desk.link_code(GUEST),
        lambda desk: desk.link(GUEST, "ACDE-FGHJ", replaces=False),
        lambda desk: desk.unlink(GUEST, ""),
        lambda desk: desk.export(GUEST),
        lambda desk: desk.delete(GUEST, "Lyra"),
    ],
)
async def test_guests_have_no_account(house: House, ask: Any) -> None:
    assert "ssh-keygen -t ed25519" in await told(ask(house.desk))


async def test_a_new_name_is_answered(house: House) -> None:
    await house.desk.whoami(VEGA)
    answer = await house.desk.rename(VEGA, "Altair")
    assert answer.text.startswith("You are Altair from now on.")
    assert answer.data == {"name": "Altair", "before": "Vega"}
    assert await told(house.desk.rename(TABLET, "altair")) == "Somebody is called altair already, or almost so."
    assert await told(house.desk.rename(VEGA, "a")) == "A name is at least 2 columns wide."
    assert await told(house.desk.rename(VEGA, "Mira")) == (
        "That name is reserved: people would take you for somebody else."
    )


# ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_code_comes_with_the_words_to_type(house: House) -> None:
    answer = await house.desk.link_code(VEGA)
    code = answer.data["code"]
    assert answer.text.splitlines()[-1].strip() == f"ssh play.example.net link {code}"
    assert answer.data["name"] == "Vega"
    assert answer.data["until"] == "2027-01-15T08:10:00+00:00"


async def test_a_key_with_an_account_is_told_what_it_would_lose(house: House) -> None:
    await house.desk.whoami(TABLET)
    code = (await house.desk.link_code(VEGA)).data["code"]
    words = await told(house.desk.link(TABLET, code, replaces=False))
    assert words.startswith("This key has an account of its own, Tablet. Linking gives Tablet up for good")
    assert words.endswith("--replace.")
    room = await house.seated(TABLET, 3, RIGEL)
    answer = await house.desk.link(TABLET, code, replaces=True)
    assert answer.text.splitlines()[:2] == [
        "This key is Vega now.",
        "The account Tablet is given up, and its name is free.",
    ]
    assert answer.data == {"name": "Vega", "account": "SHA256:vega", "left": "Tablet"}
    assert house.seats(room) == ["", "Rigel", ""]


async def test_a_key_that_shares_an_account_leaves_it_to_the_others(house: House) -> None:
    await house.ties(TABLET)
    lyra = visitor("Lyra")
    code = (await house.desk.link_code(lyra)).data["code"]
    words = await told(house.desk.link(TABLET, code, replaces=False))
    assert words.startswith("This key leads to the account Vega, as do others. Linking lets it lead to Lyra instead")
    room = await house.seated(VEGA, 2, RIGEL)
    account = await house.people.accounts.enter(VEGA.account, "")
    visit = house.hub.visit(account.player, "1", house.people.of(account))
    assert "given up" not in (await house.desk.link(TABLET, code, replaces=True)).text
    assert house.ended == [TABLET.account]
    assert house.people.is_here("SHA256:vega")
    visit.close()
    assert house.seats(room) == ["Vega", "Rigel"]
    assert (await house.desk.whoami(VEGA)).data["keys"] == ["SHA256:vega"]


async def test_an_account_in_use_is_not_given_up(house: House) -> None:
    account = await house.people.accounts.enter(TABLET.account, "Tablet")
    visit = house.hub.visit(account.player, "1", house.people.of(account))
    code = (await house.desk.link_code(VEGA)).data["code"]
    in_use = "Your account is in use by another connection. Leave there first."
    assert await told(house.desk.link(TABLET, code, replaces=True)) == in_use
    assert await told(house.desk.delete(TABLET, "Tablet")) == in_use
    visit.close()
    assert (await house.desk.link(TABLET, code, replaces=True)).data["name"] == "Vega"


@pytest.mark.parametrize("named", ["SHA256:tablet", "tablet", "tablet"[:6], ""])
async def test_a_key_is_let_go_and_its_sessions_end(house: House, named: str) -> None:
    await house.ties(TABLET)
    answer = await house.desk.unlink(VEGA if named else TABLET, named)
    assert answer.data == {"unlinked": "SHA256:tablet", "keys": ["SHA256:vega"]}
    assert house.ended == ["SHA256:tablet"]


@pytest.mark.parametrize("named", ["SHA256:rigel", "tabl", "SHA256:", "x" * 200])
async def test_only_ones_own_keys_can_be_let_go(house: House, named: str) -> None:
    await house.ties(TABLET)
    assert await told(house.desk.unlink(VEGA, named)) == "Your account has no such key. whoami lists them."
    assert house.ended == []


async def test_the_last_key_stays(house: House) -> None:
    assert (await told(house.desk.unlink(VEGA, ""))).startswith("This is the only key of your account")


# ── all of it ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_everything_that_is_kept_can_be_had(house: House) -> None:
    code = await house.seated(VEGA, 2, RIGEL)
    account = await house.people.accounts.enter(VEGA.account, "")
    await house.people.accounts.save_settings(account.id, PlayerSettings(language="ja"))
    await house.hub.change(code, Say(code, "not pod 1"), account.player)
    await house.hub.change(code, Say(code, "no"), RIGEL)
    answer = await house.desk.export(VEGA)
    assert json.loads(answer.text) == json.loads(json.dumps(answer.data))
    kept = answer.data["account"]
    assert (kept["id"], kept["name"], kept["keys"]) == ("SHA256:vega", "Vega", ("SHA256:vega",))
    assert kept["settings"]["language"] == "ja"
    (room,) = answer.data["rooms"]
    assert (room["code"], room["seat"]) == (code, 1)
    assert [line["text"] for line in room["talk"]] == ["not pod 1"]


async def test_others_have_their_turn_while_much_is_written_down(house: House) -> None:
    async def turns() -> int:
        """How many others have while all that is kept is written down."""
        export, had = asyncio.create_task(house.desk.export(VEGA)), 0
        while not export.done():
            await asyncio.sleep(0)
            had += 1
        return had

    await house.seated(VEGA)
    with_one = await turns()
    for _ in range(20):
        await house.seated(VEGA)
    # one for each of the rooms, and one for each two hundred pieces of text, of which a room has more than ten
    assert await turns() >= with_one + 20 + 1


async def test_what_was_said_is_known_by_who_said_it_and_not_by_the_name(house: House) -> None:
    code = await house.seated(VEGA, 3, RIGEL)
    account = await house.people.accounts.enter(VEGA.account, "")
    await house.hub.change(code, Say(code, "before"), account.player)
    await house.hub.hall.say(account.player, "in the lobby")
    renamed = (await house.desk.rename(VEGA, "Altair"), await house.people.accounts.enter(VEGA.account, ""))[1]
    await house.hub.change(code, Say(code, "after"), renamed.player)
    await house.hub.change(code, Depart(""), renamed.player)
    other = await house.people.accounts.enter(TABLET.account, "Vega")
    await house.hub.hall.say(other.player, "as the new Vega")
    found = (await house.desk.export(VEGA)).data
    (room,) = found["rooms"]
    assert (room["seat"], [line["text"] for line in room["talk"]]) == (None, ["before", "after"])
    assert [line["text"] for line in found["lobby"]] == ["in the lobby"]
    found = (await house.desk.export(TABLET)).data
    assert (found["rooms"], [line["text"] for line in found["lobby"]]) == ([], ["as the new Vega"])


async def test_asking_for_what_is_kept_makes_no_account(house: House) -> None:
    assert await told(house.desk.export(VEGA)) == "There is no such account any more."
    assert await told(house.desk.delete(VEGA, "Vega")) == "There is no such account any more."
    assert await house.people.accounts.bucket.scan("") == []


async def test_deleting_needs_the_name(house: House) -> None:
    await house.desk.whoami(VEGA)
    assert await told(house.desk.delete(VEGA, "Rigel")) == (
        "Your account is called Vega. If you want to delete it: account delete --yes Vega"
    )
    assert (await house.desk.whoami(VEGA)).data["name"] == "Vega"


async def test_a_deleted_account_frees_its_seat_before_a_game(house: House) -> None:
    code = await house.seated(VEGA, 3, RIGEL)
    answer = await house.desk.delete(VEGA, "vega")
    assert "Records of games keep the names" in answer.text
    assert answer.data == {"deleted": "Vega"}
    assert house.seats(code) == ["", "Rigel", ""]
    assert house.hub.room(code).state.host == RIGEL.id
    assert (await house.desk.rename(TABLET, "Vega")).data["name"] == "Vega"


async def test_a_deleted_account_resigns_from_a_running_game(house: House) -> None:
    lyra = Player("SHA256:lyra", "Lyra")
    code = await house.playing(VEGA, RIGEL, lyra)
    await house.desk.delete(VEGA, "Vega")
    state = house.hub.room(code).state
    assert state.phase == "playing"
    assert state.game is not None
    assert [stash.out for stash in state.game.position.seats] == [True, False, False]
    assert [player.name for player in state.game.players] == ["Vega", "Rigel", "Lyra"]


async def test_a_duel_ends_when_one_of_the_two_is_deleted(house: House) -> None:
    code = await house.playing(VEGA, RIGEL)
    await house.desk.delete(VEGA, "Vega")
    state = house.hub.room(code).state
    assert (state.phase, house.seats(code)) == ("over", ["", "Rigel"])


async def test_wrong_codes_are_counted_for_the_whole_network_of_an_ipv6_address(house: House) -> None:
    for number in range(WRONG_CODES):
        guessing = replace(TABLET, account=f"SHA256:{number}", address=f"2001:db8::{number}:1")
        with pytest.raises(Refused, match="no-such-code"):
            await house.desk.link(guessing, "ACDE-FGHJ", replaces=False)
    with pytest.raises(Refused, match="too-many-tries"):
        await house.desk.link(replace(TABLET, address="2001:db8::ffff:2"), "ACDE-FGHJ", replaces=False)
    with pytest.raises(Refused, match="no-such-code"):
        await house.desk.link(replace(TABLET, address="2001:db8:0:1::1"), "ACDE-FGHJ", replaces=False)
