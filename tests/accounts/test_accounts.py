"""A key is an account; a name belongs to the account that took it first."""

import asyncio

import pytest

from relspace.bots.names import NAMES
from relspace.text import name_key
from relspace_server.accounts.accounts import Accounts
from relspace_server.store.memory import MemoryStore


@pytest.fixture
def accounts() -> Accounts:
    return Accounts(MemoryStore(), lambda: 0)


async def test_a_key_comes_back_as_the_same_player(accounts: Accounts) -> None:
    first = await accounts.enter("SHA256:a", "vega")
    again = await accounts.enter("SHA256:a", "another")
    assert first == again
    assert (first.player.name, first.player.kind) == ("vega", "person")


async def test_two_keys_never_have_the_same_name_nor_one_that_looks_alike(accounts: Accounts) -> None:
    names = [(await accounts.enter(f"SHA256:{number}", "Vega")).name for number in range(5)]
    names.append((await accounts.enter("SHA256:cyrillic", "Vegа")).name)
    names.append((await accounts.enter("SHA256:small", "vega")).name)
    assert len({name_key(name) for name in names}) == len(names)


async def test_names_asked_for_at_the_same_moment_go_to_one_each(accounts: Accounts) -> None:
    players = await asyncio.gather(*(accounts.enter(f"SHA256:{number}", "Vega") for number in range(10)))
    assert len({name_key(player.name) for player in players}) == 10


async def test_two_connections_of_a_new_key_become_one_account(accounts: Accounts) -> None:
    players = await asyncio.gather(*(accounts.enter("SHA256:a", "Vega") for _ in range(4)))
    assert len({player.name for player in players}) == 1


@pytest.mark.parametrize("raw", ["root", "", "a" * 1023, "\x1b]0;x\x07", "\u202evega", "admin "])
async def test_whatever_the_login_says_nobody_is_kept_out(accounts: Accounts, raw: str) -> None:
    player = await accounts.enter("SHA256:a", raw)
    assert 2 <= len(player.name) <= 16
    assert player.name.isprintable()


async def test_a_guest_has_a_name_for_one_session(accounts: Accounts) -> None:
    guest = await accounts.guest("1", "Lyra")
    other = await accounts.guest("2", "Lyra")
    assert guest.kind == "guest"
    assert name_key(guest.name) != name_key(other.name)
    accounts.names.hand_back(guest.name)
    assert (await accounts.guest("3", "Lyra")).name == guest.name


async def test_a_guest_never_has_the_name_of_an_account_nor_of_a_bot(accounts: Accounts) -> None:
    await accounts.enter("SHA256:a", "Vega")
    guest = await accounts.guest("1", "Vega")
    assert name_key(guest.name) != name_key("Vega")
    bot = await accounts.guest("2", NAMES[0])
    assert name_key(bot.name) != name_key(NAMES[0])
