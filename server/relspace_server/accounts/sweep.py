"""Finishes at start-up what a crash has left half done, and removes what belongs to nobody.

An account that cannot be read, such as one of a newer version of this program, is left alone, with all that is its own.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from relspace.errors import Fault, Refused
from relspace.text import name_key
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import Links
from relspace_server.accounts.roll import Outline, Roll, read_roll
from relspace_server.store.bucket import StoreError

log: Final = logging.getLogger(__name__)


async def sweep(accounts: Accounts, links: Links, roll: Roll | None = None) -> None:
    """Goes through codes, accounts, keys and names, each once. To be called before anybody comes in.

    If the store does not answer, what is left is done at the next start, or when the people concerned come in.

    Args:
        accounts: what is swept.
        links: the codes that lead to them.
        roll: all accounts, if they have been read; neither names nor keys may have changed since.
    """
    try:
        await _codes(accounts, links)
        # An account that a code has just changed has lost a key, as the roll does not say yet: it is a half one.
        known = roll or await read_roll(accounts.bucket)
        if await _halves(accounts, known):
            known = await read_roll(accounts.bucket)
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
        with _or_leave_it():
            try:
                await links.finish(code, link)
            except Refused as refusal:
                log.warning("a link code leads nowhere and is dropped: %s", refusal)
                await links.discard(code, revision)


async def _halves(accounts: Accounts, known: Roll) -> bool:
    """Finishes accounts that are being given up or drop a key, and strikes off keys that lead elsewhere.

    Returns:
        Whether there was anything to do.
    """
    leads = dict(await accounts.keys.entries())
    halves = {
        account_id: outline
        for account_id, outline in known.outlines.items()
        if outline.gone or outline.dropped or any(leads.get(key, key) != account_id for key in outline.keys)
    }
    for account_id, outline in halves.items():
        with _or_leave_it():
            await _finish(accounts, account_id, outline)
    return bool(halves)


async def _finish(accounts: Accounts, account_id: str, outline: Outline) -> None:
    """Finishes what is half done of one account."""
    account = await accounts.get(account_id)
    if account is not None and account.gone:
        await accounts.finish_giving_up(account)
        return
    if account is not None and account.dropped:
        await accounts.finish_dropping(account)
    for key in outline.keys:
        if await accounts.keys.account_of(key) != account_id:
            await accounts.lose_key(account_id, key)


async def _keys(accounts: Accounts, known: Roll) -> None:
    """Lists keys with the accounts that they lead to."""
    for key, account_id in await accounts.keys.entries():
        outline = known.outlines.get(account_id)
        if outline is not None and not outline.gone and key not in outline.keys:
            with _or_leave_it():
                await accounts.add_key(account_id, key)


async def _names(accounts: Accounts, known: Roll) -> None:
    """Frees names that no account bears."""
    borne = {account_id: name_key(outline.name) for account_id, outline in known.outlines.items()}
    for key, account_id, revision in await accounts.names.entries():
        if borne.get(account_id) != key and account_id not in known.unread:
            await accounts.names.remove(key, revision)


@contextmanager
def _or_leave_it() -> Iterator[None]:
    """Goes on with the next when an account turns out to be unreadable; not when the store does not answer."""
    try:
        yield
    except StoreError:
        raise
    except Fault as error:
        log.error("left as it is: %s", error)
