"""Names: each belongs to one account, under case folding and look-alikes; guests have one for a session."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from relspace.bots.names import NAMES
from relspace.errors import Illegal
from relspace.text import checked_name, name_key, suggest_name
from relspace_server.accounts.guest_names import GuestNames
from relspace_server.store.bucket import MAX_KEY, Conflict, Store

_BOTS: Final = frozenset(name_key(name) for name in NAMES)
"""Names that nobody may take, since bots have them."""


class Names:
    """Keeps the bucket `names`, from a name's key to an account's id, and the names of the guests who are here."""

    def __init__(self, store: Store) -> None:
        self._bucket = store.bucket("names")
        self._guests: set[str] = set()
        self.shared: GuestNames | None = None
        """The names of guests on all nodes; None where there is one node."""

    # ── accounts ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def take(self, account_id: str, suggestion: str) -> str:
        """Takes the suggested name for an account, or a free one like it.

        A name that a crashed attempt of the same account has reserved is its own.

        Raises:
            Unavailable: the store does not answer.
        """
        return await self._first(suggestion, partial(self._reserve, account_id))

    async def would_get(self, account_id: str, suggestion: str) -> str:
        """The name that somebody new would get by this suggestion if they came in now; it is not taken.

        Raises:
            Unavailable: the store does not answer.
        """

        async def is_free(name: str) -> bool:
            key = name_key(name)
            holder = await self._bucket.get(key)
            free = holder is None or holder.data == account_id.encode()
            return free and not (self.shared is not None and await self.shared.lent(key))

        return await self._first(suggestion, is_free)

    async def claim(self, account_id: str, raw: str) -> str:
        """Takes exactly this name for an account, and returns it in its checked form.

        Raises:
            Unreadable: `bad-name`.
            Illegal: `name-taken`.
            Unavailable: the store does not answer.
        """
        name = checked_name(raw, NAMES)
        if name_key(name) in self._guests or not await self._reserve(account_id, name):
            raise Illegal("name-taken", name=name)
        return name

    async def holds(self, account_id: str, name: str) -> bool:
        """Whether a name is this account's; it becomes so if it is nobody's."""
        entry = await self._bucket.get(name_key(name))
        return entry.data == account_id.encode() if entry is not None else await self._reserve(account_id, name)

    async def owner(self, name: str) -> str | None:
        """The account that has a name, written in any way that counts as the same; None if it is nobody's."""
        key = name_key(name)
        if not key.isprintable() or not 0 < len(key.encode()) <= MAX_KEY:
            return None
        entry = await self._bucket.get(key)
        return None if entry is None else entry.data.decode()

    async def free(self, account_id: str, name: str) -> None:
        """Gives a name up, if it is this account's; doing it again changes nothing."""
        entry = await self._bucket.get(name_key(name))
        if entry is not None and entry.data == account_id.encode():
            await self.remove(name_key(name), entry.revision)

    async def remove(self, key: str, revision: int) -> None:
        """Removes an entry, if it has not changed since."""
        try:
            await self._bucket.delete(key, revision)
        except Conflict:
            return  # somebody else has removed it, or it is somebody's again

    async def entries(self) -> list[tuple[str, str, int]]:
        """Every key of a name, the account that has it, and the revision of the entry."""
        return [(key, value.data.decode(), value.revision) for key, value in await self._bucket.scan("")]

    # ── guests ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def lend(self, suggestion: str) -> str:
        """A name that nobody has, for a guest."""
        return await self._first(suggestion, lambda name: self._lent(name_key(name)))

    async def lend_exactly(self, raw: str, instead_of: str) -> str:
        """Exactly this name for a guest, instead of the one that they had.

        Raises:
            Unreadable: `bad-name`.
            Illegal: `name-taken`.
        """
        name = checked_name(raw, NAMES)
        key, old = name_key(name), name_key(instead_of)
        if key == old:
            return name
        if not await self._lent(key):
            raise Illegal("name-taken", name=name)
        self._free_guest(old)
        return name

    def hand_back(self, name: str) -> None:
        """Frees a guest's name when the session has ended."""
        self._free_guest(name_key(name))

    async def _lent(self, key: str) -> bool:
        """Takes a name for a guest, if nobody has it, on any node; returns whether it was free."""
        if key in self._guests:
            return False
        self._guests.add(key)
        free = False
        try:
            free = (self.shared is None or await self.shared.lend(key)) and await self._bucket.get(key) is None
        finally:
            if not free:
                self._free_guest(key)
        return free

    def _free_guest(self, key: str) -> None:
        if key in self._guests:
            self._guests.discard(key)
            if self.shared is not None:
                self.shared.hand_back(key)

    async def _first(self, suggestion: str, can_be_had: Callable[[str], Awaitable[bool]]) -> str:
        """The suggested name, or the first one like it that can be had."""
        tried: set[str] = set()
        while not await can_be_had(name := self._suggest(suggestion, tried)):
            tried.add(name_key(name))
        return name

    def _suggest(self, suggestion: str, tried: set[str]) -> str:
        """A name like the suggested one that no bot, no guest here and nobody tried so far has."""
        elsewhere = self.shared.elsewhere() if self.shared is not None else ()

        def taken(name: str) -> bool:
            key = name_key(name)
            return name in elsewhere or key in tried or key in self._guests or key in _BOTS

        return suggest_name(suggestion, taken, start=len(self._guests) + 1)

    async def _reserve(self, account_id: str, name: str) -> bool:
        key = name_key(name)
        while True:
            try:
                revision = await self._bucket.put(key, account_id.encode(), 0)
            except Conflict:
                holder = await self._bucket.get(key)
                if holder is None:
                    continue
                return holder.data == account_id.encode()
            lent = key in self._guests  # since it was looked for
            if lent or (self.shared is not None and await self.shared.lent(key)):
                await self.remove(key, revision)
                return False
            return True
