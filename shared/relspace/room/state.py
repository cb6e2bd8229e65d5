"""The state of a room: immutable, versioned by the store, at most 60,000 bytes encoded.

Spectators are not in it, nor is anything that a process knows by itself, such as who is connected to it.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.room.options import RoomOptions
from relspace.room.outcome import Outcome, Skill
from relspace.room.secret import Secret
from relspace.rules.events import Event
from relspace.rules.position import Position

OPERATIONS_KEPT: Final = 16
"""Operation ids that a room remembers, so that a retry finds its own write."""

TALK_KEPT: Final = 40
"""Lines said in the room that it remembers."""

LOG_KEPT: Final = 8
"""Moves whose events the room remembers; the record has all moves."""

ABSENCE_KEPT: Final = 12
"""Moves and pods of an absence that are remembered one by one."""

MUTES_KEPT: Final = 20
"""Players of whom the room remembers that their host has muted them, and as many whose seats the host has freed."""

AUTOPILOT_AFTER: Final = 2
"""Turns in a row that must run out before the autopilot plays at once."""

RoomPhase: TypeAlias = Literal["gathering", "playing", "over"]
"""Before the game, during it, and after it until the rematch."""

PlayerKind: TypeAlias = Literal["person", "guest", "bot"]

EndReason: TypeAlias = Literal["escaped", "last_left", "exploded", "abandoned"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who can have a seat."""

    id: str
    """The account; for a bot `bot:` and its name."""
    name: str
    kind: PlayerKind = "person"
    level: str = ""
    """A bot's level."""
    skill: Skill | None = None
    """What was known of a person's skill: in a game at its start, else lately; None before the first rated game."""


@dataclass(frozen=True, slots=True)
class Absence:
    """What happened in a game while the player of a seat was away; kept until their next move."""

    since: int
    """Plies made when they went."""
    until: int | None = None
    """Plies made when they came back; None while they are away."""
    played: tuple[str, ...] = ()
    """The last moves that the autopilot made for them, at most `ABSENCE_KEPT`, oldest first."""
    auto: int = 0
    """How many moves it made."""
    launched: tuple[int, ...] = ()
    """The last pods that left, at most `ABSENCE_KEPT`."""
    left: tuple[int, ...] = ()
    """Seats that left the game."""
    told: int = 0
    """When they came back and were told, in wall-clock milliseconds; 0 while they are away."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table."""

    player: Player | None = None
    session: str = ""
    """`node/session` of the connection that holds the seat; empty while its player is away."""
    ready: bool = False
    """Before the game: ready to start. After it: wants a rematch."""
    away_since: int = 0
    """Wall-clock milliseconds since when the player is away; 0 while here."""
    missed: int = 0
    """Turns in a row that ran out."""
    autopilot: bool = False
    """Whether the autopilot plays at once, until the player is back."""
    absence: Absence | None = None
    """What the player has missed of the game."""
    called: int = 0
    """When the player last called a vote in this game, in wall-clock milliseconds; 0 if they have not."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.player is not None and self.player.kind == "bot"

    @property
    def is_person(self) -> bool:
        """Whether a person, guest or not, has this seat, connected or away."""
        return self.player is not None and self.player.kind != "bot"


class MoveMade(NamedTuple):
    """One line of the record."""

    seat: int
    move: str
    ms: int
    """Milliseconds since the start of the game."""
    auto: bool
    """Whether the server made it for an absent player."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One move, as events that each viewer reads in their own language."""

    ply: int
    seat: int
    """Who moved."""
    events: tuple[Event, ...]
    auto: bool = False
    """Whether the autopilot moved for an absent player."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is being played, or the one that ended last."""

    number: int
    """Counts the games of this room, from 1."""
    first: int
    """The seat that played first."""
    position: Position
    seed: Secret
    commitment: str
    """SHA-256 of the seed, in hex."""
    started: int
    """Wall-clock milliseconds."""
    moved: int
    """When the last move was made."""
    deadline: int = 0
    """When the turn runs out; 0 without a clock."""
    moves: tuple[MoveMade, ...] = ()
    log: tuple[LogEntry, ...] = ()
    """The last `LOG_KEPT` moves, oldest first, with all secrets: filter it for each viewer."""
    players: tuple[Player, ...] = ()
    """Who played, by seat; the room's seats may change after the game."""
    jams: tuple[int, ...] = ()
    """How often each seat jammed a pod."""
    reason: EndReason | None = None
    """How the game ended; None while it runs."""
    voted_out: tuple[int, ...] = ()
    """The seats that the others voted out."""
    rated: bool = False
    """Whether it changes its players' ratings."""
    outcome: Outcome | None = None
    """What is to be entered of it; None while it runs, and where nobody keeps such things."""


@dataclass(frozen=True, slots=True)
class TalkLine:
    """Something that somebody said."""

    name: str
    text: str
    at: int
    """Wall-clock milliseconds."""
    speaker: str = ""
    """The player's id. It never leaves the server: what clients are sent has none."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Whether the others want a seat out of the game."""

    seat: int
    """Whose."""
    opened: int
    """Wall-clock milliseconds."""
    ends: int
    """The same, when it is over."""
    yes: tuple[int, ...] = ()
    """Seats that voted for it."""
    no: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomState:
    """Everything that a room is."""

    code: str
    title: str
    options: RoomOptions
    seats: tuple[Seat, ...]
    host: str
    """The host's player id."""
    created: int
    touched: int
    """When a person last did something here."""
    phase: RoomPhase = "gathering"
    game: Game | None = None
    talk: tuple[TalkLine, ...] = ()
    removed: tuple[tuple[str, int], ...] = ()
    """Ids of players whose seat the host has freed, and until when they cannot sit down again, wall-clock ms."""
    muted: tuple[str, ...] = ()
    """Ids of players who may not talk here."""
    vote: Vote | None = None
    ops: tuple[str, ...] = ()
    """The last operation ids, newest last."""
    closed: bool = False
    """Whether the room is to be removed from the store."""
    named: bool = False
    """Whether somebody gave the room its title; if not, it is one of `relspace.room.create.TITLES`."""

    def seat_of(self, player_id: str) -> int | None:
        """The number of this player's seat, from 1."""
        for number, seat in enumerate(self.seats, 1):
            if seat.player is not None and seat.player.id == player_id:
                return number
        return None

    def is_out(self, number: int) -> bool:
        """Whether the player of a seat has left the game that is played."""
        return self.phase == "playing" and self.game is not None and self.game.position.seats[number - 1].out

    @property
    def host_seat(self) -> int | None:
        """The number of the host's seat."""
        return self.seat_of(self.host)

    @property
    def game_id(self) -> str:
        """What records call the running or last game: the room's code, when it was opened, and the game's number."""
        return f"{self.code}-{self.created:x}-{self.game.number if self.game else 0}"
