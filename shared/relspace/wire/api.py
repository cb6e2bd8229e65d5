"""The machine API as one table: every request that a program may make, its answer, its errors, an example.

The fields of a request are those of its declaration here, in `commands`, `questions` and `relspace.room.commands`: what
screens ask for by a key, programs ask for by name. The server reads requests by this table, docs/api.md is made from
it, and a test runs every example.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from relspace.codec.kinds import Plain, tag_of
from relspace.errors import Unreadable
from relspace.room.commands import (
    CallVote,
    CastVote,
    ComeBack,
    GiveHost,
    HandOver,
    MakeMove,
    MuteSeat,
    RemoveSeat,
    Say,
    SetOptions,
    SetReady,
    Start,
)
from relspace.wire.codec import CODEC
from relspace.wire.commands import (
    AddBot,
    Command,
    Create,
    Done,
    Ignore,
    Join,
    Leave,
    QuickPlay,
    Rename,
    SaveSettings,
    Watch,
)
from relspace.wire.messages import Lobby, Me
from relspace.wire.questions import (
    AskProfile,
    AskRankings,
    AskRecord,
    Profile,
    Question,
    Rankings,
    RecordText,
)

API: Final = 1
"""The version of the API. New requests, fields and messages leave it as it is; what breaks programs raises it."""

# ── what programs alone ask for ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Hello:
    """Ask who one is, and for versions. May come at any time, and need not come at all."""

    api: int = API
    """The version of the API that the program was written for; one that is newer than the server's is refused."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """Ask for the lobby as it is now: the rooms, and who is there."""


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Be sent the lobby, and what is said there, now and whenever it changes while one is in no room."""

    on: bool = True
    """Whether to begin or to stop."""


Asking: TypeAlias = Hello | Rooms | Subscribe
"""What programs ask the server itself."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to `hello`."""

    you: Me
    server: str
    """The version of the server."""
    api: int
    """The version of the API."""
    format: int
    """The newest version of a snapshot."""


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message of all: why the session ends."""

    exit: int
    """The exit code: 0 done, 1 failed, 2 framing that cannot be read, 3 refused."""
    message: str
    """A sentence for people."""


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────

Scene: TypeAlias = Literal["lobby", "room", "table", "end"]
"""Where an example is right: in no room, as the host of one before its game, in a game, after it."""

COMMON_ERRORS: Final = ("bad-message", "unknown-type", "bad-field", "too-large", "unavailable")
"""What any request may be answered."""

ROOM_ERRORS: Final = ("no-such-room", "room-closed")
"""What any request with a `room` may be answered besides."""


class Facts(NamedTuple):
    """What the declaration of a request does not say."""

    example: Mapping[str, Plain]
    """Its fields in an example, without those that the server fills in."""
    errors: tuple[str, ...] = ()
    """Codes that it may be answered, besides those that are common to all."""
    scene: Scene = "lobby"
    answer: type = Done


FACTS: Final[Mapping[type, Facts]] = MappingProxyType(
    {
        Hello: Facts({"api": 1}, ("bad-version",), answer=Welcome),
        Rooms: Facts({}, answer=Lobby),
        Subscribe: Facts({"on": True}),
        Create: Facts(
            {"title": "Orion", "options": {"seats": 3, "clock": 0}, "bots": 1, "level": "normal"},
            ("bad-options", "too-many-rooms", "too-many-of-yours", "too-many-of-address", "draining"),
        ),
        QuickPlay: Facts({}, ("too-many-rooms", "too-many-of-yours", "too-many-of-address", "draining")),
        Join: Facts({"room": "K7QX2"}, ("room-full", "game-running", "seat-in-use", "sent-out")),
        Watch: Facts({"room": "K7QX2"}, ("no-watching",)),
        Leave: Facts({}, scene="room"),
        AddBot: Facts({"level": "hard"}, ("not-host", "room-full", "game-running", "bad-options"), "room"),
        RemoveSeat: Facts({"seat": 2}, ("not-host", "no-such-seat", "game-running"), "room"),
        SetOptions: Facts(
            {"options": {"seats": 6, "clock": 15, "strict": True}}, ("not-host", "bad-options", "game-running"), "room"
        ),
        SetReady: Facts({"ready": True}, ("not-seated", "game-running"), "room"),
        Start: Facts({}, ("not-host", "game-running", "too-few", "not-ready", "not-settled"), "room"),
        MakeMove: Facts(
            {"move": "A1>P1", "ply": 0},
            (
                *("not-seated", "no-game", "bad-move", "stale-ply", "not-your-turn", "illegal-move", "no-such-seat"),
                *("seat-is-out", "game-over"),
            ),
            "table",
        ),
        Say: Facts({"text": "not pod 1 again…"}, ("not-seated", "nothing-to-say", "muted", "too-fast"), "room"),
        HandOver: Facts({"seat": 2}, ("not-seated", "no-such-seat", "not-away", "no-game"), "table"),
        ComeBack: Facts({}, ("not-seated",), "table"),
        CallVote: Facts(
            {"seat": 2},
            ("not-seated", "no-game", "vote-open", "called-lately", "no-voter", "no-such-seat", "few-voters"),
            "table",
        ),
        CastVote: Facts({"yes": True}, ("not-seated", "no-game", "no-vote", "no-voter", "voted"), "table"),
        MuteSeat: Facts({"seat": 2, "on": True}, ("not-host", "no-such-seat"), "room"),
        GiveHost: Facts({"seat": 2}, ("not-host", "no-such-seat"), "room"),
        Rename: Facts({"name": "Polaris"}, ("bad-name", "name-taken", "too-many-names", "no-account", "banned")),
        SaveSettings: Facts({"settings": {"language": "es", "bell": True}}, ("no-account",)),
        Ignore: Facts({"name": "Rigel", "on": True}, ("nobody-called-so",)),
        AskRankings: Facts({"first": 1}, answer=Rankings),
        AskProfile: Facts({"name": "Vega"}, ("no-such-player", "no-account"), answer=Profile),
        AskRecord: Facts({"game": "K7QX2-1a315c3b00-1"}, ("no-such-record",), "end", RecordText),
    }
)
"""What is known of each request, by its declaration."""


@dataclass(frozen=True, slots=True)
class Request:
    """One row of the table."""

    name: str
    """What programs send as its `type`."""
    kind: type
    """Its declaration."""
    facts: Facts

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(each.name for each in fields(self.kind))

    @property
    def in_room(self) -> bool:
        """Whether it is asked of a room: the one that the program is in, if it names none."""
        return "room" in self.fields

    @property
    def errors(self) -> tuple[str, ...]:
        """The codes that it may be answered, besides those that are common to all."""
        return (*self.facts.errors, *(ROOM_ERRORS if self.in_room else ()))


def _table() -> dict[str, Request]:
    kinds = (*get_args(Asking), *get_args(Command), *get_args(Question))
    return {tag_of(kind): Request(tag_of(kind), kind, FACTS.get(kind, Facts({}))) for kind in kinds}


REQUESTS: Final[Mapping[str, Request]] = MappingProxyType(_table())
"""Every request, by its type."""


class Short(NamedTuple):
    """A shorter name for a request."""

    kind: type
    given: Mapping[str, Plain] = MappingProxyType({})
    """Fields that the name itself gives."""


SHORT: Final[Mapping[str, Short]] = MappingProxyType(
    {
        "sit": Short(Join),
        "ready": Short(SetReady, {"ready": True}),
        "unready": Short(SetReady, {"ready": False}),
        "rematch": Short(SetReady, {"ready": True}),
        "move": Short(MakeMove),
        "resign": Short(MakeMove, {"move": "resign", "ply": 0}),
        "chat": Short(Say),
        "options": Short(SetOptions),
        "remove": Short(RemoveSeat),
        "settings": Short(SaveSettings),
        "rankings": Short(AskRankings),
        "profile": Short(AskProfile),
        "record": Short(AskRecord),
    }
)
"""Shorter names, each with the request that it stands for."""


def read_request(data: Mapping[str, Plain], here: str) -> tuple[Request, Any]:
    """The request that a map stands for.

    Args:
        data: the map, whose `type` names the request.
        here: the code of the room that the program is in; empty in the lobby.

    Returns:
        Its row of the table, and the record: an `Asking`, a `Command` or a `Question`.

    Raises:
        Unreadable: `unknown-type`, or `bad-field` with the path to it.
    """
    name = data.get("type")
    short = SHORT.get(name) if isinstance(name, str) else None
    request = REQUESTS.get(tag_of(short.kind) if short else name) if isinstance(name, str) else None
    if request is None:
        raise Unreadable("unknown-type", type=str(name)[:40])
    given = {**data, **(short.given if short else {})}
    if request.in_room:
        given.setdefault("room", here)
    return request, CODEC.read(request.kind, given)
