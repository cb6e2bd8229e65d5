"""What happened, in sentences."""

import pytest

from relspace.room.state import LogEntry
from relspace.rules.events import (
    CameBack,
    Exploded,
    Gave,
    Jammed,
    KeycardSpent,
    Launched,
    Loaded,
    OrderTurned,
    Peeked,
    PodOpened,
    PodPutOut,
    Resigned,
    SentAway,
    Won,
)
from relspace_client.locale.words import words
from relspace_client.table.logtext import Names, log_lines, turns_of

NAMES = Names(("Vega", "Rigel", "Mira"), 1)

SENTENCES = {
    (Loaded("A1", "7", 1),): "7 on pod 1",
    (Loaded("A1", "ODD", 2),): "Odd Space on pod 2",
    (Loaded("C1", "7", 1, face_down=True),): "turned over: 7 on pod 1",
    (Loaded("A1", "OXY", 4, under="4"),): "Oxygen, under the 4 on pod 4",
    (Loaded("A1", "OXY", 4, under="MINI"),): "Oxygen, under the Mini Gun on pod 4",
    (Loaded("A1", "OXY", 4),): "Oxygen on pod 4",
    (Loaded("A1", "BRB", 4), Launched(4, 3)): "The B.R.B. launches pod 4, 3 cards",
    (Loaded("A1", "BRB", 4), Launched(4, 1), PodPutOut(5)): "The B.R.B. launches pod 4, 1 card; pod 5 is new",
    (Loaded("A1", "WORM", 3), SentAway(3, 6)): "Wormhole: pod 3 is away, 6 cards",
    (Loaded("A1", "WORM", 3), CameBack(2, 1)): "Wormhole: pod 2 is back, 1 card",
    (Loaded("A1", "GRAV", 3), OrderTurned(-1)): "Grav Gun: the order turns round",
    (Loaded("A1", "WIN", 3),): "Winston on pod 3",
    (Loaded("A1", "WIN", 3), Launched(3, 4)): "Winston launches pod 3, 4 cards",
    (Loaded("A1", "WIN", 3), Peeked("C2"), Launched(3, 4)): "Winston looks at C2; pod 3 launched",
    (Loaded("A1", "ALB", 3), Gave(3, "4", "B1"), Launched(3, 4)): "Albert gives Mira the 4",
    (Loaded("A1", "ALB", 3), Gave(1, "4", "B1"), Launched(3, 4)): "Albert gives you a card: B1",
    (Gave(3, "KEY", "B1"), Launched(3, 4)): "Albert gives Mira the Keycard",
    (PodOpened("A1", 4),): "Keycard opens pod 4",
    (PodOpened("A1", 4), Loaded("B1", "4", 4)): "Keycard opens pod 4; 4 loads",
    (
        PodOpened("A1", 4),
        Loaded("B1", "BRB", 4),
        Launched(4, 1),
    ): "Keycard opens pod 4; The B.R.B. launches pod 4, 1 card",
    (KeycardSpent("A1"), Won(2, "escaped")): "Keycard, the last card; escaped!",
    (Jammed("B2", "5", 1, 6, (("A2", "?"), ("A4", "?")), ("?",) * 4, False),): "5 jams pod 1: 2 cards come back",
    (Jammed("B2", "5", 1, 1, (("A2", "?"),), (), True),): "5 jams pod 1: 1 card comes back",
    (Resigned(),): "resigned",
    (Resigned(), Launched(3, 4)): "resigned; pod 3 launched",
    (Resigned(voted=True),): "voted out by the others",
    (Loaded("A1", "7", 1), Won(2, "escaped")): "7 on pod 1; escaped!",
    (Won(2, "last_left"),): "Rigel is the last one left",
    (Exploded(),): "the station blows up",
}


@pytest.mark.parametrize("events", SENTENCES, ids=SENTENCES.values())
def test_a_move_is_told(events):
    (line,) = log_lines((LogEntry(1, 2, events),), NAMES, words())
    assert (line.seat, line.text) == (2, SENTENCES[events])


def test_every_event_has_a_word():
    told = {type(event) for events in SENTENCES for event in events}
    assert told == {
        CameBack, Exploded, Gave, Jammed, KeycardSpent, Launched, Loaded, OrderTurned, Peeked, PodOpened, PodPutOut,
        Resigned, SentAway, Won,
    }  # fmt: skip


@pytest.mark.parametrize("auto", [True, False])
def test_moves_in_a_row_of_one_seat_are_one_line(auto):
    log = (
        LogEntry(1, 2, (PodOpened("A1", 4),), auto=auto),
        LogEntry(2, 2, (Loaded("B1", "4", 4),), auto=auto),
        LogEntry(3, 3, (Loaded("B1", "6", 4),)),
    )
    lines = log_lines(log, NAMES, words())
    assert [(line.seat, line.text, line.auto) for line in lines] == [
        (2, "Keycard opens pod 4; 4 loads", auto),
        (3, "6 on pod 4", False),
    ]


def test_what_the_autopilot_did_is_told_apart_from_what_the_player_did():
    log = (LogEntry(1, 2, (Loaded("A1", "8", 3),), auto=True), LogEntry(2, 2, (Resigned(2),)))
    lines = log_lines(log, NAMES, words())
    assert [(line.seat, line.auto) for line in lines] == [(2, True), (2, False)]


def test_a_turn_that_did_not_go_on_is_taken_over():
    log = (LogEntry(1, 1, (Loaded("A1", "4", 1),)), LogEntry(2, 2, (PodOpened("A1", 4),)))
    before = turns_of(log)
    after = turns_of((*log, LogEntry(3, 2, (Loaded("B1", "6", 4),)), LogEntry(4, 3, (Loaded("A1", "7", 1),))), before)
    assert [turn.seat for turn in after] == [1, 2, 3]
    assert after[0] is before[0]
    assert after[1].entries == (log[1], LogEntry(3, 2, (Loaded("B1", "6", 4),)))


def test_a_turn_of_another_game_is_not_taken_over():
    before = turns_of((LogEntry(1, 1, (Loaded("A1", "4", 1),)),))
    (turn,) = turns_of((LogEntry(1, 1, (Loaded("A2", "5", 1),)),), before)
    assert turn.events == (Loaded("A2", "5", 1),)
