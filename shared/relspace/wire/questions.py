"""What a client can look up, and the answers: rankings, a player's profile, the record of a game."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from relspace.codec.kinds import Limit
from relspace.room.commands import Line

RANKS_SHOWN = 100
"""Rows of the rankings that one answer has at most."""

GAMES_SHOWN = 20
"""Games that a profile lists, newest first."""


@dataclass(frozen=True, slots=True)
class AskRankings:
    """Who is how good, among those who played rated games."""

    first: int = 1
    """The place to begin with."""


@dataclass(frozen=True, slots=True)
class AskProfile:
    """What a player has done so far."""

    name: Line = ""
    """Whose; empty for one's own."""


@dataclass(frozen=True, slots=True)
class AskRecord:
    """The record of a game."""

    game: Annotated[str, Limit(64)]
    """The game's id, as its end shows it."""


Question: TypeAlias = AskRankings | AskProfile | AskRecord


@dataclass(frozen=True, slots=True)
class Rank:
    """One row of the rankings."""

    place: int
    name: str
    rating: int
    """A conservative figure, by which the rows are ordered (docs/ratings.md)."""
    doubt: int
    """How uncertain it is: one standard deviation, in the same points."""
    games: int
    """Rated games, and so are the wins."""
    wins: int


@dataclass(frozen=True, slots=True)
class Rankings:
    """A part of the rankings."""

    total: int
    """How many players are ranked."""
    rows: tuple[Rank, ...]
    you: Rank | None = None
    """The viewer's own row, if they are ranked."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that a player finished."""

    game: str
    """Its record's id."""
    ended: int
    """Wall-clock milliseconds."""
    players: tuple[str, ...]
    """The names, by seat."""
    winner: str = ""
    """Empty if nobody won."""
    place: int = 0
    """The player's own place, from 1; players who tied share one."""
    change: int | None = None
    """By how much the player's rating changed; None if the game was not rated."""
    seat: int = 0
    """The player's own seat, from 1, whatever they were called then; 0 where nobody knows."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a player's games."""

    name: str
    guest: bool = False
    since: int = 0
    """When the account was made, in wall-clock milliseconds."""
    rank: Rank | None = None
    """None before the first rated game."""
    games: int = 0
    """All finished games, rated or not."""
    wins: int = 0
    jams: int = 0
    """Pods that the player jammed."""
    fastest: int = 0
    """The fewest plies of their own with which the player escaped; 0 if they never did."""
    last: tuple[PlayedGame, ...] = ()
    """The last games, newest first."""


@dataclass(frozen=True, slots=True)
class RecordText:
    """The record of a game, a line for each fact (docs/rules.md 8)."""

    game: str
    text: str


Answer: TypeAlias = Rankings | Profile | RecordText
