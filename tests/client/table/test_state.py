"""What is kept of a viewer's choice from one snapshot to the next."""

from dataclasses import replace

from relspace.room.state import LogEntry
from relspace.rules.events import Gave, Jammed, Launched, Loaded
from relspace_client.table.state import TableState, follow

from .scenes import PODS
from .situations import LOG, choosing, orion

JAM = Jammed("B2", "5", 1, 6, (("A2", "5"), ("A4", "1"), ("B2", "3"), ("B4", "7")), ("3", "6"), False)


def later(shown, *entries, ply=None, **changes):
    """The next snapshot, after these moves."""
    return replace(
        shown,
        log=shown.log + entries,
        view=shown.view._replace(ply=ply or entries[-1].ply, **changes),
        rev=shown.rev + 1,
    )


def test_a_choice_made_while_others_play_is_kept_when_the_turn_comes():
    theirs = orion(turn=2)
    state = choosing(theirs, "B2")
    mine = replace(orion(), log=(*LOG, LogEntry(29, 2, (Loaded("A1", "2", 4),))))
    mine = replace(mine, view=mine.view._replace(ply=29))
    assert follow(state, mine).chosen == "B2"


def test_ones_own_move_lets_the_choice_go():
    shown = orion()
    after = later(shown, LogEntry(29, 1, (Loaded("A1", "7", 1),)))
    assert follow(choosing(shown, "B2", pod=1), after).chosen is None
    assert follow(choosing(shown, "B2", pod=1), after).pod is None


def test_a_card_that_can_no_longer_be_chosen_is_let_go():
    shown = orion()
    without = replace(shown, legal=tuple(move for move in shown.legal if not move.move.startswith("B2")))
    assert follow(choosing(shown, "B2"), without).chosen is None


def test_a_pod_that_is_gone_is_let_go():
    state = choosing(orion(), pod=4)
    assert follow(state, orion(pods={1: PODS[1], 2: PODS[2]})).pod is None
    assert follow(state, orion()).pod == 4


def test_a_question_is_dropped_when_the_game_moves_on():
    shown = orion(turn=2)
    state = replace(choosing(shown, "B2"), asking="B2>P1", covered="B1")
    assert follow(state, shown).asking == "B2>P1"
    after = follow(state, later(shown, LogEntry(29, 2, (Loaded("A1", "2", 4),))))
    assert (after.asking, after.covered) == ("", "")


def test_what_a_jam_brought_is_marked_until_the_next_move():
    shown = orion()
    jammed = later(shown, LogEntry(29, 1, (JAM,)))
    state = follow(choosing(shown), jammed)
    assert state.arrived == {"A2", "A4", "B2", "B4"}
    others = later(jammed, LogEntry(30, 2, (Loaded("A1", "2", 4),)))
    assert follow(state, others).arrived == state.arrived
    assert follow(state, later(others, LogEntry(31, 1, (Loaded("A2", "5", 4),)))).arrived == set()


def test_marks_outlive_the_end_of_the_log():
    shown = orion()
    state = follow(choosing(shown), later(shown, LogEntry(29, 1, (JAM,))))
    rest = tuple(LogEntry(30 + number, 2 + number % 3, (Loaded("A1", "2", 4),)) for number in range(8))
    assert follow(state, replace(later(shown, *rest), log=rest)).arrived == state.arrived


def test_a_gift_is_marked_too():
    shown = orion()
    given = later(shown, LogEntry(29, 3, (Gave(1, "4", "A2"), Launched(2, 3))))
    assert follow(choosing(shown), given).arrived == {"A2"}
    elsewhere = later(shown, LogEntry(29, 3, (Gave(2, "4", "A2"), Launched(2, 3))))
    assert follow(choosing(shown), elsewhere).arrived == set()


def test_somebody_who_comes_back_sees_the_marks_that_the_log_still_tells_of():
    assert follow(TableState(), later(orion(), LogEntry(29, 1, (JAM,)))).arrived == {"A2", "A4", "B2", "B4"}


def test_a_new_game_starts_afresh_with_the_same_settings():
    old = replace(choosing(orion(), "B2", pod=1), ply=80, hint=False, asks=False, arrived=frozenset({"A1"}))
    new = follow(old, replace(orion(), log=()))
    assert (new.chosen, new.pod, new.arrived) == (None, None, frozenset())
    assert (new.hint, new.asks) == (False, False)


def test_without_a_game_there_is_nothing_to_choose():
    state = follow(choosing(orion(), "B2", hint=False), replace(orion(), view=None, legal=()))
    assert state == TableState(hint=False)


def test_the_key_of_a_pod_over_9_stays_the_same():
    first = follow(TableState(), orion(pods=PODS | {11: ""}))
    assert first.keys == ((11, 5),)
    later_on = follow(first, orion(pods={2: PODS[2], 11: "", 12: ""}))
    assert later_on.keys == ((11, 5), (12, 1))
