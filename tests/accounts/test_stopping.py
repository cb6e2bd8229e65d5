"""Whatever spans several values can stop between any two writes: the sweep, the next visit or a retry finishes it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from relspace.errors import Refused
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import Links
from relspace_server.accounts.sweep import sweep
from relspace_server.store.bucket import Store
from relspace_server.store.memory import MemoryStore

from .stopping import Stopped, StoppingStore, tidied

NOW = 1_800_000_000_000

VEGA, TABLET, RIGEL, PHONE, LYRA = (f"SHA256:{word}" for word in ("vega", "tablet", "rigel", "phone", "lyra"))

Deed = Callable[[Accounts, Links, str], Awaitable[object]]
"""Something that touches several values; it is given an open code of Vega's account."""


async def world() -> tuple[MemoryStore, str]:
    """Vega with two keys and an open code, and Rigel with two keys."""
    store = MemoryStore()
    accounts = Accounts(store, lambda: NOW)
    links = Links(accounts)
    await accounts.enter(VEGA, "Vega")
    await accounts.enter(RIGEL, "Rigel")
    await links.use((await links.issue(VEGA)).code, TABLET, "", replaces=False)
    await links.use((await links.issue(RIGEL)).code, PHONE, "", replaces=False)
    await accounts.enter(LYRA, "Lyra")
    return store, (await links.issue(VEGA)).code


DEEDS: dict[str, Deed] = {
    "a new key": lambda accounts, _links, _code: accounts.enter("SHA256:spica", "Spica"),
    "another name": lambda accounts, _links, _code: accounts.rename(VEGA, "Altair"),
    "a key without an account": lambda _accounts, links, code: links.use(code, "SHA256:spica", "", replaces=False),
    "the only key of another": lambda _accounts, links, code: links.use(code, LYRA, "", replaces=True),
    "the first key of another": lambda _accounts, links, code: links.use(code, RIGEL, "", replaces=True),
    "the second key of another": lambda _accounts, links, code: links.use(code, PHONE, "", replaces=True),
    "unlinking the first key": lambda accounts, _links, _code: accounts.unlink(VEGA, VEGA),
    "unlinking the second key": lambda accounts, _links, _code: accounts.unlink(VEGA, TABLET),
    "giving up": lambda accounts, _links, _code: accounts.give_up(VEGA),
}

AFTER: dict[str, dict[str, tuple[str, ...]]] = {
    "a new key": {"Vega": (VEGA, TABLET), "Rigel": (RIGEL, PHONE), "Lyra": (LYRA,), "Spica": ("SHA256:spica",)},
    "another name": {"Altair": (VEGA, TABLET), "Rigel": (RIGEL, PHONE), "Lyra": (LYRA,)},
    "a key without an account": {"Vega": (VEGA, TABLET, "SHA256:spica"), "Rigel": (RIGEL, PHONE), "Lyra": (LYRA,)},
    "the only key of another": {"Vega": (VEGA, TABLET, LYRA), "Rigel": (RIGEL, PHONE)},
    "the first key of another": {"Vega": (VEGA, TABLET, RIGEL), "Rigel": (PHONE,), "Lyra": (LYRA,)},
    "the second key of another": {"Vega": (VEGA, TABLET, PHONE), "Rigel": (RIGEL,), "Lyra": (LYRA,)},
    "unlinking the first key": {"Vega": (TABLET,), "Rigel": (RIGEL, PHONE), "Lyra": (LYRA,)},
    "unlinking the second key": {"Vega": (VEGA,), "Rigel": (RIGEL, PHONE), "Lyra": (LYRA,)},
    "giving up": {"Rigel": (RIGEL, PHONE), "Lyra": (LYRA,)},
}


async def stopped_before(write: int, deed: Deed) -> tuple[MemoryStore, str, bool]:
    """The world in which the deed stopped before a write, the code, and whether it did stop."""
    inner, code = await world()
    store = StoppingStore(inner, write)
    accounts = Accounts(store, lambda: NOW)
    with suppress(Stopped):
        await deed(accounts, Links(accounts), code)
    return inner, code, store.stopped


async def writes_of(deed: Deed) -> int:
    write = 0
    while (await stopped_before(write, deed))[2]:
        write += 1
    return write


async def names_and_keys(store: Store) -> dict[str, tuple[str, ...]]:
    return {name: account.keys for name, account in (await tidied(store, NOW)).items()}


@pytest.mark.parametrize("what", DEEDS)
async def test_it_is_made_of_several_writes_and_ends_as_it_should(what: str) -> None:
    write = await writes_of(DEEDS[what])
    assert write >= 2
    inner, _, stopped = await stopped_before(write, DEEDS[what])
    assert not stopped
    assert await names_and_keys(inner) == AFTER[what]


@pytest.mark.parametrize("what", DEEDS)
async def test_the_sweep_leaves_what_was_there_before_or_what_was_wanted(what: str) -> None:
    before = await names_and_keys((await world())[0])
    for write in range(await writes_of(DEEDS[what])):
        inner, _, _ = await stopped_before(write, DEEDS[what])
        assert await names_and_keys(inner) in (before, AFTER[what]), f"stopped before write {write}"


@pytest.mark.parametrize("what", DEEDS)
async def test_trying_again_completes_it(what: str) -> None:
    for write in range(await writes_of(DEEDS[what])):
        inner, code, _ = await stopped_before(write, DEEDS[what])
        accounts = Accounts(inner, lambda: NOW)
        with suppress(Refused):  # it had been done
            await DEEDS[what](accounts, Links(accounts), code)
        assert await names_and_keys(inner) == AFTER[what], f"stopped before write {write}"


@pytest.mark.parametrize("what", DEEDS)
async def test_whoever_comes_in_before_the_sweep_is_somebody(what: str) -> None:
    for write in range(await writes_of(DEEDS[what])):
        inner, _, _ = await stopped_before(write, DEEDS[what])
        accounts = Accounts(inner, lambda: NOW)
        for key in (VEGA, TABLET, RIGEL, PHONE, LYRA):
            account = await accounts.enter(key, "Somebody")
            assert key in account.keys
            assert not account.gone
        by_name = await tidied(inner, NOW)
        listed = [key for account in by_name.values() for key in account.keys]
        assert len(listed) == len(set(listed))
        assert {VEGA, TABLET, RIGEL, PHONE, LYRA} <= set(listed)


@pytest.mark.parametrize("what", DEEDS)
async def test_the_sweep_may_stop_as_well(what: str) -> None:
    before = await names_and_keys((await world())[0])
    for write in range(await writes_of(DEEDS[what])):
        again = 0
        while True:
            inner, _, _ = await stopped_before(write, DEEDS[what])
            store = StoppingStore(inner, again)
            accounts = Accounts(store, lambda: NOW)
            with suppress(Stopped):
                await sweep(accounts, Links(accounts))
            assert await names_and_keys(inner) in (before, AFTER[what]), f"stopped before {write}, then {again}"
            if not store.stopped:
                break
            again += 1
