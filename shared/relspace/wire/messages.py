"""What the server tells a client: snapshots of rooms, the lobby, talk and notices.

Every message is a frozen dataclass. A field that holds its default is left out of the encoding; a field that the
reader does not know is ignored. `relspace.wire` turns them into msgpack and back.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from relspace.room.options import RoomOptions
from relspace.room.state import EndReason, LogEntry, RoomPhase, TalkLine
from relspace.rules.view import View
from relspace.wire.settings import PlayerSettings

FORMAT: Final = 1
"""The version that a snapshot carries as `v`; a reader refuses a newer one."""

Verdict: TypeAlias = Literal["loads", "jams", "unknown", "opens", "choice"]
"""What a move would do as far as the viewer can know.

`unknown` is a face-down card that was not looked at, `opens` a Keycard, `choice` a look or a gift.
"""

Presence: TypeAlias = Literal["here", "away", "autopilot"]
"""Whether a seat's player is connected; `autopilot` plays for one who is not."""

SeatKind: TypeAlias = Literal["free", "person", "guest", "bot"]


@dataclass(frozen=True, slots=True)
class LegalMove:
    """One move that the viewer may make (or might, were it their turn)."""

    move: str
    """In the game's notation: `A1>P2`, `A2+`, `peek C3`, `give S2`."""
    verdict: Verdict = "loads"
    back: int = 0
    """Cards that a jam would bring back into the stash."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat of a room, as everybody sees it."""

    name: str = ""
    """The player's name; empty for a free seat."""
    kind: SeatKind = "free"
    level: str = ""
    """A bot's level."""
    presence: Presence = "here"
    muted: bool = False
    """Whether the host has muted the player."""
    ready: bool = False
    """Before the game: ready to start. After it: wants a rematch."""
    left: int = 0
    """Cards left in the stash."""
    rating: int | None = None
    """Points, in a game those at its start; None before the first rated game, and for guests and bots."""
    hand_over_in: int | None = None
    """Milliseconds, when the snapshot was encoded, until the others may let the autopilot play for a player who is
    away; None where they may not."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the seat on turn, when the snapshot was encoded."""

    left: int
    """Milliseconds left."""
    turn: int
    """Milliseconds that a whole turn has."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat ended."""

    seat: int
    name: str
    left: int
    rows: tuple[int, ...]
    """Cards left in rows A, B, C and X."""
    jams: int
    out: bool = False
    """Whether the player left the game before its end."""
    rating_change: int | None = None
    """By how many points the player's rating changes; None if the game was not rated."""
    rating: int | None = None
    """Points after the game; None if it was not rated."""
    voted: bool = False
    """Whether a player who is out was voted out by the others."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    reason: EndReason
    winner: int | None
    plies: int
    ms: int
    """How long the game took."""
    standings: tuple[Standing, ...]
    """The winner first, then by cards left."""
    next_first: str
    """The name of who plays first in a rematch."""
    you: int | None = None
    """The viewer's seat in that game."""
    last_card: str = ""
    """The card that the winner escaped with."""
    last_pod: int = 0
    """The pod that it went onto; 0 for a Keycard, which left the game."""


@dataclass(frozen=True, slots=True)
class OpenVote:
    """A vote on whether a player shall leave the game."""

    seat: int
    """Whose."""
    yes: int
    """Votes for it."""
    no: int
    needed: int
    """Votes for it that take the player out."""
    left: int
    """Milliseconds that it stays open, when the snapshot was encoded."""
    may: bool = False
    """Whether the viewer can vote now."""
    voted: bool = False
    """Whether the viewer has voted."""


