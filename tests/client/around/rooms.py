"""Lobbies and rooms that tests look at."""

from dataclasses import replace

from relspace.room.options import RoomOptions
from relspace.room.state import TalkLine
from relspace.rules.fairness import commitment
from relspace.wire.messages import Clock, Lobby, Person, Result, RoomSummary, SeatInfo, Snapshot, Standing
from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
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
        SeatInfo("Mira", "bot", "steady", ready=True),
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
            Standing(seat, name, 11 - seat, (0, 11 - seat, 0, seat % 3), seat % 4, out=seat == 4)
            for seat, name in reversed(list(enumerate(NAMES, 1)))
        ),
    ),
)
