"""Who is connected to this node, as admins see it, and whom they mean."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from relspace.text import name_key
from relspace_server.accounts.bans import Ban
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.house import House, Live
from relspace_server.ssh.wayout import Ending


@dataclass(frozen=True, slots=True)
class Somebody:
    """One session, as admins see it."""

    session: str
    name: str
    """Empty until the game has let them in."""
    account: str
    """The account's id, which may be the fingerprint of its first key."""
    key: str
    """The fingerprint of the key that was proven; empty of a guest."""
    address: str
    place: str
    room: str
    """The code of the room that is looked at."""
    seconds: int
    """How long it has gone on."""
    node: str = ""
    """The node that it is connected to."""


class Connected:
    """Everybody with a session.

    Args:
        house: the sessions.
        hub: who they are in the game.
    """

    def __init__(self, house: House, hub: Hub) -> None:
        self._house = house
        self._hub = hub

    def all(self) -> list[Somebody]:
        """Everybody, whoever came first first."""
        return [somebody for somebody, _ in self._all()]

    def end(self, meant: Callable[[Somebody], bool], ending: Ending) -> list[Somebody]:
        """Ends sessions; returns those that it ended."""
        ended = [(somebody, live) for somebody, live in self._all() if meant(somebody)]
        for _, live in ended:
            live.end(ending)
        return [somebody for somebody, _ in ended]

    def _all(self) -> Iterable[tuple[Somebody, Live]]:
        now = asyncio.get_running_loop().time()
        visits = {visit.session.partition("/")[2]: visit for visit in self._hub.presence.visits}
        for session, live in list(self._house.live.items()):
            visitor, visit = live.visitor, visits.get(session)
            yield (
                Somebody(
                    session,
                    visit.player.name if visit is not None else "",
                    visit.player.id if visit is not None else "",
                    "" if visitor.guest else visitor.account,
                    visitor.address,
                    live.place(),
                    visit.room if visit is not None else "",
                    int(now - live.since),
                    self._hub.around.node,
                ),
                live,
            )


def as_data(people: Iterable[Somebody]) -> list[dict[str, Any]]:
    """For programs."""
    return [asdict(somebody) for somebody in people]


def called(who: str) -> Callable[[Somebody], bool]:
    """Whether somebody is meant by a name, an account, a key or a session's id."""
    folded = name_key(who)

    def meant(somebody: Somebody) -> bool:
        named = bool(somebody.name) and name_key(somebody.name) == folded
        return named or (bool(who) and who in (somebody.account, somebody.key, somebody.session))

    return meant


def banned_by(ban: Ban, holds: Callable[[str], bool]) -> Callable[[Somebody], bool]:
    """Whether a ban keeps somebody out.

    Args:
        ban: the ban.
        holds: whether an address is within the ban's.
    """

    def meant(somebody: Somebody) -> bool:
        if ban.kind in ("address", "network"):
            return holds(somebody.address)
        if ban.kind == "name":
            return bool(somebody.name) and name_key(somebody.name) == name_key(ban.who)
        return ban.who == (somebody.account if ban.kind == "account" else somebody.key)

    return meant
