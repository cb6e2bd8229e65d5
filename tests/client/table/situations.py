"""Situations on the table, as snapshots and as what a viewer has chosen."""

from dataclasses import replace

from relspace.room.options import RoomOptions
from relspace.room.state import LogEntry, TalkLine
from relspace.rules.events import Gave, Launched, Loaded, OrderTurned, PodOpened, SentAway
from relspace.rules.forecast import forecast
from relspace.rules.legal import legal_moves, moves_ahead
from relspace.rules.position import Position
from relspace.rules.stash import cards_left
from relspace.rules.view import view
from relspace.testing.positions import position, stash
from relspace.wire.messages import Clock, LegalMove, SeatInfo, Snapshot, Talk
from relspace_client.locale.words import words
from relspace_client.look.glyphs import GLYPHS
from relspace_client.picture.picture import Picture
from relspace_client.table.form import Form
from relspace_client.table.frame import Frames
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

FACE_DOWN = "~9 ~3 ~8 ~BRB"

FOUR = (
    SeatInfo("Vega", "person", rating=1540),
    SeatInfo("Rigel", "person", rating=1612),
    SeatInfo("Mira", "bot", level="normal"),
    SeatInfo("Deneb", "person", presence="away"),
)

LOG = (
    LogEntry(21, 1, (Loaded("A2", "WORM", 3), SentAway(3, 6))),
    LogEntry(22, 2, (Loaded("A4", "8", 2),)),
    LogEntry(23, 3, (Loaded("A1", "6", 1),)),
    LogEntry(24, 4, (Loaded("A1", "7", 1),)),
    LogEntry(25, 2, (PodOpened("A4", 4),)),
    LogEntry(26, 2, (Loaded("B1", "4", 4),)),
    LogEntry(27, 3, (Loaded("A3", "ODD", 2),)),
    LogEntry(28, 4, (Loaded("A2", "OXY", 4, under="4"),), auto=True),
)

TALK = Talk("K7QX2", (TalkLine("Rigel", "not pod 1 again", 0), TalkLine("Vega", "it was an accident", 1)))


OWN = "7 . KEY . / 10 5 ALB . / ~3 ~9 ~8 ~BRB"


def orion(*, turn=1, you=1, clock=True, log=LOG, stashes="private", seats_1=OWN, **changes) -> Snapshot:
    """Four players, pods 1, 2 and 4 out, pod 3 in the wormhole."""
    given = {
        "seats": (
            stash(seats_1, peeked="C2"),
            stash(f"2 . 6 10 / 8 WORM 4 1 / {FACE_DOWN}"),
            stash(f". . . . / MINI . . 7 / {FACE_DOWN}"),
            stash(f"1 EVEN 4 10 / 6 7 6 9 / {FACE_DOWN}"),
        ),
        "pods": {1: "1 3 3 6 7", 2: "2 8 8 ODD", 4: "OXY 4"},
        "away": (3, "4 6 6 7 10 WORM"),
    }
    given |= changes
    made = position(**given, turn=turn, ply=28)
    left = Clock(18_000, 30_000) if clock else None
    return snapshot(made, FOUR, you=you, log=log, clock=left, stashes=stashes)


def snapshot(made: Position, seats, *, you, log=(), clock=None, rev=100, **options) -> Snapshot:
    """A snapshot of a position as the seat `you` sees it."""
    room = RoomOptions(seats=len(seats), clock=30 if clock else 0, layout=made.options.layout, **options)
    seen = view(made, you, room.stashes)
    moves = () if you is None else legal_moves(seen) if seen.turn == you else moves_ahead(seen, you)
    legal = []
    for move in moves:
        verdict, back = forecast(seen, you, move)
        legal.append(LegalMove(str(move), verdict, back))
    infos = tuple(replace(info, left=cards_left(own)) for info, own in zip(seats, made.seats, strict=True))
    return Snapshot(
        room="K7QX2",
        title="Orion",
        rev=rev,
        phase="playing",
        options=room,
        seats=infos,
        host=1,
        you=you,
        rated=any(info.rating for info in infos),
        view=seen,
        legal=tuple(legal),
        ahead=you is not None and seen.turn != you,
        clock=clock,
        log=log,
    )


TEN = tuple(
    SeatInfo(name, "bot" if name in ("Mira", "Castor", "Pollux") else "person", presence=presence)
    for name, presence in (
        ("Vega", "here"),
        ("Rigel", "here"),
        ("Mira", "here"),
        ("Deneb", "away"),
        ("Altair", "here"),
        ("Lyra", "here"),
        ("Castor", "here"),
        ("Pollux", "here"),
        ("すばる", "here"),
        ("Atlas", "here"),
    )
)


def moved(shown: Snapshot, *events, seat=1, legal=(), **changes) -> Snapshot:
    """The next snapshot, after a seat's move."""
    ply = shown.view.ply + 1
    view = shown.view._replace(**{"turn": seat % len(shown.seats) + 1, "ply": ply} | changes)
    log = (*shown.log[1:], LogEntry(ply, seat, events))
    return replace(shown, rev=shown.rev + 1, view=view, log=log, legal=legal, ahead=view.turn != shown.you)


def choosing(shown: Snapshot, chosen: str | None = None, pod: int | None = None, **more) -> TableState:
    """The state of a viewer who has seen a snapshot and chosen something."""
    return replace(follow(TableState(), shown), chosen=chosen, pod=pod, **more)


def form(width=80, height=24, glyphs="box", language="en") -> Form:
    return Form(width, height, GLYPHS[glyphs], words(language))


def drawn(shown: Snapshot, state: TableState, how: Form, talk=None) -> Picture:
    return Table(Frames()).picture(shown, state, how, talk=talk)


TEN_LOG = (
    LogEntry(41, 5, (Loaded("A1", "GRAV", 2), OrderTurned(-1))),
    LogEntry(42, 6, (Loaded("B2", "ALB", 6),)),
    LogEntry(43, 6, (Gave(1, "9", "X2"), Launched(6, 2))),
    LogEntry(44, 3, (Loaded("A3", "EVEN", 11),)),
)


def crowd(*, turn=1, you=1, direction=-1, own=None, **options) -> Snapshot:
    """Ten players, seven pods (one of them away), gifts in row X."""
    made = position(
        (
            own or stash(f"{OWN} / 2 9", peeked="C2"),
            f"2 . 6 10 / 8 WORM 4 1 / {FACE_DOWN}",
            f". . . . / MINI . . 7 / {FACE_DOWN}",
            f"1 EVEN 4 10 / 6 7 6 9 / {FACE_DOWN}",
            f". 9 . . / 4 3 9 1 / {FACE_DOWN}",
            f"BRB 3 3 6 / KEY 8 3 BRB / {FACE_DOWN} / 4",
            ". . . . / . . . . / ~3 ~9 ~8 .",
            f"6 . 2 5 / 6 . EVEN ALB / {FACE_DOWN}",
            f". 8 ALB . / 8 5 2 7 / {FACE_DOWN}",
            f"1 3 10 BRB / 10 1 10 1 / {FACE_DOWN}",
        ),
        {1: "1 3 3 6 7", 2: "2 8 8 ODD", 5: "OXY 10", 6: "", 8: "1 2 2 3 4 5 6 MINI", 11: "6 EVEN"},
        away=(3, "4 6 6 7 10 WORM"),
        turn=turn,
        direction=direction,
        ply=44,
    )
    return snapshot(made, TEN, you=you, log=TEN_LOG, clock=Clock(18_000, 30_000), **options)
