"""Every picture that is kept as a golden, by its name."""

from dataclasses import replace

from relspace.room.state import LogEntry, TalkLine
from relspace.rules.cards import CARDS
from relspace.rules.events import (
    CameBack,
    Gave,
    Jammed,
    Launched,
    Loaded,
    OrderTurned,
    PodOpened,
    PodPutOut,
    SentAway,
    Won,
)
from relspace.rules.position import Pod
from relspace.rules.view import StashView
from relspace.testing.positions import position, stash
from relspace.wire.messages import Talk
from relspace_client.look import styles
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture, page
from relspace_client.table.card import SMALL, Laid, draw_card, draw_small
from relspace_client.table.film import film
from relspace_client.table.frame import Frames
from relspace_client.table.measures import Pane
from relspace_client.table.stash import Shown, draw_stash
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

from .situations import FACE_DOWN, FOUR, LOG, OWN, TALK, TEN, choosing, crowd, drawn, form, moved, orion, snapshot

AGAIN = Talk("K7QX2", (TalkLine("Rigel", "not pod 1 again…", 0),))

PODS = {1: "1 3 3 6 7", 2: "2 8 8 ODD", 4: "OXY 4"}
WITH_WINSTON = {1: "1 3 3 6 7", 2: "2 8 8 WIN", 4: "OXY 4"}
WITH_ALBERT = {1: "1 3 3 6 7", 2: "2 8 4 ALB", 4: "OXY 4"}
WITH_NEW = PODS | {5: ""}
LOW = f"7 5 2 4 / 10 5 ALB 1 / {FACE_DOWN}"
"""A stash of which only small numbers are free."""

LONG = ("長い名前の人たち", "Wolfgang-Amadeus", "가나다라마바사아", "すばる")
LONG_TALK = (TalkLine("가나다라마바사아", "とても長い話をここで始めますから切られるはずです", 0),)


def five(shown, **more):
    """The 5 in B2 is chosen."""
    return choosing(shown, "B2", **more)


def table(width=80, height=24, glyphs="box", talk=None, talked=None) -> Picture:
    shown = orion()
    return drawn(shown, five(shown, talked=talked), form(width, height, glyphs), talk)


def of(shown, state=None, how=None) -> Picture:
    return drawn(shown, state or choosing(shown), how or form())


def faces(glyphs="box") -> Picture:
    """Numbers, specials, states and the pyramid."""
    how = form(glyphs=glyphs)
    canvas = Canvas(80, 28)
    codes = list(CARDS)
    for line, y in ((codes[:10], 0), (codes[10:], 7)):
        for number, code in enumerate(line):
            x = 1 + 7 * number
            draw_card(canvas, x, y, Laid(code, "A1"), SMALL, how)
            draw_small(canvas, x + 1, y + 4, code, how, free=True)
            draw_small(canvas, x + 1, y + 5, code, how, free=False)
    for x, y, laid in (
        (1, 15, Laid("7", "A1")),
        (10, 15, Laid("7", "A1", chosen=True)),
        (19, 16, Laid("10", "B2", free=False)),
        (19, 14, Laid("2", "A2")),
        (28, 15, Laid("~", "C1")),
        (37, 15, Laid("~9", "C2")),
        (46, 16, Laid("~BRB", "B3", free=False)),
        (46, 14, Laid("2", "A3")),
        (55, 15, Laid("6", "B1", arrived=True)),
        (64, 15, Laid("6", "B1", jams=True)),
    ):
        draw_card(canvas, x, y, laid, SMALL, how)
    for number, word in enumerate(("free", "chosen", "covered", "back", "looked", "l. under", "arrived", "would jam")):
        canvas.put(9 * number, 19, word, styles.DIM)
    pyramid = StashView(("7", None, None, "10", "5", "ALB", "4", "~", "~", "~9", "~", "~BRB"), (), ("C3", "C5"), False)
    for y, row in enumerate(draw_stash(Shown(pyramid, "pyramid", "B3"), "medium", Pane(0, 0, 36, 7), how).rows, 21):
        canvas.lay(0, y, row)
    for y, line in enumerate(
        ("Pyramid: each card lies on two.", "A1 is free; B3 and B4 are, since", "A2 and A3 are gone."), 22
    ):
        canvas.put(40, y, line, styles.DIM)
    return page(canvas.rows())


