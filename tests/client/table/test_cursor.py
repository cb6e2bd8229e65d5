"""The keys of the table: from a key to the next state, and perhaps to a move."""

from dataclasses import replace

import pytest

from relspace_client.table.cursor import Open, Send, press
from relspace_client.table.state import TableState, follow

from .scenes import PODS, WITH_ALBERT, WITH_NEW, WITH_WINSTON
from .situations import choosing, crowd, orion


def presses(keys, shown, state=None):
    """Presses keys one after another; the last action counts."""
    state, action = state or choosing(shown), None
    for key in keys:
        state, action = press(key, shown, state)
    return state, action


def test_arrows_go_through_the_free_cards_and_round():
    shown = orion()
    state = choosing(shown)
    visited = []
    for _ in range(5):
        state, action = press("right", shown, state)
        visited.append(state.chosen)
        assert action is None
    assert visited == ["A1", "B2", "A3", "C4", "A1"]


def test_left_begins_at_the_last_card():
    shown = orion()
    assert press("left", shown, choosing(shown))[0].chosen == "C4"
    assert press("left", shown, choosing(shown, "A1"))[0].chosen == "C4"


def test_up_and_down_go_to_the_nearest_card_higher_or_lower():
    shown = orion()
    assert press("down", shown, choosing(shown, "A1"))[0].chosen == "B2"
    assert press("up", shown, choosing(shown, "C4"))[0].chosen == "A3"
    assert press("up", shown, choosing(shown, "A1"))[0].chosen == "A1"


def test_row_x_is_reached_at_the_right_and_gone_through_from_above():
    shown = crowd()
    assert presses(["left", "left"], shown)[0].chosen == "X1"
    assert press("down", shown, choosing(shown, "X1"))[0].chosen in ("B2", "X2")
    assert press("right", shown, choosing(shown, "C4"))[0].chosen == "X1"


@pytest.mark.parametrize("keys", ["a1", "A1"])
def test_a_card_is_chosen_by_its_name(keys):
    assert presses(keys, orion())[0].chosen == "A1"


def test_three_keys_play_a_card():
    assert presses("b22", orion())[1] == Send("B2>P2", 28)


def test_two_keys_play_a_card():
    assert presses(["right", "2"], orion(), choosing(orion(), "A1"))[1] == Send("B2>P2", 28)


def test_a_covered_card_is_named_but_not_chosen():
    state, action = presses("b1", orion())
    assert (state.chosen, state.covered, action) == (None, "B1", None)
    assert press("right", orion(), state)[0].covered == ""


def test_half_a_name_is_forgotten_with_the_next_other_key():
    assert press("escape", orion(), presses("b", orion())[0]) == (choosing(orion()), None)
    assert presses(["b", "left"], orion())[0].letter == ""


def test_a_jam_is_asked_about_each_time():
    shown = orion()
    state, action = presses("b21", shown)
    assert (state.asking, action) == ("B2>P1", None)
    assert press("y", shown, state)[1] == Send("B2>P1", 28)
    for key in ("n", "enter", "escape", "1", "t", "left"):
        after, action = press(key, shown, state)
        assert (after.asking, after.chosen, action) == ("", "B2", None)


def test_yes_is_a_key_of_the_viewers_language():
    state, _ = presses("b21", orion())
    assert press("s", orion(), state, yes="s")[1] == Send("B2>P1", 28)
    assert press("y", orion(), state, yes="s")[1] is None


def test_a_setting_turns_the_question_off():
    shown = orion()
    assert presses("b21", shown, choosing(shown, asks=False))[1] == Send("B2>P1", 28)


def test_a_pod_can_be_chosen_first():
    shown = orion()
    state, action = presses(["2"], shown)
    assert (state.pod, state.chosen, action) == (2, None, None)
    state, action = presses(["left", "enter"], shown, state)
    assert action == Send("C4>P2", 28)


def test_the_same_pod_again_lets_it_go_and_so_does_escape():
    shown = orion()
    assert presses("22", shown)[0].pod is None
    state, action = presses(["2", "escape"], shown)
    assert (state.pod, action) == (None, None)


def test_enter_needs_to_know_which_pod():
    shown = orion()
    assert press("enter", shown, choosing(shown, "B2"))[1] is None
    one_pod = orion(pods={1: "2"}, away=None)
    assert press("enter", one_pod, choosing(one_pod, "B2"))[1] == Send("B2>P1", 28)


def test_enter_uses_a_keycard_and_a_digit_does_not():
    shown = orion()
    assert presses(["a", "3", "enter"], shown)[1] == Send("A3+", 28)
    state, action = presses("a32", shown)
    assert (state.chosen, state.pod, action) == ("A3", None, None)


def test_after_a_keycard_the_card_goes_onto_the_new_pod():
    shown = orion(phase="load", load_pod=5, pods=WITH_NEW)
    assert presses(["b", "2", "enter"], shown)[1] == Send("B2>P5", 28)
    assert presses("b25", shown)[1] == Send("B2>P5", 28)
    assert presses("b21", shown)[1] is None


