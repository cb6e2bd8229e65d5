"""Who may not come in, and until when.

Bans are values of the bucket `bans`, one each under its id; a watch keeps them at hand, so that asking costs nothing.
They end by themselves.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final, Literal, TypeAlias
from unicodedata import east_asian_width

from relspace.codec.codec import Codec
from relspace.errors import Refused
from relspace.text import clean, name_key
from relspace_client.locale.words import ENGLISH, message
from relspace_server.networks import network_in, plain_address
from relspace_server.store.bucket import Change, Conflict, Store
from relspace_server.store.following import follow

LOG: Final = logging.getLogger(__name__)

Kind: TypeAlias = Literal["account", "key", "name", "address", "network"]
"""What is banned."""

KINDS: Final[tuple[Kind, ...]] = ("account", "key", "name", "address", "network")

REASON_COLUMNS: Final = 200
REASON_BYTES: Final = 512

WHO_COLUMNS: Final = 100
WHO_BYTES: Final = 256

_ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
_ID_LETTERS: Final = 6

_ENDS: Final = (".", "!", "?", "…", "。", "！", "？")

_CODEC: Final = Codec()


@dataclass(frozen=True, slots=True)
class Ban:
    """One ban."""

    id: str
    kind: Kind
    who: str
    """An account's id, a key's fingerprint, a name, an address or a network."""
    since: int
    """Wall-clock milliseconds."""
    until: int = 0
    """The same; 0 for a ban that ends only when it is lifted."""
    reason: str = ""
    by: str = ""
    """Which admin it is of."""

    @property
    def message(self) -> str:
        """What the banned one reads, as a message of the catalogues."""
        if self.until:
            because = message("You are banned from this server until {end}: {reason}")
            return because if self.reason else message("You are banned from this server until {end}.")
        because = message("You are banned from this server for good: {reason}")
        return because if self.reason else message("You are banned from this server for good.")

    @property
    def facts(self) -> dict[str, str]:
        """What to put into it."""
        return {"end": moment(self.until), "reason": as_end_of_sentence(self.reason)}

    @property
    def sentence(self) -> str:
        """The same in English, for whom no language is known."""
        return ENGLISH.say(self.message, **self.facts)


class Banned(Refused):
    """Somebody who is banned wants to come in."""

    def __init__(self, ban: Ban) -> None:
        super().__init__("banned")
        self.ban = ban


def moment(ms: int) -> str:
    """A wall-clock time as people and logs read it, `2026-11-30 18:05 UTC`."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def safe_reason(text: str) -> str:
    """A reason that can be shown anywhere."""
    return clean(text, REASON_COLUMNS, REASON_BYTES)


def as_end_of_sentence(reason: str) -> str:
    """A reason with a full stop, unless its writer has ended it already."""
    bare = reason.rstrip()
    if not bare or bare.endswith(_ENDS):
        return bare
    return bare + ("。" if east_asian_width(bare[-1]) in "WF" else ".")


