"""Opening rooms."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from relspace.bots.table import add_bot
from relspace.errors import NotNow
from relspace.room.create import CODE_LETTERS, create
from relspace.room.options import RoomOptions
from relspace.room.settling import Ratings, with_skills
from relspace.room.state import Player, RoomState
from relspace.room.stored import encode_room
from relspace_server.rooms.admission import Admission
from relspace_server.rooms.form import Apply
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.rooms.tickets import TicketOffice
from relspace_server.store.bucket import Bucket
from relspace_server.store.update import Updated

_LETTERS: Final = frozenset(CODE_LETTERS)

LONGEST_CODE: Final = 8
"""Letters of what is looked up as a code."""


def may_be_code(text: str) -> bool:
    """Whether a room may have this code, in capitals."""
    return 0 < len(text) <= LONGEST_CODE and set(text) <= _LETTERS


class Opening:
    """Makes rooms, as long as there may be more of them.

    Args:
        around: the time, entropy and the limits.
        bucket: where the rooms are.
        rooms: every room, as it changes.
        ratings: what is known of the players.
        tickets: whom other nodes let open a room at the same moment.
        apply: how a room is changed that makes way.
    """

    def __init__(
        self,
        around: Surroundings,
        bucket: Bucket,
        rooms: Mapping[str, OpenRoom],
        ratings: Ratings,
        tickets: TicketOffice,
        apply: Apply,
    ) -> None:
        self._around = around
        self._bucket = bucket
        self._rooms = rooms
        self._ratings = ratings
        self._tickets = tickets
        self._admission = Admission(around, rooms, apply)

    async def open(
        self, host: Player, session: str, title: str, options: RoomOptions, bots: int, level: str, network: str = ""
    ) -> Updated[RoomState]:
        """Stores a room with its host in the first seat and bots in the next ones.

        Args:
            host: whose it is.
            session: the connection that has their seat.
            title: what it is called; empty for a title of its own.
            options: the host's.
            bots: how many are seated; as many as there are seats.
            level: of the bots; empty for the usual one.
            network: what counts as the address from which it is opened; empty where that is not known.

        Raises:
            Refused: `bad-options`, `too-many-rooms`, `too-many-of-yours`, `too-many-of-address`, `draining`.
            Fault: the store does not answer.
        """
        if self._around.standing.draining:
            raise NotNow("draining")
        new = partial(self._new, host, session, title, options, bots, level)
        state = new()  # first: nobody's room makes way for one that is refused
        async with self._admission.opening(host, network):
            if state.code in self._rooms:
                state = new()
            hosted, most = partial(self._admission.hosted, host), self._around.max_rooms_per_account
            await self._tickets.draw(host.id, state.code, hosted, self._rooms, most)
            opened = Updated(state, await self._bucket.put(state.code, encode_room(state), 0))
            self._admission.opened(state.code, network)
            return opened

    def _new(self, host: Player, session: str, title: str, options: RoomOptions, bots: int, level: str) -> RoomState:
        """A room with a code that no other has."""
        titles = {room.state.title for room in self._rooms.values()}
        while True:
            entropy, now = self._around.entropy(), self._around.now()
            state = create(host, session, title, options, now, entropy, titles)
            if state.code not in self._rooms:
                break
        for nth in range(min(bots, options.seats - 1)):
            state = add_bot(state, host, level, now, bytes([entropy[9 + nth]]) + entropy)
        return with_skills(state, self._ratings)
