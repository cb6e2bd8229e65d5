"""Lobbies and rooms that tests look at."""

from dataclasses import replace

from relspace.room.options import RoomOptions
from relspace.room.state import TalkLine
from relspace.rules.fairness import commitment
from relspace.wire.messages import Clock, Lobby, Person, Result, RoomSummary, SeatInfo, Snapshot, Standing
from relspace.wire.questions import PlayedGame, Profile, Rank
from relspace.wire.settings import PlayerSettings
from relspace_client.around.choices import Chosen
from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
from relspace_client.look.appearance import Appearance
from relspace_client.look.glyphs import GLYPHS

ADDRESS = "play.example.net"

HOUR = 3_600_000

SEED = bytes(range(32))


def reader(glyphs="box", language="en") -> Reader:
    return Reader(words(language), GLYPHS[glyphs])


# ── the lobby ────────────────────────────────────────────────────────────────────────────────────────────────────────

ROOMS = (
    RoomSummary(
        "K7QX2", "Orion", "playing", RoomOptions(), 4, 2, True, "Vega", True, Clock(18_000, 30_000), 9, "Mira", 6
    ),
    RoomSummary(
        "P3MZ8",
        "Slow boat",
        "playing",
        RoomOptions(clock=86_400, public=False),
        4,
        yours=True,
        turn="Lyra",
        clock=Clock(21 * HOUR, 24 * HOUR),
    ),
    RoomSummary("M2WQ7", "Red button", "gathering", RoomOptions(), 2),
    RoomSummary("T8VD4", "すばる's room", "gathering", RoomOptions(seats=6, clock=0, stashes="open"), 1),
    RoomSummary(
        "B5KN3", "Escape class", "gathering", RoomOptions(seats=10, clock=60, layout="pyramid", strict=True), 5
    ),
    RoomSummary("H6RJ9", "Tea time", "playing", RoomOptions(seats=3, clock=15), 3),
)

PEOPLE = (
    Person("Vega", you=True),
    Person("Lyra"),
    Person("Atlas"),
    Person("すばる"),
    Person("Rigel", "game"),
    Person("Deneb", "away"),
)

LOBBY = Lobby("Vega", ADDRESS, ROOMS, PEOPLE)

EMPTY = Lobby("Vega", ADDRESS, (), (Person("Vega", you=True),), guest=True)

LOBBY_TALK = (
    TalkLine("Lyra", "anyone for a quick four?", 0),
    TalkLine("Atlas", "in two minutes", 1),
    TalkLine("すばる", "よろしくお願いします", 2),
    TalkLine("Lyra", "T8VD4 is open, no clock", 3),
)

CROWDED = replace(
    LOBBY,
    rooms=(*ROOMS, *(RoomSummary(f"C{n:04}", f"Room {n}", "gathering", RoomOptions(), 1) for n in range(30))),
    people=(*PEOPLE, *(Person(f"Person-{n:02}") for n in range(30))),
)

# ── a room before the game ───────────────────────────────────────────────────────────────────────────────────────────

GATHERING = Snapshot(
    "M2WQ7",
    "Red button",
    3,
    "gathering",
    RoomOptions(),
    (
        SeatInfo("Rigel", "person", ready=True, rating=1612),
        SeatInfo("Vega", "person", rating=1540),
        SeatInfo("Mira", "bot", "normal", ready=True),
        SeatInfo(),
    ),
    host=1,
    you=2,
)

ROOM_TALK = (TalkLine("Rigel", "one more and we go", 0), TalkLine("Mira", "sat down", 1))

TEN = replace(
    GATHERING,
    host=2,
    options=RoomOptions(seats=10, clock=86_400, layout="pyramid", strict=True, stashes="open", watching=False),
    seats=(
        *GATHERING.seats[:3],
        SeatInfo("Wolfgang-Amadeus", "guest", ready=True),
        *(SeatInfo(name, "person", presence="away") for name in ("Lyra", "Atlas", "すばる", "Deneb")),
        SeatInfo(),
        SeatInfo(),
    ),
    watching=3,
)


def ready(shown: Snapshot, *numbers: int) -> Snapshot:
    """The room with these seats ready."""
    seats = (replace(seat, ready=seat.ready or n in numbers) for n, seat in enumerate(shown.seats, 1))
    return replace(shown, seats=tuple(seats))


# ── the end of a game ────────────────────────────────────────────────────────────────────────────────────────────────

STANDINGS = (
    Standing(1, "Vega", 0, (0, 0, 0, 0), 1),
    Standing(3, "Mira", 4, (0, 1, 3, 0), 0),
    Standing(2, "Rigel", 7, (1, 2, 4, 0), 2),
    Standing(4, "Deneb", 12, (4, 4, 4, 0), 0),
)

