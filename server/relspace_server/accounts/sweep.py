"""Finishes at start-up what a crash has left half done, and removes what belongs to nobody."""

import logging
from dataclasses import dataclass
from typing import Final

from relspace.codec import Codec
from relspace.errors import Fault, Refused
from relspace.text import name_key
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import Links

log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Bones:
    """What the sweep must know of each account. Reading all of all accounts would keep people waiting."""

    id: str
    name: str
    keys: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    gone: bool = False


_CODEC: Final = Codec()


async def sweep(accounts: Accounts, links: Links) -> None:
    """Goes through codes, accounts, keys and names, each once. To be called before anybody comes in.

    If the store does not answer, what is left is done at the next start, or when the people concerned come in.
    """
    try:
        await _codes(accounts, links)
        known = await _all(accounts)
        if await _halves(accounts, known):
            known = await _all(accounts)
        await _keys(accounts, known)
        await _names(accounts, known)
    except Fault as error:
        log.warning("what an earlier process left half done is finished later: %s", error)


async def _codes(accounts: Accounts, links: Links) -> None:
    """Finishes the codes that a key has claimed, and removes those that are too old."""
    for code, link, revision in await links.entries():
        if not link.key:
            if link.until <= accounts.now():
                await links.discard(code, revision)
            continue
        try:
            await links.finish(code, link)
        except Refused as refusal:
            log.warning("a link code leads nowhere and is dropped: %s", refusal)
            await links.discard(code, revision)


async def _halves(accounts: Accounts, known: list[_Bones]) -> bool:
    """Finishes accounts that are being given up or drop a key, and strikes off keys that lead elsewhere.

    Returns:
        Whether there was anything to do.
    """
    leads = dict(await accounts.keys.entries())
    halves = [one for one in known if one.gone or one.dropped or any(leads.get(key, key) != one.id for key in one.keys)]
    for bones in halves:
        account = await accounts.get(bones.id)
        if account is not None and account.gone:
            await accounts.finish_giving_up(account)
            continue
        if account is not None and account.dropped:
            await accounts.finish_dropping(account)
        for key in bones.keys:
            if await accounts.keys.account_of(key) != bones.id:
                await accounts.lose_key(bones.id, key)
    return bool(halves)


async def _keys(accounts: Accounts, known: list[_Bones]) -> None:
    """Lists keys with the accounts that they lead to."""
    listed = {bones.id: bones.keys for bones in known}
    for key, account_id in await accounts.keys.entries():
        if key not in listed.get(account_id, (key,)):
            await accounts.add_key(account_id, key)


async def _names(accounts: Accounts, known: list[_Bones]) -> None:
    """Frees names that no account bears."""
    borne = {bones.id: name_key(bones.name) for bones in known}
    for key, account_id, revision in await accounts.names.entries():
        if borne.get(account_id) != key:
            await accounts.names.remove(key, revision)


async def _all(accounts: Accounts) -> list[_Bones]:
    """Every account that can be read."""
    found: list[_Bones] = []
    for account_id, value in await accounts.bucket.scan(""):
        try:
            found.append(_CODEC.unpack(_Bones, value.data))
        except Refused as error:
            log.error("the account %s cannot be read and is left alone: %s", account_id, error)
    return found
