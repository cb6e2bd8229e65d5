"""What the table says to a key that did nothing: which key comes first."""

from dataclasses import replace

import pytest

from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
from relspace_client.look.glyphs import GLYPHS
from relspace_client.screens.table_answers import answer

from .scenes import WITH_ALBERT, WITH_NEW, WITH_WINSTON
from .situations import choosing, orion

READER = Reader(words("en"), GLYPHS["box"])


@pytest.mark.parametrize(
    ("key", "how", "chosen", "said"),
    [
        ("enter", {}, None, "Enter plays once a card and a pod are clear. Choose a card first."),
        ("enter", {}, "B2", "Press a pod's number first."),
        ("enter", {"turn": 2}, "B2", "It is Rigel's turn."),
        ("enter", {"turn": 2}, None, "It is Rigel's turn."),
        ("enter", {"you": 2, "phase": "peek", "load_pod": 2, "pods": WITH_WINSTON}, None, "It is Vega's turn."),
        ("enter", {"phase": "peek", "load_pod": 2, "pods": WITH_WINSTON}, None, "Enter looks at the card"),
        ("enter", {"phase": "give", "load_pod": 2, "pods": WITH_ALBERT}, None, "A player's number gives the card."),
        ("1", {}, "A3", "Enter opens a new pod; then play one more card."),
        ("1", {"phase": "load", "load_pod": 5, "pods": WITH_NEW}, "B2", "Nothing goes onto pod 1 now."),
        ("1", {"turn": 2}, None, "It is Rigel's turn."),
        ("7", {"turn": 2}, "B2", "It is Rigel's turn."),
        ("pod 2", {"turn": 2}, None, "It is Rigel's turn."),
        ("9", {}, "B2", "There is no pod 9: press 1 2 4."),
        ("1", {"phase": "peek", "load_pod": 2, "pods": WITH_WINSTON}, None, "Enter looks at the card"),
        ("3", {}, "B2", "Pod 3 is in the wormhole."),
        (
            "9",
            {"phase": "give", "load_pod": 2, "pods": WITH_ALBERT},
            None,
            "9 is no player who can get it: press 2 3 4.",
        ),
        ("b", {"you": None}, None, "You are watching: only those who play choose cards and pods."),
    ],
)
def test_it_says_what_comes_first(key, how, chosen, said):
    shown = orion(**how)
    long, *short = answer(key, shown, choosing(shown, chosen), READER)
    assert long.startswith(said)
    assert all(len(brief) < len(long) for brief in short)


def test_who_presses_a_pods_number_too_early_reads_whose_turn_it_is_and_what_the_number_does_then():
    shown = orion(turn=2)
    marked = answer("2", shown, choosing(shown, None, 2), READER)
    assert marked == ("It is Rigel's turn. Pod 2 is chosen for yours.", "It is Rigel's turn.")
    both = answer("2", shown, choosing(shown, "B2", 2), READER)
    assert both[0] == "It is Rigel's turn. On yours, Enter plays B2 onto pod 2."


@pytest.mark.parametrize("key", ["1", "enter", "left", "a"])
def test_who_has_left_the_game_is_told_so(key):
    shown = orion()
    out = (shown.view.seats[0]._replace(out=True), *shown.view.seats[1:])
    shown = replace(shown, view=shown.view._replace(seats=out), legal=(), ahead=True)
    assert answer(key, shown, choosing(shown), READER)[0] == "You have left this game: you only watch."


def test_it_has_nothing_to_say_about_other_keys():
    shown = orion()
    assert answer("z", shown, choosing(shown), READER) == ()
