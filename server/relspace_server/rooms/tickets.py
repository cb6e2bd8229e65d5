"""Rooms that are being opened on all nodes, so that nobody has more of them than they may.

A node hears of the rooms that others open a moment later. So whoever opens one enters its code first, into a value of
the bucket `opening` that is theirs: of two nodes that do so at the same moment the second one sees what the first has
entered.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from relspace.errors import Fault, NotNow, Refused
from relspace_server.rooms.form import form_of
from relspace_server.store.bucket import Store
from relspace_server.store.update import Updater, remember

KEPT: Final = 3_000
"""Milliseconds after which every node has heard of a room."""


class Ticket(NamedTuple):
    """A room that is being opened."""

    code: str
    at: int
    """Wall-clock milliseconds."""


@dataclass(frozen=True, slots=True)
class Tickets:
    """Those of one host."""

    tickets: tuple[Ticket, ...] = ()
    ops: tuple[str, ...] = ()


FORM: Final = form_of(Tickets)


class TicketOffice:
    """Hands tickets out.

    Args:
        store: what is shared; where the store belongs to one process, nobody needs a ticket.
        now: wall-clock milliseconds.
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._shared = store.shared
        self._bucket = store.bucket("opening")
        self._now = now
        self._updater = Updater()

    async def draw(self, host: str, code: str, hosted: Callable[[], int], known: Collection[str], most: int) -> None:
        """Enters a room that is about to be opened.

        Args:
            host: the id of the player whose room it is.
            code: the room's.
            hosted: how many rooms of theirs are known here, at the moment.
            known: the codes of all rooms that are known here, as they change.
            most: how many rooms they may have.

        Raises:
            NotNow: `too-many-of-yours`.
            Fault: the store does not answer.
        """
        if not self._shared:
            return
        now = self._now()
        op = f"{code}-{now}"

        def drawn(found: Tickets) -> Tickets:
            fresh = tuple(one for one in found.tickets if _is_fresh(one, now))
            if hosted() + sum(one.code not in known for one in fresh) >= most:
                raise NotNow("too-many-of-yours", most=most)
            return replace(found, tickets=(*fresh, Ticket(code, now)), ops=remember(found.ops, op))

        await self._updater.update(self._bucket, host, op, drawn, FORM)

    async def sweep(self) -> None:
        """Removes the tickets of rooms of which everybody has heard."""
        if not self._shared:
            return
        with suppress(Fault):  # another node removes them as well
            for host, value in await self._bucket.scan(""):
                if not _has_fresh(value.data, self._now()):
                    await self._bucket.delete(host, value.revision)


def _is_fresh(ticket: Ticket, now: int) -> bool:
    return abs(now - ticket.at) < KEPT


def _has_fresh(data: bytes, now: int) -> bool:
    try:
        return any(_is_fresh(one, now) for one in FORM.decode(data).tickets)
    except Refused:
        return False
