"""Sessions that are kept as goldens, by their names."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from relspace.errors import NotNow
from relspace.room.commands import MakeMove
from relspace.room.state import LogEntry, TalkLine
from relspace.rules.events import (
    Gave,
    Jammed,
    Launched,
    Loaded,
    OrderTurned,
    Peeked,
    PodOpened,
    Resigned,
    SentAway,
    Won,
)
from relspace.testing.positions import position
from relspace.wire.commands import Join
from relspace.wire.messages import Missed, OpenVote, SeatInfo, Talk
from relspace_client.start import JoinRoom, WatchRoom

from ..around.rooms import EMPTY, GATHERING, LOBBY, LOBBY_TALK, OVER, RESULT, ROOM_TALK, TEN, ready
from ..table.situations import FOUR, LOG, TALK, crowd, moved, orion, snapshot
from .transcript import Transcript

HELLO = Talk("", LOBBY_TALK)

ENDED = replace(OVER, game="K7QX2-1-9", view=orion(stashes="open").view._replace(phase="over", winner=1))
"""The end of a game with its stashes open on the table."""


async def session() -> Transcript:
    """A typical session: the lobby, a room, a game, its end, the rematch."""
    told = await Transcript.begun(EMPTY, Talk("", ()))
    await told.types("rooms", "help", "quick")
    room = replace(GATHERING, you=2)
    told.hears(room, Talk("M2WQ7", ROOM_TALK))
    await told.types("ready")
    told.hears(ready(room, 2))
    await told.types("say hello all")
    told.hears(Talk("M2WQ7", (*ROOM_TALK, TalkLine("Vega", "hello all", 2))))
    sat = ready(replace(room, rev=5, seats=(*room.seats[:3], SeatInfo("Lyra", "person"))), 2)
    told.hears(sat, ready(replace(sat, rev=6), 4))
    game = replace(orion(turn=2, log=(), clock=False), room="M2WQ7", rev=7, commitment=OVER.commitment)
    told.hears(game)
    told.hears(moved(game, Loaded("A4", "8", 2), seat=2))
    mine = replace(orion(clock=False, log=LOG[:1]), room="M2WQ7", rev=9, commitment=OVER.commitment)
    told.hears(replace(mine, view=mine.view._replace(ply=30), log=(LogEntry(30, 4, (Loaded("A1", "7", 1),)),)))
    await told.types("moves", "play b2 1", "no", "play b2 2")
    after = moved(replace(mine, view=mine.view._replace(ply=30)), Loaded("B2", "5", 2))
    told.hears(after)
    await told.types("log", "turn")
    told.hears(replace(ENDED, room="M2WQ7", rev=190, log=(LogEntry(32, 1, (Loaded("C4", "3", 4), Won(1, "escaped"))),)))
    await told.types("seed", "record", "rematch")
    told.hears(replace(ENDED, room="M2WQ7", rev=191, seats=(replace(OVER.seats[0], ready=True), *OVER.seats[1:])))
    await told.types("quit")
    return told


async def lobby() -> Transcript:
    """The lobby, with games that wait."""
    told = await Transcript.begun(LOBBY, HELLO)
    await told.types("rooms", "players", "talk", "help new", "help keycard", "help 7", "help cards", "help nothing")
    await told.types(
        "help albert", "name", "language", "language klingon", "help name", "rename", "settings", "rankings"
    )
    await told.types("play a1 1", "leave", "new seats 12", "new seats 3 bots 3", "join", "join me", "watch no", "yes")
    told.hears(replace(LOBBY, rooms=tuple(replace(room, your_turn=room.yours) for room in LOBBY.rooms)))
    await told.types("join", "here")
    return told


async def room() -> Transcript:
    """A room whose host changes everything."""
    told = await Transcript.begun(LOBBY)
    mine = replace(GATHERING, host=2)
    told.hears(mine, Talk("M2WQ7", ROOM_TALK))
    await told.types(
        "options", "options seats 6 clock off strict", "bot", "bot clever", "remove rigel", "yes", "remove 3"
    )
    await told.types("remove 2", "remove 4", "remove me", "start", "join", "join K7QX2", "unready", "moves")
    full = replace(mine, rev=4, options=replace(mine.options, seats=6, clock=0, strict=True))
    told.hears(full)
    told.hears(replace(full, rev=5, seats=(SeatInfo(), *full.seats[1:])), TEN)
    await told.types("here")
    return told


async def table() -> Transcript:
    """Every word of the table, on one's own turn and before it."""
    told = await Transcript.begun(LOBBY)
    told.hears(orion(), TALK)
    told.now = 4.0
    await told.types(
        "here", "pods", "pods 1", "pods 3", "pod 9", "stash", "stash 2", "stash mira", "stash 7", "players"
    )
    await told.types("moves", "log", "seed", "turn", "help", "help play")
    await told.types("play", "play a1", "play a1 9", "play b1 1", "play a2 1", "play c4 4", "play a3 1", "open", "a1 1")
    await told.types(
        "peek c1", "give 2", "open b2", "dance", "p", "plai a1 1", "ready", "resign", "no", "hand 4", "leave", "no"
    )
    other = orion(turn=2)
    told.hears(replace(other, rev=101, view=other.view._replace(ply=29)))
    await told.types("play a1 1", "moves", "turn")
    return told


