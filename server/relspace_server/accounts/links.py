"""One-time codes that tie a further key to an account.

Somebody who is in asks for a code; whoever comes with another key and the code ties that key to the account. The code
is kept in the store, so that it survives a restart. Using it is made of steps that can be repeated:

    *the code is claimed by the key* · the key leads to the account · the account lists the key ·
    the account that the key had loses it, and is given up if it had no other · the code is removed

Once it is claimed, only that key can go on with it, and the sweep does the rest of what a crash left.
"""

import logging
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from relspace.codec.codec import Codec
from relspace.errors import Fault, Illegal, NotNow, Refused
from relspace.room.create import CODE_LETTERS
from relspace_server.accounts.account import Account
from relspace_server.accounts.accounts import Accounts, room_for_key
from relspace_server.accounts.tries import Tries
from relspace_server.store.bucket import Conflict

LOG: Final = logging.getLogger(__name__)

CODE_LENGTH: Final = 8

LIFE_MS: Final = 600_000
"""Milliseconds that a code can be used."""

WRONG_CODES: Final = 5
"""Wrong codes from one address, or with one key, in as long as a code lives."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a code stands for."""

    account: str
    """The id of the account that a key is to be tied to."""
    until: int
    """Wall-clock milliseconds when it can no longer be used."""
    key: str = ""
    """The fingerprint of the key that uses it; empty until then."""
    left: str = ""
    """The account that the key leaves for it; empty if it had none."""


class Issued(NamedTuple):
    """A code to be told."""

    code: str
    """In two groups, as people read it."""
    until: int
    """Wall-clock milliseconds."""


class Tied(NamedTuple):
    """What came of using a code."""

    account: Account
    left: Account | None
    """The account that the key had; None if it had none."""


_CODEC: Final = Codec()


class Links:
    """Keeps the bucket `links`, from a code to what it stands for."""

    def __init__(self, accounts: Accounts) -> None:
        self._bucket = accounts.store.bucket("links")
        self._accounts = accounts
        self._tries = Tries(accounts.now, "too-many-tries", WRONG_CODES, LIFE_MS)

    async def issue(self, account_id: str) -> Issued:
        """A new code for an account; one that it had before is good no longer.

        Raises:
            Refused: `too-many-keys`, `no-account`.
            Fault: the store does not answer.
        """
        account = await self._accounts.get(account_id)
        if account is None or account.gone:
            raise NotNow("no-account")
        room_for_key(account)
        for code, link, revision in await self.entries():
            if not link.key and (link.account == account_id or link.until <= self._accounts.now()):
                await self._remove(code, revision)
        link = Link(account_id, self._accounts.now() + LIFE_MS)
        while True:
            code = _drawn(self._accounts.entropy())
            try:
                await self._bucket.put(code, _CODEC.pack(Link, link), 0)
            except Conflict:
                continue
            return Issued(f"{code[:4]}-{code[4:]}", link.until)

    async def use(self, typed: str, fingerprint: str, address: str, *, replaces: bool) -> Tied:
        """Ties a key to the account that a code stands for.

        Args:
            typed: the code, in any case, with or without hyphens.
            fingerprint: the key that was proven.
            address: where from, for the limit of tries; of an IPv6 address the network.
            replaces: whether the key may leave an account of its own.

        Raises:
            Refused: `too-many-tries`; `no-such-code`, also for one that is used or too old; `linked-already`;
                `own-account`, if the key has one and `replaces` does not allow to leave it; `too-many-keys`.
            Fault: the store does not answer; using the code again does the rest.
        """
        self._tries.check(address, fingerprint)
        self._tries.count(address, fingerprint)  # before it is looked at: others may be tried at the same time
        code = typed.upper().replace("-", "").replace(" ", "")
        try:
            link, revision = await self._find(code, fingerprint)
            target = await self._target(link)
        except Fault:
            self._tries.forgive(address, fingerprint)
            raise
        self._tries.forgive(address, fingerprint)
        if not link.key:
            left = await self._leaves(target, fingerprint, replaces=replaces)
            link = await self._claim(code, replace(link, key=fingerprint, left=left), revision)
        had = await self._accounts.get(link.left) if link.left else None
        return Tied(await self.finish(code, link), had)

    async def finish(self, code: str, link: Link) -> Account:
        """Does the rest for a code that is claimed; doing it again changes nothing.

        Raises:
            Refused: `no-such-code`, if the account was given up meanwhile.
            Fault: the store does not answer.
        """
        await self._target(link)
        account = await self._accounts.add_key(link.account, link.key)
        if link.left:
            await self._accounts.lose_key(link.left, link.key)
        value = await self._bucket.get(code)
        if value is not None:
            await self._remove(code, value.revision)
        return account

    async def entries(self) -> list[tuple[str, Link, int]]:
        """Every code that can be read, what it stands for, and its revision."""
        found: list[tuple[str, Link, int]] = []
        for code, value in await self._bucket.scan(""):
            try:
                found.append((code, _CODEC.unpack(Link, value.data), value.revision))
            except Refused as error:
                LOG.error("a link code cannot be read and is left alone: %s", error)
        return found

    async def discard(self, code: str, revision: int) -> None:
        """Removes a code, if it has not changed since."""
        await self._remove(code, revision)

    async def _find(self, code: str, fingerprint: str) -> tuple[Link, int]:
        plain = len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)
        value = await self._bucket.get(code) if plain else None
        if value is None:
            raise Illegal("no-such-code")
        link: Link = _CODEC.unpack(Link, value.data)
        if link.key != fingerprint and (link.key or link.until <= self._accounts.now()):
            raise Illegal("no-such-code")
        return link, value.revision

    async def _target(self, link: Link) -> Account:
        account = await self._accounts.get(link.account)
        if account is None or account.gone:
            raise Illegal("no-such-code")
        return account

    async def _leaves(self, target: Account, fingerprint: str, *, replaces: bool) -> str:
        """The id of the account that the key leaves, or nothing if it has none; refuses what must not be."""
        led = await self._accounts.keys.account_of(fingerprint)
        if led == target.id:
            raise Illegal("linked-already", name=target.name)
        room_for_key(target)
        own = await self._accounts.get(led)
        if own is None or own.gone:
            return ""
        if not replaces:
            raise Illegal("own-account", name=own.name, others=len(own.keys) - 1, into=target.name)
        return own.id

    async def _claim(self, code: str, link: Link, revision: int) -> Link:
        try:
            await self._bucket.put(code, _CODEC.pack(Link, link), revision)
        except Conflict:
            raise Illegal("no-such-code") from None  # another key was quicker
        return link

    async def _remove(self, code: str, revision: int) -> None:
        try:
            await self._bucket.delete(code, revision)
        except Conflict:
            return  # somebody else has removed or claimed it


def _drawn(entropy: bytes) -> str:
    """A code, from at least 16 bytes of entropy."""
    number = int.from_bytes(entropy[:16])
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)
