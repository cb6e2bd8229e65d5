"""Which account a key leads to.

A key of which nothing is kept leads to the account that bears its fingerprint as its id, so that a new key needs no
entry. Only a key that leads elsewhere has one. That entry alone decides; what accounts say of their keys repeats it.
"""

from collections.abc import Callable

from relspace_server.store.bucket import Conflict, Store


class Keys:
    """Keeps the bucket `keys`: from a fingerprint to an account's id."""

    def __init__(self, store: Store, entropy: Callable[[], bytes]) -> None:
        """Uses the store, and draws ids of new accounts from `entropy`."""
        self._bucket = store.bucket("keys")
        self._entropy = entropy

    async def account_of(self, fingerprint: str) -> str:
        """The id of the account that a key leads to, whether there is such an account or not yet.

        Raises:
            Unavailable: the store does not answer.
        """
        entry = await self._bucket.get(fingerprint)
        return fingerprint if entry is None else entry.data.decode()

    async def tie(self, fingerprint: str, account_id: str) -> None:
        """Lets a key lead to an account; doing it again changes nothing.

        Raises:
            Unavailable: it may or may not be tied.
        """
        while await self.account_of(fingerprint) != account_id:
            entry = await self._bucket.get(fingerprint)
            try:
                await self._bucket.put(fingerprint, account_id.encode(), entry.revision if entry else 0)
            except Conflict:
                continue

    async def release(self, fingerprint: str, account_id: str, *, own_is_free: bool) -> None:
        """Lets a key lead away from an account, if it leads there; doing it again changes nothing.

        Args:
            fingerprint: the key.
            account_id: where it must no longer lead.
            own_is_free: whether the account that bears the key's fingerprint may become the key's; else it is given
                the id of an account that nobody has.

        Raises:
            Unavailable: it may or may not lead away.
        """
        while await self.account_of(fingerprint) == account_id:
            entry = await self._bucket.get(fingerprint)
            try:
                if own_is_free and entry is None:
                    return
                if own_is_free and entry is not None:
                    await self._bucket.delete(fingerprint, entry.revision)
                else:
                    fresh = f"key:{self._entropy()[:16].hex()}"
                    await self._bucket.put(fingerprint, fresh.encode(), entry.revision if entry else 0)
            except Conflict:
                continue

    async def entries(self) -> list[tuple[str, str]]:
        """Every key that has an entry, and the account it leads to."""
        return [(key, value.data.decode()) for key, value in await self._bucket.scan("")]
