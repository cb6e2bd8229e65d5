"""A store whose process stops before a chosen write, and what must be true of what it leaves once it is tidied up."""

from relspace.text import name_key
from relspace_server.accounts.account import Account
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import Links
from relspace_server.accounts.sweep import sweep
from relspace_server.store.bucket import Bucket, Store, Value

from ..store.wrapped import WrappedBucket, WrappedStore


class Stopped(Exception):
    """The process has ended."""


class StoppingStore(WrappedStore):
    """Wraps a store. After `last` writes the process stops: nothing of what follows happens."""

    def __init__(self, inner: Store, last: int) -> None:
        super().__init__(inner)
        self.left = last
        self.stopped = False

    def wrap(self, bucket: Bucket) -> Bucket:
        return StoppingBucket(self, bucket)

    def write(self) -> None:
        self.stopped = self.stopped or not self.left
        self.read()
        self.left -= 1

    def read(self) -> None:
        if self.stopped:
            raise Stopped

    def healthy(self) -> bool:
        return not self.stopped


class StoppingBucket(WrappedBucket):
    """A bucket of such a store."""

    def __init__(self, store: StoppingStore, inner: Bucket) -> None:
        super().__init__(inner)
        self._store = store

    async def get(self, key: str) -> Value | None:
        self._store.read()
        return await super().get(key)

    async def put(self, key: str, data: bytes, expected: int) -> int:
        self._store.write()
        return await super().put(key, data, expected)

    async def delete(self, key: str, expected: int) -> int:
        self._store.write()
        return await super().delete(key, expected)

    async def scan(self, prefix: str) -> list[tuple[str, Value]]:
        self._store.read()
        return await super().scan(prefix)


async def tidied(store: Store, now: int) -> dict[str, Account]:
    """Sweeps a store, checks that nothing in it contradicts the rest, and returns its accounts by name."""
    accounts = Accounts(store, lambda: now)
    links = Links(accounts)
    await sweep(accounts, links)
    found = [await accounts.get(key) for key, _ in await accounts.bucket.scan("")]
    known = {account.id: account for account in found if account is not None}
    for account in known.values():
        assert not account.gone
        assert not account.dropped
        assert account.keys
        for key in account.keys:
            assert await accounts.keys.account_of(key) == account.id
    names = {key: holder for key, holder, _ in await accounts.names.entries()}
    assert names == {name_key(account.name): account.id for account in known.values()}
    for key, account_id in await accounts.keys.entries():
        assert account_id not in known or key in known[account_id].keys
    assert not [link for _, link, _ in await links.entries() if link.key]
    return {account.name: account for account in known.values()}
