"""Codes that tie a further key to an account."""

import asyncio
import re
from dataclasses import dataclass, field

import pytest

from relspace.errors import Fault, Refused
from relspace_server.accounts.account import MAX_KEYS
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import LIFE_MS, WRONG_CODES, Links
from relspace_server.accounts.sweep import sweep
from relspace_server.store.memory import MemoryStore

HOME, ELSEWHERE = "192.0.2.1", "192.0.2.2"
VEGA, TABLET, RIGEL = "SHA256:vega", "SHA256:tablet", "SHA256:rigel"


@dataclass
class World:
    """A store, and what works on it."""

    now: int = 1_800_000_000_000
    store: MemoryStore = field(default_factory=MemoryStore)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self.accounts = Accounts(self.store, lambda: self.now)
        self.links = Links(self.accounts)

    async def code(self) -> str:
        """A code of Vega's account."""
        account = await self.accounts.enter(VEGA, "Vega")
        return (await self.links.issue(account.id)).code

    async def use(self, code: str, key: str = TABLET, address: str = ELSEWHERE, *, replaces: bool = False) -> str:
        """The name that the key has then, or why it was refused."""
        try:
            return (await self.links.use(code, key, address, replaces=replaces)).account.name
        except Refused as refused:
            return refused.code


@pytest.fixture
def world() -> World:
    return World()


async def test_a_code_is_eight_speakable_letters(world: World) -> None:
    assert re.fullmatch(r"[ACDEFGHJKMNPQRTUVWXY34679]{4}-[ACDEFGHJKMNPQRTUVWXY34679]{4}", await world.code())


async def test_a_key_with_the_code_is_the_same_player(world: World) -> None:
    assert await world.use(await world.code()) == "Vega"
    account = await world.accounts.enter(TABLET, "whoever")
    assert (account.id, account.name, account.keys) == (VEGA, "Vega", (VEGA, TABLET))


@pytest.mark.parametrize("typed", [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code.lower()} "])
async def test_case_and_hyphens_do_not_matter(world: World, typed: object) -> None:
    assert callable(typed)
    assert await world.use(typed(await world.code())) == "Vega"


async def test_a_code_survives_a_restart(world: World) -> None:
    code = await world.code()
    world.restart()
    await sweep(world.accounts, world.links)
    assert await world.use(code) == "Vega"


async def test_a_code_is_good_for_ten_minutes(world: World) -> None:
    code = await world.code()
    world.now += LIFE_MS - 1
    world.restart()
    world.now += 1
    assert await world.use(code) == "no-such-code"
    assert (await world.accounts.enter(TABLET, "Lyra")).name == "Lyra"


async def test_old_codes_are_swept(world: World) -> None:
    await world.code()
    world.now += LIFE_MS
    await sweep(world.accounts, world.links)
    assert await world.links.entries() == []


async def test_a_code_is_good_once(world: World) -> None:
    code = await world.code()
    assert await world.use(code) == "Vega"
    assert await world.use(code, RIGEL) == "no-such-code"


async def test_of_two_keys_at_the_same_moment_one_is_tied(world: World) -> None:
    code = await world.code()
    got = await asyncio.gather(*(world.use(code, f"SHA256:{number}") for number in range(3)))
    assert sorted(got) == ["Vega", "no-such-code", "no-such-code"]


async def test_a_new_code_ends_the_one_before(world: World) -> None:
    first, second = await world.code(), await world.code()
    assert await world.use(first) == "no-such-code"
    assert await world.use(second) == "Vega"


async def test_a_key_with_an_account_of_its_own_keeps_it_unless_told_otherwise(world: World) -> None:
    await world.accounts.enter(RIGEL, "Rigel")
    code = await world.code()
    assert await world.use(code, RIGEL) == "own-account"
    assert (await world.accounts.enter(RIGEL, "")).name == "Rigel"
    assert await world.use(code, RIGEL, replaces=True) == "Vega"
    assert (await world.accounts.enter(RIGEL, "")).name == "Vega"
    assert (await world.accounts.enter("SHA256:other", "Rigel")).name == "Rigel", "the name is free"


async def test_the_key_of_an_account_with_others_leaves_it_to_them(world: World) -> None:
    rigel = await world.accounts.enter(RIGEL, "Rigel")
    await world.links.use((await world.links.issue(rigel.id)).code, TABLET, HOME, replaces=False)
    assert await world.use(await world.code(), RIGEL, replaces=True) == "Vega"
    assert (await world.accounts.enter(TABLET, "")).name == "Rigel"
    assert (await world.accounts.enter(RIGEL, "")).name == "Vega"


async def test_linking_to_where_one_is_already_costs_no_code(world: World) -> None:
    code = await world.code()
    assert await world.use(code, VEGA) == "linked-already"
    assert await world.use(code) == "Vega"


async def test_an_account_has_only_so_many_keys(world: World) -> None:
    for number in range(MAX_KEYS - 1):
        assert await world.use(await world.code(), f"SHA256:{number}") == "Vega"
    with pytest.raises(Refused, match="too-many-keys"):
        await world.code()


async def test_a_code_of_an_account_that_is_gone_is_none(world: World) -> None:
    code = await world.code()
    await world.accounts.give_up(VEGA)
    assert await world.use(code) == "no-such-code"
    assert (await world.accounts.enter(TABLET, "Lyra")).keys == (TABLET,)


@pytest.mark.parametrize("code", ["", "A", "ACDE-FGH", "ACDEFGHJK", "ÄCDEFGHJ", "a" * 10_000, "\x00" * 8, "BIIOOLLS"])
async def test_what_is_no_code_is_refused(world: World, code: str) -> None:
    assert await world.use(code) == "no-such-code"


async def test_wrong_codes_are_limited_by_address_and_by_key(world: World) -> None:
    code = await world.code()
    for number in range(WRONG_CODES):
        assert await world.use("ACDEFGHJ", f"SHA256:{number}", ELSEWHERE) == "no-such-code"
        assert await world.use("ACDEFGHJ", TABLET, f"198.51.100.{number}") == "no-such-code"
    assert await world.use(code, RIGEL, ELSEWHERE) == "too-many-tries"
    assert await world.use(code, TABLET, HOME) == "too-many-tries"
    assert await world.use(code, RIGEL, HOME) == "Vega"
    world.now += LIFE_MS
    assert await world.use(await world.code(), TABLET, ELSEWHERE) == "Vega"


async def test_codes_that_are_tried_at_the_same_time_are_counted_too(world: World) -> None:
    tries = [world.use("ACDEFGHJ", f"SHA256:{number}", ELSEWHERE) for number in range(3 * WRONG_CODES)]
    assert sorted(await asyncio.gather(*tries)) == ["no-such-code"] * WRONG_CODES + ["too-many-tries"] * 2 * WRONG_CODES


async def test_a_store_that_does_not_answer_costs_no_try(world: World) -> None:
    code = await world.code()
    links = Links(Accounts(silent := MemoryStore(), lambda: world.now))
    await silent.close()
    for _ in range(2 * WRONG_CODES):
        with pytest.raises(Fault):
            await links.use(code, TABLET, HOME, replaces=False)
