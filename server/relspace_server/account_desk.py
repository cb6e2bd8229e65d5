"""What people ask about their accounts over SSH: who they are, further keys, another name, and giving it all up."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final

from relspace.errors import Illegal, NotNow
from relspace.room.state import RoomState, TalkLine
from relspace.text import name_key
from relspace_client.locale.words import Words, words
from relspace_server.accounts.account import MS_PER_DAY, Account
from relspace_server.accounts.links import Links
from relspace_server.networks import network_of
from relspace_server.people import People
from relspace_server.rooms.seats import give_up_seats
from relspace_server.ssh.door import Answer, Visitor
from relspace_server.tasks import slowly

_PREFIX: Final = "SHA256:"

SHORTEST: Final = 6
"""Characters of a fingerprint that name a key, if they do not fit another one."""

EndSessions = Callable[[str], None]
"""Ends the sessions of a key that was unlinked, given its fingerprint."""


class AccountDesk:
    """Implements `relspace_server.ssh.door.AccountDoor`.

    Args:
        people: who is here, and what is kept of them.
        links: the codes that tie keys to accounts.
    """

    def __init__(self, people: People, links: Links) -> None:
        self._people = people
        self._accounts = people.accounts
        self._links = links
        self.end_sessions: EndSessions = lambda _fingerprint: None
        """Set where there are sessions to end."""

    async def whoami(self, visitor: Visitor) -> Answer:
        """What is known of the visitor."""
        if visitor.guest:
            player = await self._accounts.guest(visitor.session, visitor.suggested_name)
            self._accounts.names.hand_back(player.name)
            text = visitor.words.say(
                "{name}, a guest: make a key with ssh-keygen, and you are somebody.", name=player.name
            )
            return Answer(text, {"name": player.name, "guest": True, "account": player.id})
        account = await self._accounts.enter(visitor.account, visitor.suggested_name)
        reads = _words(visitor, account)
        since = reads.say("{name}, since {date}", name=account.name, date=_date(account.created))
        lines = [since, *_keys(account, visitor.account, reads)]
        data = {
            "name": account.name,
            "guest": False,
            "account": account.id,
            "created": _date(account.created),
            "keys": list(account.keys),
            "this": visitor.account,
        }
        return Answer("\n".join(lines), data)

    async def rename(self, visitor: Visitor, name: str) -> Answer:
        """Gives the visitor's account another name.

        Raises:
            Refused: `needs-key`, `bad-name`, `name-taken`.
        """
        account = await self._own(visitor)
        renamed = await self._people.rename(account.id, name)
        return Answer(
            _words(visitor, renamed).say(
                "You are {name} from now on. A game that runs is recorded under the name that it began with.",
                name=renamed.name,
            ),
            {"name": renamed.name, "before": account.name},
        )

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def link_code(self, visitor: Visitor) -> Answer:
        """A code that ties a further key to the visitor's account.

        Raises:
            Refused: `needs-key`, `too-many-keys`.
        """
        account = await self._own(visitor)
        issued = await self._links.issue(account.id)
        until = datetime.fromtimestamp(issued.until / 1000, UTC)
        told = _words(visitor, account).say(
            "{code} ties another key to {name}: once, until {time} UTC. On the other device type",
            code=issued.code,
            name=account.name,
            time=f"{until:%H:%M}",
        )
        text = f"{told}\n  ssh {self._people.hub.around.address} link {issued.code}"
        return Answer(text, {"code": issued.code, "name": account.name, "until": until.isoformat(timespec="seconds")})

    async def link(self, visitor: Visitor, code: str, *, replaces: bool) -> Answer:
        """Ties the visitor's key to the account that a code stands for.

        Raises:
            Refused: `needs-key`, `still-here`, and what `Links.use` refuses.
        """
        if visitor.guest:
            raise Illegal("needs-key")
        own = await self._accounts.get(await self._accounts.keys.account_of(visitor.account))
        shared = own is not None and len(own.keys) > 1
        if own is not None and replaces and not shared and self._people.is_here(own.id):
            raise NotNow("still-here")
        tied = await self._links.use(code, visitor.account, network_of(visitor.address), replaces=replaces)
        self._people.changed(tied.account)
        if shared:
            self.end_sessions(visitor.account)
        reads = _words(visitor, tied.account)
        lines = [reads.say("This key is {name} now.", name=tied.account.name)]
        if tied.left is not None and await self._accounts.get(tied.left.id) is None:
            await give_up_seats(self._people.hub, tied.left.player)
            lines.append(reads.say("The account {name} is given up, and its name is free.", name=tied.left.name))
        data = {"name": tied.account.name, "account": tied.account.id, "left": tied.left.name if tied.left else None}
        return Answer("\n".join([*lines, *_keys(tied.account, visitor.account, reads)]), data)

    async def unlink(self, visitor: Visitor, fingerprint: str) -> Answer:
        """Lets a key no longer lead to the visitor's account; an empty fingerprint is that of the visitor's own key.

        Raises:
            Refused: `needs-key`, `no-such-key`, `last-key`.
        """
        account = await self._own(visitor)
        key = _one_of(account, fingerprint) if fingerprint else visitor.account
        account = await self._accounts.unlink(account.id, key)
        self._people.changed(account)
        self.end_sessions(key)
        reads = _words(visitor, account)
        text = reads.say(
            "{key} leads to {name} no longer. If it comes in again, it is somebody new.", key=key, name=account.name
        )
        lines = [text, *_keys(account, visitor.account, reads)]
        return Answer("\n".join(lines), {"unlinked": key, "keys": list(account.keys)})

    # ── all of it ────────────────────────────────────────────────────────────────────────────────────────────────

    async def export(self, visitor: Visitor) -> Answer:
        """All that is kept of the visitor. It is JSON for people too.

        Raises:
            Refused: `needs-key`, `no-account`.
        """
        account = await self._known(visitor)
        hub = self._people.hub
        rooms: list[dict[str, Any]] = []
        async for room in slowly(hub.rooms):
            found = _in_room(room.state, account)
            if found["seat"] or found["talk"]:
                rooms.append(found)
                await asyncio.sleep(0)  # what is said in one room is enough at once
        data: dict[str, Any] = {
            "account": asdict(account),
            "rooms": rooms,
            "lobby": _said(hub.hall.lines, account),
            "records": [played.game for played in account.score.last],
        }
        pieces = json.JSONEncoder(indent=2, ensure_ascii=False).iterencode(data)
        return Answer("".join([piece async for piece in slowly(pieces)]), data)

    async def delete(self, visitor: Visitor, name: str) -> Answer:
        """Gives the visitor's account up for good.

        Raises:
            Refused: `needs-key`, `no-account`, `not-your-name`; `still-here`, if another connection uses it.
        """
        account = await self._known(visitor)
        if name_key(name) != name_key(account.name):
            raise Illegal("not-your-name", name=account.name)
        if self._people.is_here(account.id):
            raise NotNow("still-here")
        await give_up_seats(self._people.hub, account.player)
        await self._accounts.give_up(account.id)
        reads = _words(visitor, account)
        lines = (
            reads.say(
                "The account {name} is deleted, with its keys, settings and results, and its name is free.",
                name=account.name,
            ),
            reads.say("Records of games keep the names under which they were played."),
        )
        text = "\n".join(lines)
        return Answer(text, {"deleted": account.name})

    async def _own(self, visitor: Visitor) -> Account:
        """The visitor's account, which is made if need be."""
        if visitor.guest:
            raise Illegal("needs-key")
        return await self._accounts.enter(visitor.account, visitor.suggested_name)

    async def _known(self, visitor: Visitor) -> Account:
        """The visitor's account, if there is one."""
        if visitor.guest:
            raise Illegal("needs-key")
        account = await self._accounts.get(await self._accounts.keys.account_of(visitor.account))
        if account is None or account.gone:
            raise NotNow("no-account")
        return account