def checked_who(kind: Kind, who: str) -> str:
    """Whom a ban is of, in the form in which it is kept.

    Raises:
        ValueError: not an address, a network or a fingerprint; the text is one line.
    """
    if kind == "address":
        try:
            return str(ip_address(plain_address(who)))
        except ValueError:
            raise ValueError(f"{who!r} is not an address, such as 192.0.2.7 or 2001:db8::7.") from None
    if kind == "network":
        return str(_network(who))
    if kind == "key" and not who.startswith("SHA256:"):
        raise ValueError("A key is named by its fingerprint, SHA256:…, as `sessions` shows it.")
    if not who or clean(who, WHO_COLUMNS, WHO_BYTES) != who:
        raise ValueError(f"{who!r} is nobody.")
    return who


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return network_in(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a network, such as 192.0.2.0/24 or 2001:db8::/48.") from None


class Bans:
    """The bans of a store.

    Args:
        store: where they are kept, in the bucket `bans`.
        now: wall-clock milliseconds.
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._bucket = store.bucket("bans")
        self._watch = self._bucket.watch(None)
        self._now = now
        self._bans: dict[str, tuple[Ban, int]] = {}
        self._networks: dict[str, IPv4Network | IPv6Network] = {}
        self._exact: dict[tuple[str, str], set[str]] = {}
        """The ids of bans of all other kinds, by kind and by whom they are of: there may be thousands."""
        self._task: asyncio.Task[None] | None = None
        self.came: Callable[[Ban], object] = lambda _ban: None
        """Told of a ban that was added on another node."""

    async def start(self) -> None:
        """Reads all bans, and follows what becomes of them.

        Raises:
            Fault: the store does not answer.
        """
        for key, value in await self._bucket.scan(""):
            self._take(Change(key, value))
        await self.all()
        self._task = asyncio.get_running_loop().create_task(follow(self._watch, self._changed, "bans"), name="bans")

    async def close(self) -> None:
        """Follows no more."""
        self._watch.close()
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def add(self, kind: Kind, who: str, until: int, reason: str, by: str) -> Ban:
        """Bans somebody.

        Args:
            kind: what is banned.
            who: as `checked_who` returns it.
            until: wall-clock milliseconds; 0 for a ban without an end.
            reason: what the banned one reads; safe already.
            by: which admin it is of.

        Raises:
            Fault: the store does not answer.
        """
        while True:
            ban_id = "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LETTERS))
            ban = Ban(ban_id, kind, who, self._now(), until, reason, by)
            try:
                revision = await self._bucket.put(ban_id, _CODEC.pack(Ban, ban), 0)
            except Conflict:
                continue
            self._know(ban, revision)
            return ban

    async def lift(self, ban_id: str) -> Ban | None:
        """Ends a ban; returns it, or None if there is no such ban.

        Raises:
            Fault: the store does not answer.
        """
        found = self._bans.get(ban_id)
        if found is None:
            return None
        with suppress(Conflict):  # somebody else has lifted it
            await self._bucket.delete(ban_id, found[1])
        self._forget(ban_id)
        return found[0]

    async def find(self, ban_id: str) -> Ban | None:
        """A ban that was just added on another node, of which nothing may have been heard yet; None if there is none.

        Raises:
            Fault: the store does not answer.
        """
        if ban_id not in self._bans:
            value = await self._bucket.get(ban_id)
            if value is not None and ban_id not in self._bans:
                self._take(Change(ban_id, value))
        found = self._bans.get(ban_id)
        return found[0] if found is not None else None

    async def all(self) -> list[Ban]:
        """The bans that hold, the newest first; those that have ended are removed.

        Raises:
            Fault: the store does not answer.
        """
        for ban, _ in list(self._bans.values()):
            if not self._holds(ban):
                await self.lift(ban.id)
        return sorted((ban for ban, _ in self._bans.values()), key=lambda ban: (-ban.since, ban.id))

    @property
    def empty(self) -> bool:
        """Whether nobody is banned, so that nobody need be looked up."""
        return not self._bans

    @property
    def number(self) -> int:
        """How many bans hold."""
        return sum(self._holds(ban) for ban, _ in self._bans.values())

    # ── asking ───────────────────────────────────────────────────────────────────────────────────────────────────

    def of_address(self, address: str) -> Ban | None:
        """The ban that keeps an address out."""
        if not self._bans:
            return None
        plain = plain_address(address)
        found = list(self._exact.get(("address", plain), ()))
        if self._networks:
            found += [key for key, network in self._networks.items() if _within(plain, network)]
        return self._last(found)

    def of_key(self, fingerprint: str) -> Ban | None:
        """The ban that keeps a key out."""
        return self._last(self._exact.get(("key", fingerprint), ()))

    def of_player(self, account: str, name: str) -> Ban | None:
        """The ban that keeps an account or a name out; names are compared as accounts compare them."""
        by_account = self._exact.get(("account", account), ())
        return self._last((*by_account, *self._of_name(name)))

    def of_name(self, name: str) -> Ban | None:
        """The ban that keeps everybody out who is called so, or almost so."""
        return self._last(self._of_name(name))

    def _of_name(self, name: str) -> Collection[str]:
        return self._exact.get(("name", name_key(name)), ())

    def _last(self, keys: Iterable[str]) -> Ban | None:
        """Of the bans that hold, the one that ends last."""
        held = [ban for key in keys if self._holds(ban := self._bans[key][0])]
        return max(held, key=lambda ban: ban.until or float("inf"), default=None)

    def _holds(self, ban: Ban) -> bool:
        return not ban.until or ban.until > self._now()

    # ── following the store ──────────────────────────────────────────────────────────────────────────────────────

    def _changed(self, change: Change) -> None:
        known = change.key in self._bans
        self._take(change)
        if not known and change.key in self._bans:
            self.came(self._bans[change.key][0])

    def _take(self, change: Change) -> None:
        if change.value is None:
            self._forget(change.key)
            return
        try:
            ban: Ban = _CODEC.unpack(Ban, change.value.data)
            if ban.kind in ("address", "network"):
                ip_network(ban.who)
        except (Refused, ValueError) as error:
            LOG.error("the ban %s cannot be read and does not hold: %s", change.key, error)
            return
        self._know(ban, change.value.revision)

    def _know(self, ban: Ban, revision: int) -> None:
        self._forget(ban.id)
        self._bans[ban.id] = (ban, revision)
        if ban.kind == "network":
            self._networks[ban.id] = ip_network(ban.who)
        else:
            self._exact.setdefault(_place(ban), set()).add(ban.id)

    def _forget(self, ban_id: str) -> None:
        known = self._bans.pop(ban_id, None)
        self._networks.pop(ban_id, None)
        if known is not None and (ids := self._exact.get(place := _place(known[0]))):
            ids.discard(ban_id)
            if not ids:
                del self._exact[place]


def of_ban(ban: Ban) -> Callable[[str], bool]:
    """Whether an address is one that a ban is of."""
    if ban.kind not in ("address", "network"):
        return lambda _address: False
    network = ip_network(ban.who)
    return lambda address: _within(plain_address(address), network)


def _within(address: str, network: IPv4Network | IPv6Network) -> bool:
    try:
        return ip_address(address) in network
    except ValueError:
        return False


def _place(ban: Ban) -> tuple[str, str]:
    """Where a ban of one person or address is looked for."""
    return ban.kind, name_key(ban.who) if ban.kind == "name" else ban.who
