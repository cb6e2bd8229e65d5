"""The lobby as one visitor sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nsmallest
from typing import TYPE_CHECKING, Final, TypeAlias

from relspace.room.state import RoomState
from relspace.wire.messages import Lobby, Person, RoomSummary
from relspace.wire.summary import summary
from relspace_server.rooms.board import PHASES

if TYPE_CHECKING:
    from relspace_server.rooms.board import Board
    from relspace_server.rooms.elsewhere import Connected
    from relspace_server.rooms.open_room import OpenRoom
    from relspace_server.rooms.surroundings import Surroundings
    from relspace_server.rooms.visit import Visit

ROOMS_LISTED: Final = 50
"""Rooms that a lobby lists; the visitor's own always."""

PEOPLE_LISTED: Final = 50

People: TypeAlias = tuple[tuple[str, Person], ...]
"""Those whom a lobby shows, with their ids."""

_NO_CLOCK: Final = 2**53
"""Milliseconds left where no clock runs, for sorting."""


class Listing:
    """The lobby at one moment: what all see alike is worked out once, however many look at it.

    Args:
        board: all rooms, in order.
        rooms: the same by their codes.
        people: who is connected; see `people_of`.
        around: the time and the address.
    """

    def __init__(self, board: Board, rooms: Mapping[str, OpenRoom], people: People, around: Surroundings) -> None:
        self._around = around
        self._board = board
        self._rooms = rooms
        self._people = people
        self._first = board.first(ROOMS_LISTED)
        self._public = board.public

    def seen_by(self, visit: Visit) -> Lobby:
        """Everything that the lobby shows to one visitor: their games first, then open rooms, then games to watch."""
        player = visit.player
        own = [room for room in self._own(player.id) if room.code != visit.leaving]
        apart = {visit.leaving, *(room.code for room in own)}
        listed = (*own, *(room for room in self._first if room.code not in apart))[:ROOMS_LISTED]
        return Lobby(
            you=player.name,
            address=self._around.address,
            rooms=listed,
            people=(Person(player.name, "lobby", you=True), *self._others(player.id)),
            guest=player.kind == "guest",
            motd=self._around.standing.motd,
            unlisted=max(0, self._public - sum(room.options.public for room in listed)),
        )

    def _own(self, player_id: str) -> list[RoomSummary]:
        now = self._around.now()
        rooms = (self._rooms[code] for code in self._board.seats_of(player_id))
        return sorted((summary(room.state, player_id, now, room.watching) for room in rooms), key=_urgency)

    def _others(self, player_id: str) -> list[Person]:
        return [person for other, person in self._people if other != player_id][: PEOPLE_LISTED - 1]


def _urgency(room: RoomSummary) -> tuple[bool, bool, int, int, str]:
    """The visitor's games first, those that wait for them before all, the shortest clock first; then open rooms."""
    left = room.clock.left if room.clock else _NO_CLOCK
    return not room.your_turn, not room.yours, PHASES[room.phase], left if room.yours else 0, room.code


def listed(state: RoomState, player_id: str) -> bool:
    """Whether somebody may know of a room."""
    return state.options.public or state.seat_of(player_id) is not None


_person = lru_cache(maxsize=4_096)(Person)
"""One object for each person and place: every app that shows the lobby keeps its list."""


def people_of(visits: Iterable[Visit], elsewhere: Iterable[Connected]) -> tuple[People, int]:
    """The first of those who are connected: those in the lobby, then by name; a person with two connections once.

    Returns:
        Them, and how many there are in all.
    """
    seen: dict[str, Person] = {}
    for other in visits:
        if other.player.id not in seen or other.in_lobby:
            seen[other.player.id] = _person(other.player.name, other.place)
    for one in elsewhere:
        if one.player not in seen or one.where == "lobby":
            seen[one.player] = _person(one.name, one.where)
    first = nsmallest(PEOPLE_LISTED, seen.items(), key=lambda one: (one[1].where != "lobby", one[1].name.casefold()))
    return tuple(first), len(seen)
