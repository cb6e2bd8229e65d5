"""Where a person comes in: what they asked for on the command line."""

from dataclasses import dataclass
from typing import TypeAlias

from relspace.room.options import RoomOptions


@dataclass(frozen=True, slots=True)
class InLobby:
    """In the lobby."""


@dataclass(frozen=True, slots=True)
class JoinRoom:
    """With a seat in a room."""

    code: str
    """The room's code, in any case."""


@dataclass(frozen=True, slots=True)
class WatchRoom:
    """In a room without a seat."""

    code: str
    """The room's code, in any case."""


@dataclass(frozen=True, slots=True)
class PlayBots:
    """In a new game against bots."""

    bots: int = 3
    """How many bots take a seat at once, 1 to 9."""
    seats: int = 0
    """Seats of the room, 2 to 10; 0 for one seat each. Further seats wait for people."""
    options: RoomOptions = RoomOptions(clock=0)
    """The other options of the room."""


@dataclass(frozen=True, slots=True)
class Learn:
    """In the tutorial."""


@dataclass(frozen=True, slots=True)
class Replay:
    """In the replay of a game that is over."""

    game: str
    """The game's id, as its end shows it."""


Start: TypeAlias = InLobby | JoinRoom | WatchRoom | PlayBots | Learn | Replay
