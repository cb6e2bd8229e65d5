"""Accounts: made when a key first comes in, changed by their owners, given up for good.

What touches several values is made of steps, each of which can be repeated: whoever stops between two of them, the next
visit or the sweep (`sweep.py`) does the rest. One step of each decides; the others follow from it:

    new name    reserve it · *the account bears it* · free the old one
    unlink      *the account drops the key* · the key leads elsewhere · it is forgotten
    give up     *the account is marked gone* · its name is freed, its keys lead elsewhere · it is removed
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from relspace.errors import Illegal, NotNow
from relspace.room.state import Player
from relspace.text import name_key
from relspace.wire.settings import PlayerSettings
from relspace_server.accounts.account import (
    ACCOUNT_FORM,
    MAX_KEYS,
    Account,
    day_of,
    decode_account,
    encode_account,
    readable,
)
from relspace_server.accounts.keys import Keys
from relspace_server.accounts.names import Names
from relspace_server.store.bucket import Bucket, Conflict, Store
from relspace_server.store.update import Missing, Updater, remember

Change = Callable[[Account], Account]
"""A pure function from an account to what it becomes; may be called again on a newer one."""

_ID_BYTES: Final = 8


class Accounts:
    """Finds, makes and changes accounts."""

    def __init__(
        self, store: Store, now: Callable[[], int], entropy: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    ) -> None:
        """Uses the buckets `accounts`, `keys` and `names` of the store.

        Args:
            store: where they are kept.
            now: wall-clock milliseconds.
            entropy: 32 unguessable bytes.
        """
        self.store = store
        self.now = now
        self.entropy = entropy
        self.keys = Keys(store, entropy)
        self.names = Names(store)
        self.bucket: Bucket = store.bucket("accounts")
        self._updater = Updater()

    # ── coming in ────────────────────────────────────────────────────────────────────────────────────────────────

    async def enter(self, fingerprint: str, suggestion: str) -> Account:
        """The account that this key leads to; a new key gets one, by the suggested name or a free one like it.

        What a crash has left half done of the account is finished first.

        Raises:
            Fault: the store does not answer.
        """
        while True:
            account = await self.get(await self.keys.account_of(fingerprint))
            if account is None:
                account = await self._make(fingerprint, suggestion)
            elif account.gone:
                await self.finish_giving_up(account)
                continue
            elif account.dropped:
                account = await self.finish_dropping(account)
                continue
            return await self._seen(account, fingerprint)

    async def guest(self, session: str, suggestion: str) -> Player:
        """A player for one session, with a name that nobody has."""
        return Player(f"guest:{session}", await self.names.lend(suggestion), "guest")

    async def _make(self, fingerprint: str, suggestion: str) -> Account:
        account_id = await self.keys.account_of(fingerprint)
        name = await self.names.take(account_id, suggestion)
        now = self.now()
        account = Account(account_id, name, now, day_of(now), (fingerprint,))
        try:
            await self.bucket.put(account_id, encode_account(account), 0)
        except Conflict:
            return await self.enter(fingerprint, suggestion)  # another connection of the same key was first
        return account

    async def _seen(self, account: Account, fingerprint: str) -> Account:
        """Notes the day and the key, where they are new, and sees that the name is still the account's."""
        name = account.name
        if not await self.names.holds(account.id, name):
            name = await self.names.take(account.id, name)
        today = day_of(self.now())

        def seen(found: Account) -> Account:
            keys = found.keys if fingerprint in found.keys else (*found.keys, fingerprint)
            return replace(found, seen=today, keys=keys, name=name if found.name == account.name else found.name)

        return account if seen(account) == account else await self.change(account.id, seen)

    # ── changing one ─────────────────────────────────────────────────────────────────────────────────────────────

    async def get(self, account_id: str) -> Account | None:
        """The account with this id, also while it is being given up.

        Raises:
            Fault: the store does not answer, or what is kept cannot be read.
        """
        value = await self.bucket.get(account_id)
        return None if value is None else readable(value.data, account_id)

    async def change(self, account_id: str, change: Change, op_id: str = "") -> Account:
        """Puts a pure change of an account through the store.

        Args:
            account_id: whose.
            change: from the account to what it becomes; raises `Refused` to leave it, returns what it was given to
                change nothing.
            op_id: the same wherever this change is tried, so that it happens once; drawn if empty.

        Raises:
            Refused: as `change` does; `no-account`, if there is none any more.
            Fault: the store does not answer.
        """
        op = op_id or self.entropy()[:_ID_BYTES].hex()

        def changed(account: Account) -> Account:
            if account.gone:
                raise NotNow("no-account")
            after = change(account)
            return account if after == account else replace(after, ops=remember(account.ops, op))

        try:
            return (await self._updater.update(self.bucket, account_id, op, changed, ACCOUNT_FORM)).state
        except Missing:
            raise NotNow("no-account") from None

    async def save_settings(self, account_id: str, settings: PlayerSettings) -> Account:
        """Keeps how somebody wants the game to look and behave.

        Raises:
            Refused: `no-account`.
            Fault: the store does not answer.
        """
        return await self.change(account_id, lambda account: replace(account, settings=settings))

    async def rename(self, account_id: str, raw: str) -> Account:
        """Gives an account another name, and frees the old one.

        Raises:
            Refused: `bad-name`, `name-taken`, `no-account`.
            Fault: the store does not answer.
        """
        name = await self.names.claim(account_id, raw)
        old: list[str] = []

        def renamed(account: Account) -> Account:
            old[:] = [account.name]
            return replace(account, name=name)

        try:
            account = await self.change(account_id, renamed)
        except NotNow:
            await self.names.free(account_id, name)
            raise
        for before in old:
            if name_key(before) != name_key(name):
                await self.names.free(account_id, before)
        return account

    # ── keys of an account ───────────────────────────────────────────────────────────────────────────────────────

    async def add_key(self, account_id: str, fingerprint: str) -> Account:
        """Lets a key lead to an account; doing it again changes nothing.

        Raises:
            Refused: `no-account`.
            Fault: the store does not answer.
        """
        await self.keys.tie(fingerprint, account_id)

        def added(account: Account) -> Account:
            keys = account.keys if fingerprint in account.keys else (*account.keys, fingerprint)
            return replace(account, keys=keys, dropped=_without(account.dropped, fingerprint))

        return await self.change(account_id, added)

    async def unlink(self, account_id: str, fingerprint: str) -> Account:
        """Lets a key no longer lead to an account. It may come in again, as a new account.

        Raises:
            Refused: `no-such-key`, `last-key`, `no-account`.
            Fault: the store does not answer.
        """

        def dropped(account: Account) -> Account:
            if fingerprint in account.dropped:
                return account
            if fingerprint not in account.keys:
                raise Illegal("no-such-key")
            if len(account.keys) == 1:
                raise Illegal("last-key")
            kept = _without(account.keys, fingerprint)
            return replace(account, keys=kept, dropped=(*account.dropped, fingerprint))

        return await self.finish_dropping(await self.change(account_id, dropped))

    async def finish_dropping(self, account: Account) -> Account:
        """Lets the keys that an account has dropped lead elsewhere, and forgets them."""
        for fingerprint in account.dropped:
            await self._release(fingerprint, account.id)
        done = account.dropped
        return await self.change(account.id, lambda found: replace(found, dropped=_without(found.dropped, *done)))

    async def _release(self, fingerprint: str, account_id: str) -> None:
        own = await self.get(fingerprint)
        await self.keys.release(fingerprint, account_id, own_is_free=own is None or own.gone)

    # ── giving one up ────────────────────────────────────────────────────────────────────────────────────────────

    async def lose_key(self, account_id: str, fingerprint: str) -> None:
        """Strikes a key that leads elsewhere by now off an account's list; an account that had no other is given up.

        Raises:
            Fault: the store does not answer.
        """

        def lost(account: Account) -> Account:
            kept = _without(account.keys, fingerprint)
            return replace(account, keys=kept, gone=not kept)

        try:
            account = await self.change(account_id, lost)
        except NotNow:
            return  # it was given up already
        if account.gone:
            await self.finish_giving_up(account)

    async def give_up(self, account_id: str) -> None:
        """Removes an account: its name is freed, and its keys are new ones. Doing it again changes nothing.

        Raises:
            Fault: the store does not answer; the rest is done when one of the keys comes in, or by the sweep.
        """
        try:
            account = await self.change(account_id, lambda account: replace(account, gone=True))
        except NotNow:
            found = await self.get(account_id)
            if found is None:
                return
            account = found
        await self.finish_giving_up(account)

    async def finish_giving_up(self, account: Account) -> None:
        """Removes what belongs to an account that is marked gone, and the account itself last."""
        await self.names.free(account.id, account.name)
        for fingerprint in (*account.keys, *account.dropped):
            await self._release(fingerprint, account.id)
        value = await self.bucket.get(account.id)
        if value is not None and decode_account(value.data).gone:
            try:
                await self.bucket.delete(account.id, value.revision)
            except Conflict:
                return  # somebody else has removed it


def room_for_key(account: Account) -> None:
    """Refuses when an account has as many keys as one may have.

    Raises:
        Illegal: `too-many-keys`.
    """
    if len(account.keys) >= MAX_KEYS:
        raise Illegal("too-many-keys", most=MAX_KEYS)


def _without(keys: tuple[str, ...], *unwanted: str) -> tuple[str, ...]:
    return tuple(key for key in keys if key not in unwanted)
