"""What a client asks for: rooms to open, join or leave, and what it asks of the room it is in."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from relspace.codec.kinds import Limit
from relspace.room.commands import Asked, Code, Line
from relspace.room.options import RoomOptions
from relspace.wire.settings import PlayerSettings


@dataclass(frozen=True, slots=True)
class Create:
    """Open a room and take its first seat, as its host."""

    title: Line = ""
    options: RoomOptions = RoomOptions()
    bots: int = 0
    """How many seats bots take at once."""
    level: Annotated[str, Limit(16)] = ""
    """The bots' level; empty for the default."""


@dataclass(frozen=True, slots=True)
class QuickPlay:
    """Take a seat in an open room where a game is about to begin, or in a new one with bots."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take a free seat of a room, or come back to one's own."""

    room: Code
    take_over: bool = False
    """Whether another live connection of the same player gives way."""


@dataclass(frozen=True, slots=True)
class Watch:
    """See a room without a seat; with one of their own that nobody has at the moment, they have it again."""

    room: Code


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop seeing a room. The seat is given up, except while a game runs: then it waits."""

    room: Code


@dataclass(frozen=True, slots=True)
class AddBot:
    """Give a free seat to a bot. The host's."""

    room: Code
    level: Annotated[str, Limit(16)] = ""
    """Empty for the default."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Take another name, if nobody has it."""

    name: Line


@dataclass(frozen=True, slots=True)
class SaveSettings:
    """Keep how the game looks and behaves for oneself."""

    settings: PlayerSettings


@dataclass(frozen=True, slots=True)
class Ignore:
    """Hide what somebody says, for oneself and for this session, or show it again."""

    name: Line
    on: bool = True


Command: TypeAlias = Create | QuickPlay | Join | Watch | Leave | AddBot | Rename | SaveSettings | Ignore | Asked


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out."""

    room: str = ""
    """The room it led to, if it led to one."""