def open_stashes(**options) -> Picture:
    own = stash(f". EVEN 7 . / . 2 1 5 / {FACE_DOWN}")
    shown = crowd(turn=2, direction=1, own=own, **options)
    return of(shown, replace(choosing(shown), show="stashes"))


def jams(chosen=None, pods=None, width=80, height=24, glyphs="box", own=OWN, **more) -> Picture:
    """Pods on which the chosen card, or every card, jams."""
    shown = orion(pods=pods or {1: "1 3 3 6 7", 2: "2 8 8 9"}, seats_1=own, away=None)
    return of(shown, choosing(shown, chosen, **more), form(width, height, glyphs))


def peeking(chosen=None, width=80, height=24, glyphs="box") -> Picture:
    """Winston asks which face-down card is to be looked at."""
    shown = orion(phase="peek", load_pod=2, pods=WITH_WINSTON)
    return of(shown, choosing(shown, chosen), form(width, height, glyphs))


def peeking_at_a_pyramid(width=80, height=24) -> Picture:
    """The same in the other layout, with a gift in row X."""
    seats = ["7 . . / 10 5 ALB 4 / ~3 ~3 ~9 ~3 ~BRB / 2 KEY", *["1 2 3 / 4 5 6 7 / ~1 ~2 ~3 ~4 ~5"] * 2]
    made = position(seats, {1: "2 WIN"}, layout="pyramid", ply=9, phase="peek", load_pod=1)
    shown = snapshot(made, FOUR[:3], you=1)
    return of(shown, choosing(shown, "C3"), form(width, height))


def whole_log(width=80, height=24) -> Picture:
    """The log by itself, with names as long as they may be."""
    shown = replace(orion(), seats=tuple(replace(seat, name=name) for seat, name in zip(FOUR, LONG, strict=True)))
    return drawn(shown, replace(choosing(shown), show="log"), form(width, height), Talk("K7QX2", LONG_TALK))


def pyramid(width=80, height=24) -> Picture:
    """Pyramids, with gifts in row X."""
    seats = ["7 . . / 10 5 ALB 4 / ~3 ~3 ~9 ~3 ~BRB / 2 KEY", *["1 2 3 / 4 5 6 7 / ~1 ~2 ~3 ~4 ~5"] * 2]
    made = position(seats, {1: "2 6"}, layout="pyramid", ply=9)
    shown = snapshot(made, FOUR[:3], you=1)
    return of(shown, choosing(shown, "B3"), form(width, height))


def jammed() -> Picture:
    """Somebody else's turn after one's own jam: what it brought is marked."""
    log = (*LOG[:-1], LogEntry(28, 1, (Jammed("B2", "2", 5, 4, (("A2", "2"), ("B2", "9"), ("B4", "6")), (), False),)))
    shown = replace(orion(turn=2, seats_1="7 2 KEY . / 10 9 ALB 6 / ~3 ~9 ~8 ~BRB"), log=log)
    return of(shown, choosing(shown, "B4"))


def long_names(width=80, height=24) -> Picture:
    """Names as wide as they may be, in scripts that take two cells a letter."""
    seats = tuple(replace(seat, name=name) for seat, name in zip(FOUR, LONG, strict=True))
    shown = replace(orion(turn=2, log=LOG), seats=seats, title="とても長い部屋の名前はここまで")
    return drawn(shown, choosing(shown, "B2", talked=29), form(width, height), Talk("K7QX2", LONG_TALK))


