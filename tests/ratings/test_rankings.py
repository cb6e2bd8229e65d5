"""The index of the rankings: what the store says of accounts, in order."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace.room.outcome import Skill
from relspace.wire.questions import RANKS_SHOWN
from relspace_server.accounts.account import Account, encode_account
from relspace_server.accounts.rankings import Rankings
from relspace_server.accounts.score import Played, Score
from relspace_server.store.bucket import Value
from relspace_server.store.memory import MemoryStore


def account(name: str, mean: int | None, **more: object) -> Account:
    skill = None if mean is None else Skill(mean * 1000, 100_000)
    score = Score(skill, 5, 2, 9, 4, last=(Played("ACDEF-1-1", 7, (name, "Rigel"), 1, 1, None),))
    return replace(Account(f"SHA256:{name}", name, 1, score=score), **more)  # type: ignore[arg-type]


def index(*accounts: Account) -> Rankings:
    rankings = Rankings(MemoryStore())
    for revision, one in enumerate(accounts, 1):
        rankings.take(one.id, Value(encode_account(one), revision))
    return rankings


def names(rankings: Rankings, first: int = 1) -> list[str]:
    return [row.name for row in rankings.page(first, "").rows]


def test_the_best_is_first_and_who_never_played_a_rated_game_is_not_there() -> None:
    rankings = index(account("Vega", 1500), account("Rigel", 1800), account("Lyra", None))
    page = rankings.page(1, "SHA256:Vega")
    assert [(row.place, row.name, row.rating, row.doubt) for row in page.rows] == [
        (1, "Rigel", 1500, 100),
        (2, "Vega", 1200, 100),
    ]
    assert (page.rows[0].games, page.rows[0].wins) == (5, 2)
    assert page.total == 2
    assert page.you is not None
    assert page.you.place == 2
    assert rankings.page(1, "SHA256:Lyra").you is None


def test_equals_share_a_place() -> None:
    rankings = index(account("Vega", 1500), account("Rigel", 1500), account("Lyra", 1400))
    assert [row.place for row in rankings.page(1, "").rows] == [1, 1, 3]


def test_what_changes_moves_and_what_is_gone_goes() -> None:
    rankings = index(account("Vega", 1500), account("Rigel", 1800))
    rankings.take("SHA256:Vega", Value(encode_account(replace(account("Vega", 1900), name="Lyra")), 9))
    assert names(rankings) == ["Lyra", "Rigel"]
    rankings.take("SHA256:Vega", Value(encode_account(account("Vega", 1000)), 4))
    assert names(rankings) == ["Lyra", "Rigel"], "an older revision changes nothing"
    rankings.take("SHA256:Rigel", Value(encode_account(account("Rigel", 1800, gone=True)), 10))
    assert names(rankings) == ["Lyra"]
    rankings.take("SHA256:Vega", None)
    assert names(rankings) == []


def test_a_game_that_is_entered_late_ranks_nobody_who_is_gone() -> None:
    rankings = index(account("Vega", 1500))
    rankings.learn(account("Vega", 1600))
    assert rankings.skill("SHA256:Vega") == Skill(1_600_000, 100_000)
    rankings.take("SHA256:Vega", None)
    rankings.learn(account("Vega", 1700))
    assert names(rankings) == []


def test_an_account_that_cannot_be_read_is_not_ranked_and_the_others_are() -> None:
    rankings = index(account("Vega", 1500))
    rankings.take("SHA256:noise", Value(b"\xc1", 5))
    assert names(rankings) == ["Vega"]


@pytest.mark.parametrize(("first", "wanted"), [(1, RANKS_SHOWN), (RANKS_SHOWN + 1, 30), (10_000, 0), (-3, RANKS_SHOWN)])
def test_a_long_list_comes_in_parts(first: int, wanted: int) -> None:
    rankings = index(*(account(f"P{number}", 3000 - number) for number in range(RANKS_SHOWN + 30)))
    page = rankings.page(first, "")
    assert len(page.rows) == wanted
    assert page.total == RANKS_SHOWN + 30
    assert [row.place for row in page.rows] == list(range(max(1, first), max(1, first) + wanted))


@given(st.lists(st.tuples(st.integers(0, 5), st.one_of(st.none(), st.integers(0, 3)))))
def test_the_order_is_that_of_the_accounts_whatever_has_happened(changes: list[tuple[int, int | None]]) -> None:
    rankings = Rankings(MemoryStore())
    there: dict[str, int] = {}
    for revision, (who, mean) in enumerate(changes, 1):
        name = f"P{who}"
        rankings.take(f"SHA256:{name}", Value(encode_account(account(name, mean)), revision))
        there.pop(name, None)
        if mean is not None:
            there[name] = mean
    assert sorted(names(rankings)) == sorted(there)
    assert [there[name] for name in names(rankings)] == sorted(there.values(), reverse=True)


async def test_it_follows_the_store() -> None:
    store = MemoryStore()
    bucket = store.bucket("accounts")
    await bucket.put("SHA256:Vega", encode_account(account("Vega", 1500)), 0)
    rankings = Rankings(store)
    await rankings.load()
    assert names(rankings) == ["Vega"]
    following = asyncio.create_task(rankings.follow())
    revision = await bucket.put("SHA256:Rigel", encode_account(account("Rigel", 1800)), 0)
    await let_others_run()
    assert names(rankings) == ["Rigel", "Vega"]
    assert rankings.skill("SHA256:Rigel") == Skill(1_800_000, 100_000)
    await bucket.delete("SHA256:Rigel", revision)
    await let_others_run()
    assert names(rankings) == ["Vega"]
    rankings.close()
    await following


async def let_others_run() -> None:
    for _ in range(20):
        await asyncio.sleep(0)
