"""Keys that come and go, names that change hands, accounts that end."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from relspace.bots.names import NAMES
from relspace.errors import Fault, Refused
from relspace.wire.settings import PlayerSettings
from relspace_server.accounts.account import FORMAT, MS_PER_DAY, Account, encode_account
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import Links
from relspace_server.store.memory import MemoryStore

from .stopping import tidied

VEGA, TABLET, RIGEL = "SHA256:vega", "SHA256:tablet", "SHA256:rigel"
NOW = 1_800_000_000_000


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
async def accounts(store: MemoryStore) -> Accounts:
    """Vega with two keys, and Rigel."""
    accounts = Accounts(store, lambda: NOW)
    links = Links(accounts)
    await accounts.enter(VEGA, "Vega")
    await links.use((await links.issue(VEGA)).code, TABLET, "", replaces=False)
    await accounts.enter(RIGEL, "Rigel")
    return accounts


async def refusal(deed: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        await deed()  # type: ignore[misc]
    return refused.value.code


# ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("gone", "kept"), [(VEGA, TABLET), (TABLET, VEGA)])
async def test_an_unlinked_key_is_somebody_new_and_the_other_stays(accounts: Accounts, gone: str, kept: str) -> None:
    account = await accounts.unlink(VEGA, gone)
    assert account.keys == (kept,)
    new = await accounts.enter(gone, "Vega")
    assert new.id != account.id
    assert new.name != "Vega"
    assert new.keys == (gone,)
    assert (await accounts.enter(kept, "")).id == account.id
    assert set(await tidied(accounts.store, NOW)) == {"Vega", "Rigel", new.name}


async def test_the_last_key_stays(accounts: Accounts) -> None:
    await accounts.unlink(VEGA, VEGA)
    assert await refusal(lambda: accounts.unlink(VEGA, TABLET)) == "last-key"
    assert (await accounts.enter(TABLET, "")).name == "Vega"


async def test_a_key_of_somebody_else_cannot_be_unlinked(accounts: Accounts) -> None:
    assert await refusal(lambda: accounts.unlink(VEGA, RIGEL)) == "no-such-key"


async def test_a_key_that_was_unlinked_can_be_linked_again(accounts: Accounts) -> None:
    await accounts.unlink(VEGA, VEGA)
    links = Links(accounts)
    await links.use((await links.issue(VEGA)).code, VEGA, "", replaces=False)
    assert (await accounts.enter(VEGA, "")).keys == (TABLET, VEGA)


async def test_an_account_from_before_keys_were_listed_lists_its_key(store: MemoryStore) -> None:
    accounts = Accounts(store, lambda: NOW)
    await store.bucket("accounts").put(VEGA, encode_account(Account(VEGA, "Vega", 1)), 0)
    account = await accounts.enter(VEGA, "whoever")
    assert (account.name, account.keys, account.created) == ("Vega", (VEGA,), 1)
    assert set(await tidied(store, NOW)) == {"Vega"}


async def test_the_day_of_the_last_visit_is_kept_and_nothing_finer(store: MemoryStore) -> None:
    now = NOW
    accounts = Accounts(store, lambda: now)
    first = await accounts.enter(VEGA, "Vega")
    assert first.seen == NOW // MS_PER_DAY
    now += 5_000
    assert await accounts.enter(VEGA, "") == first
    now += MS_PER_DAY
    assert (await accounts.enter(VEGA, "")).seen == first.seen + 1


async def test_an_account_of_a_later_format_is_left_alone(store: MemoryStore) -> None:
    accounts = Accounts(store, lambda: NOW)
    later = encode_account(replace(Account(VEGA, "Vega", 1), v=FORMAT + 1))
    await store.bucket("accounts").put(VEGA, later, 0)
    with pytest.raises(Fault, match=r"account SHA256:vega cannot be read: bad-version"):
        await accounts.enter(VEGA, "Vega")
    assert (await accounts.bucket.get(VEGA)).data == later  # type: ignore[union-attr]


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_name_can_be_changed_and_the_old_one_is_free(accounts: Accounts) -> None:
    assert (await accounts.rename(VEGA, "Altair")).name == "Altair"
    assert (await accounts.enter(TABLET, "")).name == "Altair"
    assert (await accounts.rename(RIGEL, "vega")).name == "vega"
    assert await refusal(lambda: accounts.rename(VEGA, "Vega")) == "name-taken"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Rigel", "name-taken"),
        ("rigel", "name-taken"),
        ("Rigеl", "bad-name"),
        ("R1gel", "name-taken"),
        ("root", "bad-name"),
        (NAMES[0], "bad-name"),
        (NAMES[0].upper(), "bad-name"),
        ("", "bad-name"),
        ("a b", "bad-name"),
        ("\u200b" * 15, "bad-name"),
        ("x" * 1_023, "bad-name"),
        ("\x1b]0;X\x07", "bad-name"),
    ],
)
async def test_names_that_cannot_be_had(accounts: Accounts, name: str, code: str) -> None:
    assert await refusal(lambda: accounts.rename(VEGA, name)) == code
    assert set(await tidied(accounts.store, NOW)) == {"Vega", "Rigel"}


async def test_the_case_of_ones_own_name_can_be_changed(accounts: Accounts) -> None:
    assert (await accounts.rename(VEGA, "VEGA")).name == "VEGA"
    assert await refusal(lambda: accounts.rename(RIGEL, "Vega")) == "name-taken"
    assert set(await tidied(accounts.store, NOW)) == {"VEGA", "Rigel"}


async def test_the_name_of_a_guest_who_is_here_is_taken(accounts: Accounts) -> None:
    lent = await accounts.names.lend("Lyra")
    assert await refusal(lambda: accounts.rename(VEGA, lent)) == "name-taken"
    accounts.names.hand_back(lent)
    assert (await accounts.rename(VEGA, lent)).name == lent


async def test_whose_name_was_lost_gets_it_back_or_one_like_it(accounts: Accounts) -> None:
    names = accounts.store.bucket("names")
    for key, _, revision in await accounts.names.entries():
        await names.delete(key, revision)
    assert (await accounts.enter("SHA256:quick", "Rigel")).name == "Rigel"
    assert (await accounts.enter(VEGA, "")).name == "Vega"
    assert (await accounts.enter(RIGEL, "")).name == "Rigel2"
    assert set(await tidied(accounts.store, NOW)) == {"Vega", "Rigel", "Rigel2"}


# ── settings and the end ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_settings_are_kept_for_every_key(accounts: Accounts) -> None:
    settings = PlayerSettings(language="ja", motion=False)
    await accounts.save_settings(VEGA, settings)
    again = Accounts(accounts.store, lambda: NOW)
    assert (await again.enter(TABLET, "")).settings == settings
    assert (await again.enter(RIGEL, "")).settings == PlayerSettings()


async def test_an_account_that_is_given_up_leaves_nothing_behind(accounts: Accounts) -> None:
    await accounts.save_settings(VEGA, PlayerSettings(theme="light"))
    await accounts.give_up(VEGA)
    await accounts.give_up(VEGA)
    assert set(await tidied(accounts.store, NOW)) == {"Rigel"}
    assert await accounts.keys.entries() == []
    assert (await accounts.rename(RIGEL, "Vega")).name == "Vega"
    one, other = await accounts.enter(VEGA, "Lyra"), await accounts.enter(TABLET, "Lyra")
    assert one.settings == PlayerSettings()
    assert one.id != other.id


async def test_nothing_can_be_changed_of_an_account_that_is_gone(accounts: Accounts) -> None:
    await accounts.give_up(VEGA)
    assert await refusal(lambda: accounts.save_settings(VEGA, PlayerSettings())) == "no-account"
    assert await refusal(lambda: accounts.rename(VEGA, "Altair")) == "no-account"
    assert await refusal(lambda: accounts.unlink(VEGA, VEGA)) == "no-account"


async def test_a_name_that_nobody_came_to_have_is_free_again(accounts: Accounts) -> None:
    await accounts.give_up(RIGEL)
    assert await refusal(lambda: accounts.rename(RIGEL, "Polaris")) == "no-account"
    assert (await accounts.rename(VEGA, "Polaris")).name == "Polaris"
