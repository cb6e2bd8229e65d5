"""What can be asked of a room. Imperative; what came of it is in the new state.

The first group is asked by people, over whatever connection; the second by the server alone.
"""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from relspace.codec.kinds import Limit
from relspace.room.options import RoomOptions
from relspace.room.state import Player

Code = Annotated[str, Limit(16)]
"""A room's code, in any case."""

Line = Annotated[str, Limit(512)]
"""A line of people's text, before it is made safe."""


@dataclass(frozen=True, slots=True)
class SetReady:
    """Say whether one is ready; after a game, whether one wants the rematch."""

    room: Code
    ready: bool


@dataclass(frozen=True, slots=True)
class Start:
    """Start the game with those who sit, all being ready. The host's."""

    room: Code


@dataclass(frozen=True, slots=True)
class MakeMove:
    """Make a move, `resign` included."""

    room: Code
    move: Annotated[str, Limit(16)]
    ply: int
    """The number of plies made when the move was chosen; a stale one is refused."""


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Free somebody else's seat before the game or after it: a bot's, or a person's. The host's."""

    room: Code
    seat: int


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Change the room's options before the game. The host's."""

    room: Code
    options: RoomOptions


@dataclass(frozen=True, slots=True)
class Say:
    """Say a line in a room, or in the lobby if `room` is empty."""

    room: Code
    text: Line


@dataclass(frozen=True, slots=True)
class HandOver:
    """Hand an away player's seat to the autopilot, where no clock runs."""

    room: Code
    seat: int


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Take one's seat back from the autopilot."""

    room: Code


@dataclass(frozen=True, slots=True)
class CallVote:
    """Ask the others whether a player shall leave the game; the caller's yes counts."""

    room: Code
    seat: int


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote in the vote that is open."""

    room: Code
    yes: bool


@dataclass(frozen=True, slots=True)
class MuteSeat:
    """Take what a player says out of the room, or let them talk again. The host's."""

    room: Code
    seat: int
    on: bool = True


@dataclass(frozen=True, slots=True)
class GiveHost:
    """Make somebody else the room's host. The host's."""

    room: Code
    seat: int


Asked: TypeAlias = (
    SetReady
    | Start
    | MakeMove
    | RemoveSeat
    | SetOptions
    | Say
    | HandOver
    | ComeBack
    | CallVote
    | CastVote
    | MuteSeat
    | GiveHost
)
"""What people ask of a room that they are in."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat, or come back to one's own, with a connection."""

    session: str
    instead_of: str = ""
    """The connection of the same player that gives way, if it is the one that holds the seat."""


@dataclass(frozen=True, slots=True)
class Depart:
    """Leave: frees the seat, except while a game runs; then it waits for its player."""

    session: str


@dataclass(frozen=True, slots=True)
class LoseSession:
    """A connection is gone: the seat it held shows away."""

    session: str
    guest: str = ""
    """The id of a guest who is gone with it: the seat does not wait either that they had left for the lobby."""


@dataclass(frozen=True, slots=True)
class Recover:
    """A process that served the room is gone: the seats of its connections show away, and the turn has time again."""

    nodes: tuple[str, ...]
    """The processes that live; connections of all others are lost."""


@dataclass(frozen=True, slots=True)
class GiveTimeBack:
    """Give back time in which nobody could move."""

    ms: int


@dataclass(frozen=True, slots=True)
class EndVote:
    """Close a vote that was open for its time."""


@dataclass(frozen=True, slots=True)
class PassHost:
    """Make somebody who is here the host, instead of one who has been away too long."""


@dataclass(frozen=True, slots=True)
class FreeAway:
    """Free the seats of those who have been away too long, before a game or after it."""


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Give a free seat to this bot, as the host asked."""

    bot: Player


@dataclass(frozen=True, slots=True)
class PlayForSeat:
    """Make a move for a bot, or for a player whose turn ran out or whom the autopilot replaces."""

    game: int
    ply: int
    move: str
    auto: bool


@dataclass(frozen=True, slots=True)
class Close:
    """Close a room that nobody uses any more; a game that runs is abandoned."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Mark the outcome of a game as entered wherever it belongs."""

    game: int
    """Its number in the room."""


Served: TypeAlias = (
    Settle
    | Sit
    | Depart
    | LoseSession
    | Recover
    | GiveTimeBack
    | EndVote
    | PassHost
    | FreeAway
    | SeatBot
    | PlayForSeat
    | Close
)
"""What the server asks of a room."""

RoomCommand: TypeAlias = Asked | Served