def _words(visitor: Visitor, account: Account) -> Words:
    """The language that the account is set to, or that the visitor's terminal asks for."""
    return words(account.settings.language) if account.settings.language else visitor.words


def _keys(account: Account, own: str, reads: Words) -> list[str]:
    this = reads.say("(this one)")
    return [f"  {key}{f'  {this}' if key == own else ''}" for key in account.keys]


def _one_of(account: Account, wanted: str) -> str:
    """The key of an account that a fingerprint, or its beginning, stands for."""
    bare = wanted.removeprefix(_PREFIX)
    found = [key for key in account.keys if key.removeprefix(_PREFIX).startswith(bare)]
    if len(bare) < SHORTEST or len(found) != 1:
        raise Illegal("no-such-key")
    return found[0]


def _date(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms // MS_PER_DAY * MS_PER_DAY / 1000, UTC):%Y-%m-%d}"


def _in_room(state: RoomState, account: Account) -> dict[str, Any]:
    seat = state.seat_of(account.id)
    return {"code": state.code, "title": state.title, "seat": seat, "talk": _said(state.talk, account)}


def _said(lines: Iterable[TalkLine], account: Account) -> list[dict[str, Any]]:
    """What an account has said, under whatever name."""
    return [asdict(line) for line in lines if line.speaker == account.id]