async def specials() -> Transcript:
    """Winston, Albert, a Keycard, a jam, a gift: each as its player and the others hear it."""
    told = await Transcript.begun(LOBBY)
    told.hears(orion(phase="peek", load_pod=2, pods={1: "1 3 3 6 7", 2: "2 8 8 WIN", 4: "OXY 4"}, clock=False))
    await told.types("peek", "play a1 1", "moves", "peek c4")
    looked = moved(orion(clock=False), Peeked("C2"), Launched(2, 4))
    told.hears(replace(looked, rev=101))
    told.hears(replace(orion(phase="give", load_pod=2, pods={1: "1", 2: "2 8 4 ALB"}, clock=False), rev=102))
    await told.types("give", "give nobody", "give rig")
    told.hears(replace(orion(phase="load", load_pod=5, pods={1: "1", 5: ""}, clock=False), rev=103))
    await told.types("play a1")
    base = orion(turn=2, clock=False)
    now = replace(base, rev=110, view=base.view._replace(ply=40), log=())
    told.hears(now)
    jam = (("B2", "3"), ("B4", "7"))
    hidden = (("A1", "?"), ("A2", "?"))
    for events, seat in (
        ((Jammed("B2", "5", 1, 6, jam, ("6",), False),), 1),
        ((Jammed("A4", "5", 1, 6, hidden, (), False),), 2),
        ((PodOpened("A4", 6),), 2),
        ((Loaded("B1", "4", 6),), 2),
        ((Gave(1, "4", "A2"), Launched(2, 3)), 3),
        ((Gave(3, "4", "A2"), Launched(4, 3)), 2),
        ((Loaded("A2", "WORM", 3), SentAway(3, 6)), 3),
        ((Loaded("A2", "GRAV", 1), OrderTurned(-1)), 3),
        ((Resigned(),), 4),
    ):
        now = moved(now, *events, seat=seat, turn=2)
        told.hears(now)
    few = replace(now, seats=tuple(replace(seat, left=2) for seat in now.seats))
    told.hears(moved(few, Loaded("A1", "6", 1), seat=3, turn=2))
    return told


async def people() -> Transcript:
    """Who is away, back, played for; and a seat on autopilot."""
    told = await Transcript.begun(LOBBY)
    base = orion(turn=2)
    told.hears(base)

    def with_presence(rev: int, *presences: str) -> None:
        seats = (replace(seat, presence=one) for seat, one in zip(base.seats, presences, strict=True))
        told.hears(replace(base, rev=rev, seats=tuple(seats)))

    with_presence(101, "here", "away", "here", "here")
    with_presence(102, "here", "autopilot", "here", "away")
    with_presence(103, "autopilot", "here", "here", "away")
    await told.types("stash")
    with_presence(104, "here", "here", "here", "away")
    await told.types("hand deneb", "resign", "yes", "leave", "yes", "quit", "yes")
    return told