RESULT = Result("escaped", 1, 57, 400_000, STANDINGS, "Rigel", you=1, last_card="3", last_pod=4)

OVER = Snapshot(
    "K7QX2",
    "Orion",
    190,
    "over",
    RoomOptions(),
    (
        SeatInfo("Vega", "person"),
        SeatInfo("Rigel", "person", ready=True),
        SeatInfo("Mira", "bot", "easy", ready=True),
        SeatInfo("Deneb", "person"),
    ),
    host=1,
    you=1,
    commitment=commitment(SEED),
    seed=SEED.hex(),
    result=RESULT,
)

OVER_TALK = (TalkLine("Rigel", "again! again!", 0),)


def ended(**changes: object) -> Snapshot:
    """The game that ended, with another result."""
    return replace(OVER, result=replace(RESULT, **changes))


NAMES = ["Vega", "Rigel", "Mira", "Deneb", "Altair", "Lyra", "Castor", "Pollux", "すばる", "Wolfgang-Amadeus"]

TEN_OVER = replace(
    OVER,
    options=RoomOptions(seats=10),
    seats=tuple(SeatInfo(name, "person") for name in NAMES),
    you=2,
    result=replace(
        RESULT,
        winner=10,
        you=2,
        last_card="KEY",
        last_pod=0,
        standings=tuple(
            Standing(seat, name, 11 - seat, (0, 11 - seat, 0, seat % 3), seat % 4, out=seat in (3, 4), voted=seat == 3)
            for seat, name in reversed(list(enumerate(NAMES, 1)))
        ),
    ),
)

RATED_OVER = replace(
    OVER,
    rated=True,
    game="K7QX2-1-9",
    result=replace(
        RESULT,
        standings=tuple(
            replace(one, rating_change=change, rating=rating)
            for one, change, rating in zip(STANDINGS, (18, 5, -11, -12), (1558, 1204, 1601, 988), strict=True)
        ),
    ),
)

RATED_GONE = replace(
    RATED_OVER,
    result=replace(
        RATED_OVER.result,
        standings=(*RATED_OVER.result.standings[:3], replace(RATED_OVER.result.standings[3], out=True, voted=True)),
    ),
)

MOTD = replace(LOBBY, motd="Friday at 20:00 we play in pyramids: everybody is welcome.")

FULL = replace(
    LOBBY, rooms=(*ROOMS, RoomSummary("T3N10", "Everybody in", "playing", RoomOptions(seats=10, clock=86_400), 10))
)

# ── what a person sets, and how good they are ────────────────────────────────────────────────────────────────────────

SUGGESTED = Appearance("en", "dark", "256", "box")


def choosing(cursor=0, name="Vega", **settings: object) -> Chosen:
    """The list of settings with its cursor."""
    return Chosen(PlayerSettings(**settings), SUGGESTED, name, cursor)


RANKS = (
    Rank(1, "Rigel", 1612, 41, 310, 121),
    Rank(2, "すばる", 1588, 77, 64, 22),
    Rank(3, "Vega", 1540, 62, 24, 9),
    Rank(4, "Wolfgang-Amadeus", 1497, 103, 12, 3),
    *(Rank(n, f"Player-{n:02}", 1500 - 6 * n, 60 + n, 50 - n, 14) for n in range(5, 41)),
)

DAY = 24 * HOUR
NOW = 1_793_000_000_000


PROFILE = Profile(
    "Vega",
    since=NOW - 40 * DAY,
    rank=RANKS[2],
    games=31,
    wins=11,
    jams=57,
    fastest=18,
    last=(
        PlayedGame("K7QX2-1-9", NOW, ("Vega", "Rigel", "Mira", "Deneb"), "Vega", 1, 18),
        PlayedGame("K7QX2-1-8", NOW - DAY, ("Vega", "Rigel"), "Rigel", 2, -7),
        PlayedGame("M2WQ7-1-3", NOW - 2 * DAY, ("Mira", "Vega", "Lyra"), "", 2, None),
        PlayedGame(
            "M2WQ7-1-2", NOW - 3 * DAY, ("すばる", "Vega", "Wolfgang-Amadeus", "Atlas"), "Wolfgang-Amadeus", 3, 0
        ),
        *(PlayedGame(f"H6RJ9-1-{n}", NOW - n * DAY, ("Vega", "Lyra"), "Lyra", 2, -n) for n in range(4, 20)),
    ),
)

NEWCOMER = Profile("Deneb", guest=True)
