"""The people who are here: each account once, however many connections it has; guests one by one."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from relspace.errors import Refused, Unreadable
from relspace.room.state import Player
from relspace.text import checked_name
from relspace.wire.messages import Me
from relspace.wire.settings import PlayerSettings
from relspace_server.accounts.account import Account, decode_account
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.tries import Tries
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.person import Follower, Passing, Person, checked_settings
from relspace_server.rooms.seats import rename_seats
from relspace_server.store.bucket import Value

LOG: Final = logging.getLogger(__name__)

NEW_NAMES: Final = 10
"""Names that somebody may take within `NEW_NAMES_WITHIN`."""

NEW_NAMES_WITHIN: Final = 600_000
"""Milliseconds."""


class People:
    """Knows who is here.

    Args:
        accounts: what is kept of them.
        hub: the rooms, where they have seats.
    """

    def __init__(self, accounts: Accounts, hub: Hub) -> None:
        self.accounts = accounts
        self.hub = hub
        self._known: dict[str, Known] = {}
        self.lost_key: Callable[[str], None] = lambda _fingerprint: None
        """Told of a key that no longer leads to the account of somebody who is here."""
        self.lost_account: Callable[[str], None] = lambda _account_id: None
        """Told of an account that was given up, on whatever node, while somebody is here under it."""
        self.barred: Callable[[str], object] = lambda _name: None
        """Whether nobody may come in who is called so."""
        self.keep_out: Callable[[Player], None] = lambda _player: None
        """Raises `Refused` if the host keeps a player out."""
        self._renamed = Tries(accounts.now, "too-many-names", NEW_NAMES, NEW_NAMES_WITHIN)
        hub.rankings.told = self._stored

    def of(self, account: Account) -> Person:
        """The person whose account this is, as it was just read; the same one for all their connections."""
        known = self._known.get(account.id)
        if known is None:
            known = self._known[account.id] = Known(self, account)
        else:
            known.become(account)
        return known

    async def rename_guest(self, player: Player, name: str) -> Player:
        """Gives a guest another name for the session.

        Raises:
            Refused: `banned`, `bad-name`, `name-taken`, `too-many-names`.
            Fault: the store does not answer.
        """
        self.keep_out(player)
        with self._renaming(player.id, name):
            return replace(player, name=await self.accounts.names.lend_exactly(name, player.name))

    @contextmanager
    def _renaming(self, player_id: str, raw: str) -> Iterator[None]:
        """Counts a new name from the moment that it is asked for, since others may be at the same time."""
        self._renamed.check(player_id)
        if self.barred(checked_name(raw)):
            raise Unreadable("bad-name", reason="banned")
        self._renamed.count(player_id)
        try:
            yield
        except BaseException:
            self._renamed.forgive(player_id)
            raise

    def guest(self, player: Player) -> Person:
        """Somebody without an account."""
        return Guest(player, self)

    def is_here(self, account_id: str) -> bool:
        """Whether an account has a connection that goes on, to this node or to another one."""
        known = self._known.get(account_id)
        return (known is not None and known.followed) or self.hub.elsewhere.sessions(account_id) > 0

    async def rename(self, account_id: str, name: str) -> Account:
        """Gives an account another name, and tells everybody whom it concerns.

        Raises:
            Refused: `banned`, `bad-name`, `name-taken`, `too-many-names`, `no-account`.
            Fault: the store does not answer.
        """
        had = await self.accounts.get(account_id)
        if had is not None:
            self.keep_out(had.player)
        with self._renaming(account_id, name):
            account = await self.accounts.rename(account_id, name)
        self.changed(account)
        await rename_seats(self.hub, account.player)
        return account

    def _stored(self, account_id: str, value: Value | None) -> None:
        """Takes what became of an account, whoever has changed it."""
        known = self._known.get(account_id)
        if known is None:
            return
        try:
            account = decode_account(value.data) if value is not None else None
        except Refused as error:
            LOG.error("the account %s cannot be read: %s", account_id, error)
            return
        if account is None or account.gone:
            self.lost_account(account_id)
            return
        for key in set(known.keys) - set(account.keys):
            self.lost_key(key)
        known.become(account)

    def changed(self, account: Account) -> None:
        """Tells the connections of an account what it has become."""
        known = self._known.get(account.id)
        if known is not None:
            known.become(account)

    def gone(self, known: "Known") -> None:
        """The last connection of an account has ended."""
        if self._known.get(known.player.id) is known:
            del self._known[known.player.id]


class Known:
    """A person with an account."""

    def __init__(self, people: People, account: Account) -> None:
        self._people = people
        self._account = account
        self._player = account.player
        self._followers: list[Follower] = []

    @property
    def player(self) -> Player:
        """Who sits at a table; asked for each time that somebody is told anything."""
        return self._player

    @property
    def me(self) -> Me:
        """What they are told of themselves."""
        return Me(self._account.name, settings=self._account.settings)

    @property
    def keys(self) -> tuple[str, ...]:
        """The fingerprints of their keys."""
        return self._account.keys

    @property
    def followed(self) -> bool:
        """Whether a connection goes on."""
        return bool(self._followers)

    def follow(self, follower: Follower) -> None:
        """Tells `follower` of every change from now on."""
        self._followers.append(follower)

    def leave(self, follower: Follower) -> None:
        """Tells it nothing any more."""
        self._followers.remove(follower)
        if not self._followers:
            self._people.gone(self)

    async def rename(self, name: str) -> None:
        """Takes another name, if nobody has it.

        Raises:
            Refused: `banned`, `bad-name`, `name-taken`, `no-account`.
            Fault: the store does not answer.
        """
        await self._people.rename(self._account.id, name)

    async def save(self, settings: PlayerSettings) -> None:
        """Keeps settings with the account.

        Raises:
            Refused: `bad-field`, `no-account`.
            Fault: the store does not answer.
        """
        saved = await self._people.accounts.save_settings(self._account.id, checked_settings(settings))
        self._people.changed(saved)

    def become(self, account: Account) -> None:
        """Takes what the account has become; tells those who follow if they would see it."""
        before, self._account, self._player = (self.me, self.player), account, account.player
        if (self.me, self.player) != before:
            for follower in list(self._followers):
                follower()


class Guest(Passing):
    """Somebody without an account."""

    def __init__(self, player: Player, people: People) -> None:
        super().__init__(player)
        self._people = people

    async def rename(self, name: str) -> None:
        """Takes another name for this connection, if nobody has it.

        Raises:
            Refused: `banned`, `bad-name`, `name-taken`.
            Fault: the store does not answer.
        """
        renamed = await self._people.rename_guest(self.player, name)
        if not self._followers:  # they have gone meanwhile, and their name was handed back under its old form
            self._people.accounts.names.hand_back(renamed.name)
            return
        self._become(renamed, self.me.settings)
        await rename_seats(self._people.hub, self.player)
