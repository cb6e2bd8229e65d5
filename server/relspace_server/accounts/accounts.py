"""Accounts and names.

An account is a public key; it is made when that key first comes in. A name belongs to one account, under case folding
and look-alikes. Guests have a name for one session.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from relspace.bots.names import NAMES
from relspace.codec import Codec
from relspace.room.state import Player
from relspace.text import name_key, suggest_name
from relspace_server.store.bucket import Bucket, Conflict, Store


@dataclass(frozen=True, slots=True)
class Account:
    """What is kept of a person."""

    id: str
    """`SHA256:` and the fingerprint of the key."""
    name: str
    created: int
    """Wall-clock milliseconds."""


_CODEC: Final = Codec()

_BOTS: Final = frozenset(name_key(name) for name in NAMES)
"""Names that nobody may take, since bots have them."""


class Accounts:
    """Finds and makes accounts."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        """Uses the buckets `accounts` and `names` of the store, and `now` for wall-clock milliseconds."""
        self._accounts: Bucket = store.bucket("accounts")
        self._names: Bucket = store.bucket("names")
        self._now = now
        self._guests: set[str] = set()

    async def enter(self, account_id: str, suggestion: str) -> Player:
        """The player that this key is; a new key gets the suggested name, or a free one like it."""
        known = await self._accounts.get(account_id)
        if known is not None:
            account: Account = _CODEC.unpack(Account, known.data)
            return Player(account.id, account.name)
        name = await self._reserve(account_id, suggestion)
        account = Account(account_id, name, self._now())
        try:
            await self._accounts.put(account_id, _CODEC.pack(Account, account), 0)
        except Conflict:
            return await self.enter(account_id, suggestion)
        return Player(account.id, account.name)

    async def guest(self, session: str, suggestion: str) -> Player:
        """A player for one session, with a name that nobody has."""
        tried: set[str] = set()
        while True:
            key = name_key(name := self._suggest(suggestion, tried))
            if await self._names.get(key) is None:
                self._guests.add(key)
                return Player(f"guest:{session}", name, "guest")
            tried.add(key)

    def forget_guest(self, player: Player) -> None:
        """Frees a guest's name when the session has ended."""
        self._guests.discard(name_key(player.name))

    def _suggest(self, suggestion: str, tried: set[str]) -> str:
        """A name like the suggested one that no bot, no guest here and nobody tried so far has."""

        def taken(name: str) -> bool:
            key = name_key(name)
            return key in tried or key in self._guests or key in _BOTS

        return suggest_name(suggestion, taken, start=len(self._guests) + 1)

    async def _reserve(self, account_id: str, suggestion: str) -> str:
        """Takes the first free name for an account.

        A name that a crashed attempt of the same account has reserved is its own.
        """
        tried: set[str] = set()
        while True:
            key = name_key(name := self._suggest(suggestion, tried))
            try:
                await self._names.put(key, account_id.encode(), 0)
            except Conflict:
                holder = await self._names.get(key)
                if holder is None or holder.data != account_id.encode():
                    tried.add(key)
                    continue
            return name