async def votes() -> Transcript:
    """A vote that fails, one that is about the viewer, one that succeeds; and people who are kept quiet."""
    told = await Transcript.begun(LOBBY)
    base = replace(orion(turn=2), host=1)
    told.hears(base)
    await told.types(
        "vote", "vote mira", "vote rigel", "yes", "mute rigel", "host deneb", "host 2", "no", "ignore", "ignore rigel"
    )
    await told.types("vote 1", "mute 3", "host 3", "hand 2", "hand 3", "hand 7", "hand 4")
    told.hears(replace(base, rev=101, vote=OpenVote(2, 1, 0, 2, 60_000, may=True)))
    await told.types("vote", "vote no")
    told.hears(replace(base, rev=102, vote=OpenVote(2, 1, 1, 2, 50_000, voted=True)))
    told.hears(replace(base, rev=103))
    told.hears(replace(base, rev=104, vote=OpenVote(1, 1, 0, 2, 60_000)), replace(base, rev=105))
    muted = (replace(base.seats[0], muted=True), replace(base.seats[1], muted=True), *base.seats[2:])
    told.hears(replace(base, rev=106, seats=muted))
    await told.types("players")
    told.hears(replace(base, rev=107, host=2))
    await told.types("mute 2", "host 2")
    told.hears(replace(base, rev=107, host=2, vote=OpenVote(4, 1, 0, 2, 60_000, may=True)))
    gone = moved(replace(base, rev=108, host=2), Resigned(), seat=4, turn=2)
    seats = (*gone.view.seats[:3], gone.view.seats[3]._replace(out=True))
    told.hears(replace(gone, view=gone.view._replace(seats=seats)))
    return told


async def back() -> Transcript:
    """Coming back to a game that went on meanwhile, and to its end."""
    told = await Transcript.begun(LOBBY)
    few = Missed(6, 2, ("A1>P2", "give S2"), (3,), (4,))
    told.hears(replace(orion(), away=few), LOBBY)
    many = Missed(40, 9, ("A1>P2", "A2+", "A2>P5", "peek C1", "B1>P1", "B2>P1"), (3, 5))
    told.hears(replace(orion(), away=many), LOBBY, replace(orion(), away=Missed(1)), LOBBY)
    told.hears(replace(ENDED, away=Missed(12)))
    return told


async def watching() -> Transcript:
    """A spectator of ten players, in pyramids and with strict rules."""
    told = await Transcript.begun(LOBBY, start=WatchRoom("K7QX2"))
    seats = (GATHERING.seats[0], SeatInfo("Lyra", "guest"), *GATHERING.seats[2:])
    told.hears(replace(GATHERING, room="K7QX2", seats=seats, you=None))
    await told.types("help", "ready", "say hi", "here")
    shown = crowd(you=None)
    told.hears(replace(shown, watching=2))
    await told.types("help", "stash", "stash subaru", "stash 9", "play a1 1", "moves", "resign", "say hi", "options")
    told.hears(replace(ENDED, rev=190, you=None, result=replace(RESULT, you=None)))
    await told.types("help", "rematch", "record", "leave")
    strict = position(
        ["7 . . / 10 5 ALB 4 / ~3 ~3 ~9 ~3 ~BRB / 2 KEY"] * 2, {1: "2 ODD"}, layout="pyramid", strict=True
    )
    told.hears(replace(snapshot(strict, FOUR[:2], you=1), room="P3MZ8"))
    return told


async def endings() -> Transcript:
    """Games that end otherwise."""
    told = await Transcript.begun(LOBBY)
    told.hears(ENDED)
    await told.types("players", "stash", "play a1 1")
    left = replace(ENDED, rev=200, seats=(ENDED.seats[0], SeatInfo(), *ENDED.seats[2:]))
    told.hears(left)
    for rev, changes in enumerate(
        ({"reason": "last_left"}, {"reason": "last_left", "winner": 2}, {"reason": "exploded", "winner": None},
         {"reason": "abandoned", "winner": None, "you": None}, {"winner": 2, "last_card": "KEY", "last_pod": 0}), 300,
    ):  # fmt: skip
        told.hears(LOBBY, replace(ENDED, rev=rev, you=1 if rev % 2 else None, result=replace(RESULT, **changes)))
    told.hears(replace(ENDED, rev=400, seed="00" * 32))
    await told.types("seed")
    return told


async def doors() -> Transcript:
    """Coming in where there is no seat, or where one sits already."""
    told = Transcript(LOBBY, start=JoinRoom("K7QX2"))
    told.link.answers[Join] = NotNow("seat-in-use")
    await told.session.begin()
    await told.types("yes")
    told.link.answers[Join] = NotNow("game-running")
    await told.types("join h6rj9", "n", "join h6rj9", "rooms", "y")
    told.link.answers[Join] = NotNow("room-full")
    await told.types("join h6rj9", "yes")
    told.hears(orion())
    told.link.answers[MakeMove] = NotNow("stale-ply")
    await told.types("play b2 2")
    return told


SCENES: dict[str, Callable[[], Awaitable[Transcript]]] = {
    scene.__name__: scene
    for scene in (session, lobby, room, table, specials, people, votes, back, watching, endings, doors)
}