@dataclass(frozen=True, slots=True)
class Missed:
    """What happened in the game while the viewer was away, told until their next move."""

    plies: int
    """Moves that were made."""
    auto: int = 0
    """How many of them the autopilot made for the viewer."""
    played: tuple[str, ...] = ()
    """The last of those, in the game's notation, oldest first."""
    launched: tuple[int, ...] = ()
    """The last pods that left, by number."""
    left: tuple[int, ...] = ()
    """Seats that left the game."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A room as one viewer sees it. Revisions only grow; a client drops an older one."""

    room: str
    """The room's code."""
    title: str
    rev: int
    phase: RoomPhase
    options: RoomOptions
    seats: tuple[SeatInfo, ...]
    host: int | None = None
    """The host's seat."""
    you: int | None = None
    """The viewer's seat; None for a spectator."""
    view: View | None = None
    """What the viewer sees of the game, while there is one."""
    legal: tuple[LegalMove, ...] = ()
    ahead: bool = False
    """Whether `legal` lists what the viewer could play were it their turn."""
    clock: Clock | None = None
    log: tuple[LogEntry, ...] = ()
    """The last 8 moves, oldest first."""
    game: str = ""
    """What the record of the running or last game is called."""
    commitment: str = ""
    """SHA-256 of the seed in hex, public before the first move."""
    seed: str = ""
    """The seed in hex; empty until the game is over."""
    result: Result | None = None
    watching: int = 0
    """Spectators connected at the moment."""
    vote: OpenVote | None = None
    away: Missed | None = None
    """What the viewer has missed."""
    rated: bool = False
    """Whether the running or last game changes ratings; before a game, whether one of those who sit would."""
    started: int = 0
    """When the running or last game began, in wall-clock milliseconds, as lines of talk have them; 0 before one."""
    named: bool = False
    """Whether somebody gave the room its title; one that it got by itself is read in each viewer's language."""
    v: int = FORMAT


@dataclass(frozen=True, slots=True)
class Talk:
    """The last lines said in a room, or in the lobby if `room` is empty; oldest first."""

    room: str
    lines: tuple[TalkLine, ...]


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """A room as the lobby lists it."""

    code: str
    title: str
    phase: RoomPhase
    options: RoomOptions
    taken: int
    """Seats taken."""
    watching: int = 0
    yours: bool = False
    """Whether the viewer has a seat there."""
    turn: str = ""
    """The name of whose turn it is, in the viewer's own games; empty elsewhere."""
    your_turn: bool = False
    clock: Clock | None = None
    left: int = 0
    """Cards left in the viewer's stash there."""
    rival: str = ""
    """The other player with the fewest cards left there."""
    rival_left: int = 0
    named: bool = False
    """Whether somebody gave the room its title; one that it got by itself is read in each viewer's language."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody connected."""

    name: str
    where: Literal["lobby", "room", "game", "away"] = "lobby"
    you: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """Everything that the lobby shows."""

    you: str
    """The viewer's name."""
    address: str
    """What friends type after `ssh`: `play.example.net`, or `-p 2222 play.example.net`."""
    rooms: tuple[RoomSummary, ...]
    """The viewer's rooms first, then open ones, then games."""
    people: tuple[Person, ...]
    guest: bool = False
    motd: str = ""
    """The host's message of the day; empty where there is none."""
    unlisted: int = 0
    """How many more public rooms there are."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the viewer should know once, as a code that screens translate."""

    code: Literal[
        "taken-over",
        "room-closed",
        "draining",
        "removed",
        "host",
        "halted",
        "resumed",
        "name-taken",
        "bad-name",
        "elsewhere",
        "unkept",
    ]
    """With `halted` no move can be saved, and all that is asked is refused, until `resumed`. With `name-taken` and
    `bad-name` the viewer has just got another name than the one that they asked for in coming in. `elsewhere`
    and `unkept` are told without a server only: another program plays the viewer's game; nothing can be kept."""
    room: str = ""
    text: str = ""
    """What the host of the server says to everybody, with the code `host`; the name that was asked for; with
    `unkept`, the folder and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Me:
    """Who the viewer is; the first message of all, and sent again when something of it has changed."""

    name: str
    guest: bool = False
    settings: PlayerSettings = PlayerSettings()


Message: TypeAlias = Snapshot | Talk | Lobby | Notice | Me