def long_log(width=80, height=24) -> Picture:
    """Turns that take more than a row to tell."""
    long = LogEntry(28, 4, (PodOpened("A1", 5), Loaded("B1", "BRB", 5), Launched(5, 1), PodPutOut(6)))
    jam = LogEntry(29, 3, (Jammed("B2", "EVEN", 2, 12, (("A2", "?"), ("A4", "?")), ("?",) * 10, False),), auto=True)
    shown = orion(log=(*LOG[:-1], long, jam))
    return of(shown, how=form(width, height))


def on_autopilot() -> Picture:
    shown = orion(turn=2)
    seats = (replace(shown.seats[0], presence="autopilot"), *shown.seats[1:])
    return of(replace(shown, seats=seats))


def over(you=1) -> Picture:
    """The last move, which is shown for a moment."""
    shown = orion(you=you)
    log = (*shown.log[1:], LogEntry(29, 2, (Loaded("A4", "8", 2), Won(2, "escaped"))))
    view = shown.view._replace(phase="over", turn=2)
    return of(replace(shown, phase="over", view=view, log=log, legal=(), clock=None))


def eight_pods(width=80, height=24, glyphs="box") -> Picture:
    pods = {1: "1 3 3 6 7", 2: "2 8 8 ODD", 4: "OXY 4", 5: "OXY 10", 6: "", 8: "MINI", 12: "6 EVEN"}
    shown = orion(pods=pods)
    return of(shown, five(shown), form(width, height, glyphs))


def pyramid_stashes() -> Picture:
    """Ten pyramids at once."""
    seats = ["7 . . / 10 5 ALB 4 / ~3 ~3 ~9 ~3 ~BRB / 2 KEY", *["1 2 3 / 4 5 6 7 / ~1 ~2 ~3 ~4 ~5"] * 9]
    made = position(seats, {1: "2 6"}, layout="pyramid", ply=9)
    names = tuple(replace(seat, kind="person", presence="here") for seat in TEN)
    shown = snapshot(made, names, you=1, log=(LogEntry(9, 10, (Loaded("A1", "6", 1),)),), stashes="open")
    return of(shown, replace(choosing(shown), show="stashes"))


def reel(before, after, x, y, width, height, how=None) -> Picture:
    """The frames of a film beside one another, each cut to the part in which something happens."""
    table, state, how = Table(Frames()), follow(choosing(before), after), how or form()
    stills = film(before, after)
    canvas = Canvas(len(stills) * (width + 2), height)
    for number, still in enumerate(stills):
        for line, row in enumerate(table.picture(after, state, how, still=still).rows()[y : y + height]):
            part = Canvas(width, 1)
            part.lay(-x, 0, row)
            canvas.lay(number * (width + 2), line, part.rows()[0])
    return page(canvas.rows())


def launch(how=None) -> Picture:
    before = orion(turn=3, pods=PODS | {4: "3 7"})
    after = moved(before, Loaded("A1", "BRB", 4), Launched(4, 3), seat=3, pods=before.view.pods[:2])
    return reel(before, after, 59, 3, 20, 10, how)


def jam(how=None) -> Picture:
    before = orion()
    refilled = (("B2", "3"), ("B4", "7"), ("A2", "5"), ("A4", "1"))
    event = Jammed("B2", "5", 1, 6, refilled, ("6", "3"), False)
    seats = orion(seats_1="7 5 KEY 1 / 10 3 ALB 7 / ~3 ~9 ~8 ~BRB").view.seats
    return reel(before, moved(before, event, pods=before.view.pods[1:], seats=seats), 0, 4, 26, 18, how)


def wormhole(how=None) -> Picture:
    before = orion(turn=3, pods=PODS | {4: "2 9 9"}, away=None)
    pods, gone = before.view.pods[:2], Pod(4, ("2", "9", "9", "WORM"))
    after = moved(before, Loaded("A1", "WORM", 4), SentAway(4, 4), seat=3, pods=pods, away=gone)
    return reel(before, after, 49, 4, 20, 8, how)


