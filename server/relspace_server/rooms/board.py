"""All rooms in the order in which a lobby lists them, kept as they change.

With ten thousand rooms nobody can look through all of them for each move that somebody makes; so a change costs the
same however many rooms there are.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from relspace.room.state import RoomPhase, RoomState
from relspace.wire.messages import RoomSummary
from relspace.wire.summary import glance

if TYPE_CHECKING:
    from relspace_server.rooms.open_room import OpenRoom

PHASES: Final[dict[RoomPhase, int]] = {"gathering": 0, "playing": 1, "over": 2}
"""What is listed first."""


class Place(NamedTuple):
    """Where a room stands in the list; the smaller ones first."""

    phase: int
    full: bool
    """Whether nobody can sit down before the game."""
    deserted: bool
    """Whether nobody who plays there is connected."""
    created: int
    """Who has waited longest comes first; and what is opened later moves nobody from their row."""
    code: str


class Card(NamedTuple):
    """What the board keeps of a room."""

    place: Place
    summary: RoomSummary
    """As those see it who have no seat there: whose turn it is would change with every move."""
    players: frozenset[str]
    """The ids of the people who have a seat."""


class Board:
    """Every room's card."""

    def __init__(self) -> None:
        self._cards: dict[str, Card] = {}
        self._public: list[Place] = []
        """Of the public rooms, in order."""
        self._seated: dict[str, set[str]] = {}
        """By player: the codes of the rooms where they have a seat."""

    def put(self, room: OpenRoom) -> bool:
        """Takes a room as it is now. Returns whether its card has changed."""
        state = room.state
        card = Card(_place(state), glance(state, "", room.watching), _people(state))
        before = self._cards.get(state.code)
        if card == before:
            return False
        if before is not None:
            self._take_off(before)
        self._cards[state.code] = card
        if card.summary.options.public:
            insort(self._public, card.place)
        for player in card.players:
            self._seated.setdefault(player, set()).add(state.code)
        return True

    def drop(self, code: str) -> None:
        """Forgets a room that is gone."""
        card = self._cards.pop(code, None)
        if card is not None:
            self._take_off(card)

    def seats_of(self, player_id: str) -> tuple[str, ...]:
        """The codes of the rooms where somebody has a seat."""
        return tuple(sorted(self._seated.get(player_id, ())))

    def players(self, code: str) -> frozenset[str]:
        """The ids of the people who have a seat in a room."""
        card = self._cards.get(code)
        return card.players if card is not None else frozenset()

    @property
    def public(self) -> int:
        """How many rooms everybody may know of."""
        return len(self._public)

    def first(self, most: int) -> tuple[RoomSummary, ...]:
        """The first public rooms of the list."""
        return tuple(self._cards[place.code].summary for place in self._public[:most])

    def waiting(self) -> Iterator[str]:
        """The codes of the public rooms where somebody waits for players, who has waited longest first."""
        for place in tuple(self._public[: bisect_left(self._public, (0, False, True))]):
            yield place.code

    def _take_off(self, card: Card) -> None:
        code = card.place.code
        if card.summary.options.public:
            del self._public[bisect_left(self._public, card.place)]
        for player in card.players:
            codes = self._seated[player]
            codes.discard(code)
            if not codes:
                del self._seated[player]


def _place(state: RoomState) -> Place:
    return Place(
        PHASES[state.phase],
        state.phase == "gathering" and all(seat.player for seat in state.seats),
        not any(seat.is_person and seat.session for seat in state.seats),
        state.created,
        state.code,
    )


def _people(state: RoomState) -> frozenset[str]:
    return frozenset(seat.player.id for seat in state.seats if seat.player is not None and seat.player.kind != "bot")
