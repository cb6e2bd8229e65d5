"""The lobby as one visitor sees it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from relspace.room.state import RoomState
from relspace.rules.stash import cards_left
from relspace.wire.messages import Clock, Lobby, Person, RoomSummary

if TYPE_CHECKING:
    from relspace_server.rooms.elsewhere import Connected
    from relspace_server.rooms.open_room import OpenRoom
    from relspace_server.rooms.surroundings import Surroundings
    from relspace_server.rooms.visit import Visit

ROOMS_LISTED: Final = 50
"""Rooms that a lobby lists; the visitor's own always."""

PEOPLE_LISTED: Final = 50

_NO_CLOCK: Final = 2**53
"""Milliseconds left where no clock runs, for sorting."""

_ORDER: Final = {"gathering": 0, "playing": 1, "over": 2}


class Listing:
    """The lobby at one moment: what all see alike is worked out once, however many look at it.

    Args:
        rooms: all of them.
        visits: everybody who is connected here.
        around: the time and the address.
        elsewhere: those who are connected to other nodes.
    """

    def __init__(
        self,
        rooms: Iterable[OpenRoom],
        visits: Iterable[Visit],
        around: Surroundings,
        elsewhere: Iterable[Connected] = (),
    ) -> None:
        self._around = around
        self._now = around.now()
        self._seated: dict[str, list[OpenRoom]] = {}
        """By player: the rooms where they have a seat."""
        self._strangers: list[RoomSummary] = []
        """The public rooms, for those without a seat there: whose turn it is would change with every move."""
        for room in rooms:
            for seat in room.state.seats:
                if seat.player is not None and seat.player.kind != "bot":
                    self._seated.setdefault(seat.player.id, []).append(room)
            if room.state.options.public:
                self._strangers.append(_glance(room.state, "", room.watching))
        self._strangers.sort(key=_urgency)
        self._first = tuple(self._strangers[:ROOMS_LISTED])
        self._people = _people(visits, elsewhere)

    def seen_by(self, visit: Visit) -> Lobby:
        """Everything that the lobby shows to one visitor: their games first, then open rooms, then games to watch."""
        player = visit.player
        return Lobby(
            you=player.name,
            address=self._around.address,
            rooms=self._rooms(player.id),
            people=(Person(player.name, "lobby", you=True), *self._others(player.id)),
            guest=player.kind == "guest",
            motd=self._around.standing.motd,
        )

    def _rooms(self, player_id: str) -> tuple[RoomSummary, ...]:
        seated = self._seated.get(player_id)
        if seated is None:
            return self._first
        own = {room.state.code: summary(room.state, player_id, self._now, room.watching) for room in seated}
        rooms = [*own.values(), *(room for room in self._strangers if room.code not in own)]
        return tuple(sorted(rooms, key=_urgency)[:ROOMS_LISTED])

    def _others(self, player_id: str) -> list[Person]:
        return [person for other, person in self._people if other != player_id][: PEOPLE_LISTED - 1]


def _urgency(room: RoomSummary) -> tuple[bool, bool, int, int, str]:
    """The visitor's games first, those that wait for them before all, the shortest clock first; then open rooms."""
    left = room.clock.left if room.clock else _NO_CLOCK
    return not room.your_turn, not room.yours, _ORDER[room.phase], left if room.yours else 0, room.code


def listed(state: RoomState, player_id: str) -> bool:
    """Whether somebody may know of a room."""
    return state.options.public or state.seat_of(player_id) is not None


def _plays(state: RoomState, player_id: str) -> bool:
    """Whether somebody has a seat, and has not resigned."""
    seat = state.seat_of(player_id)
    if seat is None:
        return False
    return state.phase != "playing" or state.game is None or not state.game.position.seats[seat - 1].out


def summary(state: RoomState, player_id: str, now: int, watching: int) -> RoomSummary:
    """One room, as somebody sees it in a list."""
    base = _glance(state, player_id, watching)
    return base if state.phase != "playing" else _with_game(base, state, player_id, now)


def _glance(state: RoomState, player_id: str, watching: int) -> RoomSummary:
    """The same without what goes on in its game."""
    return RoomSummary(
        code=state.code,
        title=state.title,
        phase=state.phase,
        options=state.options,
        taken=sum(seat.player is not None for seat in state.seats),
        watching=watching,
        yours=_plays(state, player_id),
    )


def _with_game(base: RoomSummary, state: RoomState, player_id: str, now: int) -> RoomSummary:
    game = state.game
    assert game is not None
    position = game.position
    on_turn = game.players[position.turn - 1]
    you = state.seat_of(player_id)
    left = {number: cards_left(stash) for number, stash in enumerate(position.seats, 1) if not stash.out}
    rival = min((number for number in left if number != you), key=left.__getitem__, default=None)
    turn = 1000 * state.options.clock
    return replace(
        base,
        turn=on_turn.name,
        your_turn=on_turn.id == player_id,
        clock=Clock(max(0, min(turn, game.deadline - now)), turn) if game.deadline else None,
        left=left.get(you or 0, 0),
        rival=game.players[rival - 1].name if rival else "",
        rival_left=left.get(rival or 0, 0),
    )


def _people(visits: Iterable[Visit], elsewhere: Iterable[Connected]) -> list[tuple[str, Person]]:
    """Everybody connected, those in the lobby first, then by name; a person with two connections once."""
    seen: dict[str, Person] = {}
    for other in visits:
        if other.player.id not in seen or other.in_lobby:
            seen[other.player.id] = Person(other.player.name, other.place)
    for one in elsewhere:
        if one.player not in seen or one.where == "lobby":
            seen[one.player] = Person(one.name, one.where)
    return sorted(seen.items(), key=lambda item: (item[1].where != "lobby", item[1].name.casefold()))