def back_again() -> Picture:
    before = orion(turn=3)
    pods = tuple(sorted((*before.view.pods, Pod(3, ("4", "6", "6", "7", "10")))))
    after = moved(before, Loaded("A1", "WORM", 1), CameBack(3, 5), seat=3, pods=pods, away=None)
    return reel(before, after, 40, 4, 20, 8)


def gift() -> Picture:
    before = orion(turn=3, phase="give", load_pod=2, pods=WITH_ALBERT)
    after = moved(before, Gave(2, "4", "A2"), Launched(2, 3), seat=3, pods=(before.view.pods[0], before.view.pods[2]))
    return reel(before, after, 0, 1, 60, 11)


def order() -> Picture:
    before = orion(turn=2)
    after = moved(before, Loaded("A1", "GRAV", 2), OrderTurned(-1), seat=2, direction=-1, turn=1)
    return reel(before, after, 0, 0, 80, 3)


SCENES = {
    "table-80x24": lambda: table(talk=AGAIN, talked=29),
    "table-80x24-ascii": lambda: table(glyphs="ascii", talk=AGAIN, talked=29),
    "talk-before-a-move": lambda: table(talk=AGAIN, talked=27),
    "table-120x40": lambda: table(120, 40, talk=TALK),
    "table-120x40-ascii": lambda: table(120, 40, "ascii", talk=TALK),
    "table-40x20": lambda: table(40, 20),
    "table-40x20-ascii": lambda: table(40, 20, "ascii"),
    "table-40x18": lambda: table(40, 18),
    "table-52x19": lambda: table(52, 19),
    "table-100x30": lambda: table(100, 30, talk=TALK),
    "table-240x80": lambda: table(240, 80, talk=TALK),
    "too-small": lambda: table(39, 20),
    "faces": faces,
    "faces-ascii": lambda: faces("ascii"),
    "ten-players": lambda: of(crowd(), five(crowd())),
    "ten-players-ascii": lambda: of(crowd(), five(crowd()), form(glyphs="ascii")),
    "ten-players-40x20": lambda: of(crowd(), five(crowd()), form(40, 20)),
    "ten-players-120x40": lambda: of(crowd(), five(crowd()), form(120, 40)),
    "open-stashes": lambda: open_stashes(stashes="open"),
    "private-stashes": open_stashes,
    "stashes-of-four": lambda: of(orion(stashes="open"), replace(choosing(orion()), show="stashes")),
    "stashes-closer": lambda: of(orion(stashes="open"), replace(choosing(orion()), show="stashes", closer=2)),
    "stashes-40x20": lambda: of(crowd(), replace(choosing(crowd()), show="stashes"), form(40, 20)),
    "stashes-pyramid": pyramid_stashes,
    "all-pods": lambda: of(crowd(), replace(choosing(crowd()), show="pods")),
    "long-log": long_log,
    "long-log-40x20": lambda: long_log(40, 20),
    "long-log-120x40": lambda: long_log(120, 40),
    "over": over,
    "over-spectator": lambda: over(you=None),
    "on-autopilot": on_autopilot,
    "all-log": lambda: drawn(orion(), replace(choosing(orion()), show="log"), form(), TALK),
    "eight-pods": eight_pods,
    "eight-pods-ascii": lambda: eight_pods(glyphs="ascii"),
    "eight-pods-40x20": lambda: eight_pods(40, 20),
    "eight-pods-40x18": lambda: eight_pods(40, 18),
    "eight-pods-120x40": lambda: eight_pods(120, 40),
    "pyramid": pyramid,
    "pyramid-120x40": lambda: pyramid(120, 40),
    "pyramid-40x20": lambda: pyramid(40, 20),
    "no-card-chosen": lambda: of(orion()),
    "pod-first": lambda: of(orion(), choosing(orion(), pod=1)),
    "pod-first-and-card": lambda: of(orion(), choosing(orion(), "A1", pod=1)),
    "keycard-chosen": lambda: of(orion(), choosing(orion(), "A3")),
    "face-down-chosen": lambda: of(orion(), choosing(orion(), "C4")),
    "after-a-keycard": lambda: of(orion(phase="load", load_pod=5, pods=WITH_NEW)),
    "after-a-keycard-chosen": lambda: (lambda shown: of(shown, five(shown)))(
        orion(phase="load", load_pod=5, pods=WITH_NEW)
    ),
    "jams-on-one-pod": lambda: jams("B2", {1: "1 3 3 6 7"}),
    "jams-on-one-pod-40x20": lambda: jams("B2", {1: "1 3 3 6 7"}, 40, 20),
    "jams-everywhere": lambda: jams("B2"),
    "jams-everywhere-40x20": lambda: jams("B2", None, 40, 20),
    "jams-everywhere-120x40": lambda: jams("B2", None, 120, 40),
    "jams-on-two-of-three": lambda: jams("B2", {1: "1 3 3 6 7", 2: "2 8 8 9", 4: "OXY 4"}),
    "jams-on-the-pod-first": lambda: jams("B2", pod=2),
    "no-card-loads-on-the-pod-first": lambda: jams(None, {1: "1 2", 2: "8 9"}, own=LOW, pod=2),
    "must-jam": lambda: jams(None, own=LOW, pods={1: "8", 2: "2 8 8 9"}),
    "must-jam-40x20": lambda: jams(None, {1: "8", 2: "2 8 8 9"}, 40, 20, own=LOW),
    "must-jam-somewhere": lambda: jams("A2", own=LOW, pods={1: "8", 2: "2 8 8 9"}),
    "must-jam-somewhere-40x20": lambda: jams("A2", {1: "8", 2: "2 8 8 9"}, 40, 20, own=LOW),
    "must-jam-on-one-pod": lambda: jams("A2", own=LOW, pods={2: "2 8 8 9"}),
    "winston": peeking,
    "winston-chosen": lambda: peeking("C1"),
    "winston-ascii": lambda: peeking("C1", glyphs="ascii"),
    "winston-120x40": lambda: peeking("C1", 120, 40),
    "winston-40x20": lambda: peeking("C1", 40, 20),
    "winston-pyramid": peeking_at_a_pyramid,
    "winston-pyramid-120x40": lambda: peeking_at_a_pyramid(120, 40),
    "winston-pyramid-40x20": lambda: peeking_at_a_pyramid(40, 20),
    "whole-log-long-names": whole_log,
    "whole-log-long-names-40x20": lambda: whole_log(40, 20),
    "whole-log-long-names-120x40": lambda: whole_log(120, 40),
    "albert": lambda: of(orion(phase="give", load_pod=2, pods=WITH_ALBERT)),
    "albert-40x20": lambda: of(orion(phase="give", load_pod=2, pods=WITH_ALBERT), how=form(40, 20)),
    "asking": lambda: of(orion(), five(orion(), asking="B2>P1")),
    "asking-40x20": lambda: of(orion(), five(orion(), asking="B2>P1"), form(40, 20)),
    "not-your-turn": lambda: of(orion(turn=2), five(orion(turn=2))),
    "not-your-turn-120x40": lambda: of(orion(turn=2), five(orion(turn=2)), form(120, 40)),
    "arrived": jammed,
    "naming-a-card": lambda: of(orion(), choosing(orion(), letter="b")),
    "covered-card": lambda: of(orion(), choosing(orion(), covered="B1")),
    "no-hint": lambda: of(orion(), choosing(orion(), hint=False)),
    "no-clock": lambda: of(orion(clock=False), five(orion(clock=False))),
    "spectator": lambda: of(orion(you=None), follow(TableState(), orion(you=None))),
    "spectator-open": lambda: of(orion(you=None, stashes="open"), follow(TableState(), orion(you=None))),
    "film-launch": launch,
    "film-jam": jam,
    "film-wormhole": wormhole,
    "film-wormhole-back": back_again,
    "film-gift": gift,
    "film-order": order,
    "long-names": long_names,
    "long-names-120x40": lambda: long_names(120, 40),
    "long-names-40x20": lambda: long_names(40, 20),
}
"""How each is made."""
