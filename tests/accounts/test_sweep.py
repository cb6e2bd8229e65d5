"""The sweep at the start: what it must leave alone, and what it reads."""

from dataclasses import replace

import msgpack
import pytest

from relspace.text import name_key
from relspace_server.accounts.account import FORMAT, encode_account
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import Links
from relspace_server.accounts.roll import read_roll
from relspace_server.accounts.sweep import sweep
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import Bucket, Store, Value
from relspace_server.store.memory import MemoryStore

from ..rooms.people import World
from ..store.wrapped import WrappedBucket, WrappedStore

NOW = 1_800_000_000_000

VEGA, TABLET, RIGEL, LYRA = (f"SHA256:{word}" for word in ("vega", "tablet", "rigel", "lyra"))

Everything = dict[str, dict[str, Value]]

BUCKETS = ("accounts", "keys", "names", "links")


async def world() -> tuple[MemoryStore, Accounts, Links]:
    """Vega with two keys, Rigel and Lyra."""
    store = MemoryStore()
    accounts = Accounts(store, lambda: NOW)
    links = Links(accounts)
    await accounts.enter(VEGA, "Vega")
    await links.use((await links.issue(VEGA)).code, TABLET, "", replaces=False)
    await accounts.enter(RIGEL, "Rigel")
    await accounts.enter(LYRA, "Lyra")
    return store, accounts, links


async def everything(store: Store) -> Everything:
    return {name: dict(await store.bucket(name).scan("")) for name in BUCKETS}


async def kept(accounts: Accounts, account_id: str) -> dict[str, object]:
    """What is stored of an account, as plain data."""
    value = await accounts.bucket.get(account_id)
    assert value is not None
    found = msgpack.unpackb(value.data)
    assert isinstance(found, dict)
    return found


async def overwrite(accounts: Accounts, account_id: str, data: bytes) -> None:
    value = await accounts.bucket.get(account_id)
    assert value is not None
    await accounts.bucket.put(account_id, data, value.revision)


async def newer(accounts: Accounts, account_id: str) -> bytes:
    """An account as a later version may keep it: its fields mean other things."""
    plain = await kept(accounts, account_id)
    return msgpack.packb({**plain, "name": "elsewhere", "keys": [], "dropped": [RIGEL], "gone": True, "v": FORMAT + 1})


async def noise(_accounts: Accounts, _account_id: str) -> bytes:
    return b"\xc1"


@pytest.mark.parametrize("spoilt", [noise, newer])
@pytest.mark.parametrize("read_before", [False, True])
async def test_an_account_that_cannot_be_read_is_left_alone_with_its_name_and_keys(
    spoilt: object, read_before: bool, caplog: pytest.LogCaptureFixture
) -> None:
    store, accounts, links = await world()
    assert callable(spoilt)
    await overwrite(accounts, VEGA, await spoilt(accounts, VEGA))
    before = await everything(store)
    await sweep(accounts, links, await read_roll(accounts.bucket) if read_before else None)
    assert await everything(store) == before
    assert await accounts.names.owner("Vega") == VEGA
    assert await accounts.keys.account_of(TABLET) == VEGA
    assert caplog.text.count(VEGA) == 1, "the host is told once"


async def test_a_name_whose_account_is_gone_is_freed_beside_one_that_cannot_be_read() -> None:
    _, accounts, links = await world()
    await overwrite(accounts, VEGA, b"\xc1")
    await accounts.names.claim("SHA256:never", "Altair")
    await sweep(accounts, links)
    assert {key for key, _, _ in await accounts.names.entries()} == {
        name_key(name) for name in ("Vega", "Rigel", "Lyra")
    }


async def test_what_cannot_be_read_of_one_account_keeps_no_other_from_being_finished() -> None:
    _, accounts, links = await world()
    vega, rigel = await accounts.get(VEGA), await accounts.get(RIGEL)
    assert vega is not None
    assert rigel is not None
    half = {**await kept(accounts, LYRA), "gone": True, "settings": "?"}
    await overwrite(accounts, LYRA, msgpack.packb(half))
    await overwrite(accounts, RIGEL, encode_account(replace(rigel, gone=True)))
    await accounts.names.claim("SHA256:never", "Altair")
    await sweep(accounts, links)
    assert await accounts.get(RIGEL) is None
    assert await accounts.names.owner("Rigel") is None
    assert await accounts.names.owner("Altair") is None
    assert await accounts.names.owner("Lyra") == LYRA
    assert await kept(accounts, LYRA) == half


async def test_a_code_that_leads_to_an_account_that_cannot_be_read_is_left_alone() -> None:
    _, accounts, links = await world()
    issued = await links.issue(VEGA)
    code = issued.code.replace("-", "")
    (_, link, revision), *_ = await links.entries()
    links_kept = accounts.store.bucket("links")
    await links_kept.put(code, msgpack.packb({"account": VEGA, "until": link.until, "key": "SHA256:phone"}), revision)
    await links_kept.put("NOISE", b"\xc1", 0)
    await overwrite(accounts, VEGA, b"\xc1")
    await accounts.names.claim("SHA256:never", "Altair")
    await sweep(accounts, links)
    assert [found for found, _, _ in await links.entries()] == [code]
    assert await links_kept.get("NOISE") is not None
    assert await accounts.names.owner("Altair") is None, "the rest is swept"


# ── what it reads ────────────────────────────────────────────────────────────────────────────────────────────────────


class CountingStore(WrappedStore):
    """Counts how often each bucket is read as a whole."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.scans: dict[str, int] = {}

    def wrap(self, bucket: Bucket) -> Bucket:
        return CountingBucket(self, bucket)


class CountingBucket(WrappedBucket):
    """A bucket of such a store."""

    def __init__(self, store: CountingStore, inner: Bucket) -> None:
        super().__init__(inner)
        self._store = store

    async def scan(self, prefix: str) -> list[tuple[str, Value]]:
        self._store.scans[self.name] = self._store.scans.get(self.name, 0) + 1
        return await super().scan(prefix)


async def test_a_start_reads_all_accounts_once() -> None:
    inner, _, _ = await world()
    store = CountingStore(inner)
    hub, accounts = Hub(store, World(now=NOW).around()), Accounts(store, lambda: NOW)
    await sweep(accounts, Links(accounts), await hub.load())
    assert store.scans["accounts"] == 1
    assert store.scans["names"] == 1
    await hub.close()


async def test_what_a_code_has_changed_is_seen_though_the_accounts_were_read_before() -> None:
    store, accounts, links = await world()
    roll = await read_roll(accounts.bucket)
    code = (await links.issue(VEGA)).code.replace("-", "")
    (_, link, revision), *_ = await links.entries()
    claimed = {"account": VEGA, "until": link.until, "key": LYRA, "left": LYRA}
    await store.bucket("links").put(code, msgpack.packb(claimed), revision)
    await sweep(accounts, links, roll)
    vega = await accounts.get(VEGA)
    assert vega is not None
    assert vega.keys == (VEGA, TABLET, LYRA)
    assert await accounts.get(LYRA) is None
    assert {key for key, _, _ in await accounts.names.entries()} == {name_key(name) for name in ("Vega", "Rigel")}