def test_winston_looks_at_a_face_down_card_covered_or_not():
    shown = orion(phase="peek", load_pod=2, pods=WITH_WINSTON)
    assert presses(["right", "enter"], shown)[1] == Send("peek C1", 28)
    assert presses(["c", "4", "enter"], shown)[1] == Send("peek C4", 28)
    assert presses("a1", shown)[0].chosen is None


def test_albert_gives_to_a_players_digit():
    shown = orion(phase="give", load_pod=2, pods=WITH_ALBERT)
    assert press("3", shown, choosing(shown))[1] == Send("give S3", 28)
    assert press("1", shown, choosing(shown))[1] is None
    assert press("seat 4", shown, choosing(shown))[1] == Send("give S4", 28)


def test_the_tenth_player_is_0():
    shown = crowd()
    giving = replace(shown, legal=tuple(replace(shown.legal[0], move=f"give S{seat}") for seat in range(2, 11)))
    assert press("0", giving, choosing(giving))[1] == Send("give S10", 44)


def test_on_somebody_elses_turn_a_card_and_a_pod_can_be_chosen_but_nothing_is_played():
    shown = orion(turn=2)
    state, action = presses("b22", shown)
    assert (state.chosen, state.pod, action) == ("B2", 2, None)
    assert press("enter", shown, state)[1] is None


def test_letters_open_dialogs_and_views():
    shown = orion()
    assert press("t", shown, choosing(shown))[1] == Open("talk")
    assert press("?", shown, choosing(shown))[1] == Open("keys")
    assert press("escape", shown, choosing(shown))[1] == Open("menu")
    assert press("o", shown, choosing(shown))[0].show == "stashes"
    assert press("p", shown, choosing(shown))[0].show == "pods"
    assert press("l", shown, choosing(shown))[0].show == "log"


def test_the_hint_is_put_away_and_brought_back():
    state, _ = press("h", orion(), choosing(orion()))
    assert not state.hint
    assert press("h", orion(), state)[0].hint


def test_among_the_stashes_a_digit_takes_one_closer():
    shown = crowd()
    state, _ = presses("o0", shown)
    assert (state.show, state.closer) == ("stashes", 10)
    state, _ = press("escape", shown, state)
    assert (state.show, state.closer) == ("stashes", None)
    assert press("escape", shown, state)[0].show == "table"
    assert presses("o2o", shown)[0].show == "table"
    assert presses("o22", shown)[0].closer is None


def test_nothing_is_played_while_something_else_is_shown():
    shown = orion()
    for show in "opl":
        state, action = presses([show, "left", "enter", "a", "1", "2"], shown, choosing(shown, "B2"))
        assert (state.chosen, action) == ("B2", None)


def test_clicks_choose_cards_and_pods_in_either_order():
    shown = orion()
    assert presses(["card B2", "pod 2"], shown)[1] == Send("B2>P2", 28)
    assert presses(["pod 2", "card B2"], shown)[1] == Send("B2>P2", 28)
    assert presses(["card B1"], shown)[0].covered == "B1"
    assert presses(["pod 2", "card B1"], shown)[1] is None
    assert presses(["seat 2"], shown)[0] == replace(choosing(shown), show="stashes", closer=2)


def test_a_click_on_the_card_that_is_chosen_looks_at_it():
    shown = orion(phase="peek", load_pod=2, pods=WITH_WINSTON)
    assert presses(["card C1"], shown)[1] is None
    assert presses(["card C1", "card C1"], shown)[1] == Send("peek C1", 28)


def test_a_spectator_can_look_but_not_choose():
    shown = orion(you=None)
    state = follow(TableState(), shown)
    for key in ("left", "a", "1", "enter", "2", "card A1", "pod 1"):
        after, action = press(key, shown, state)
        assert (after.chosen, after.pod, action) == (None, None, None)
    assert press("o", shown, state)[0].show == "stashes"


def test_a_pod_over_9_is_played_by_its_key():
    shown = orion(pods=PODS | {12: ""})
    assert presses("b25", shown)[1] == Send("B2>P12", 28)
    assert presses("b29", shown)[1] is None


def test_keys_that_mean_nothing_do_nothing():
    shown = orion()
    for key in ("z", "f1", "tab", "space", "ctrl+a", "", "9", "card", "pod"):
        assert press(key, shown, choosing(shown, "B2")) == (choosing(shown, "B2"), None)


def test_no_key_fails_while_no_game_runs():
    shown = replace(orion(), view=None, legal=())
    for key in ("left", "a", "1", "enter", "2"):
        after, action = press(key, shown, TableState())
        assert (after.chosen, after.pod, after.asking, action) == (None, None, "", None)
    assert press("o", shown, TableState())[0].show == "stashes"
    assert press("escape", shown, TableState())[1] == Open("menu")
