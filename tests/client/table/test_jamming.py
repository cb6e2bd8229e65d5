"""Where a card jams, the prompt and the line beside the card say what that costs, and invite nobody to it."""

import pytest

from relspace.wire.messages import LegalMove
from relspace_client.locale.words import LANGUAGES
from relspace_client.picture.row import width_of
from relspace_client.table.choices import choices
from relspace_client.table.jamming import every_card_jams, first_harmless, jam_on_all, jam_on_one, jams_first
from relspace_client.table.prompt import text_column

from .scenes import LOW, jams
from .situations import form


def prompt(*given, **more):
    """The prompt's row, after the badge."""
    return jams(*given, **more).row(13).text.removeprefix("  YOUR TURN  ").rstrip()


def moves(**verdicts):
    """Moves with their verdicts: `A1_2="jams"` is A1 onto pod 2."""
    named = ((name.split("_"), verdict) for name, verdict in verdicts.items())
    return choices(tuple(LegalMove(f"{space}>P{pod}", verdict) for (space, pod), verdict in named))


def test_nobody_is_told_to_press_enter_for_a_jam_while_another_card_may_load():
    said = prompt("B2", {1: "1 3 3 6 7"})
    assert said == "5 from B2 jams pod 1: 4 cards come back. ← → another card."


def test_nobody_is_told_to_press_a_pod_where_every_one_jams():
    assert prompt("B2") == "5 from B2 jams everywhere. ← → another card."


def test_a_pod_chosen_first_on_which_the_card_jams_is_not_offered_either():
    assert prompt("B2", pod=2) == "5 from B2 jams pod 2: 4 cards come back. ← → another card."
    assert prompt("A1", pod=1) == "7 from A1. Enter plays it onto pod 1."


def test_a_pod_is_chosen_as_before_where_one_of_them_takes_the_card():
    three = {1: "1 3 3 6 7", 2: "2 8 8 9", 4: "OXY 4"}
    assert prompt("B2", three) == "5 from B2. Press a pod's number: 1, 2 or 4."


def test_who_has_nothing_but_jams_is_told_the_next_key():
    hard = {1: "8", 2: "2 8 8 9"}
    assert prompt(None, hard, own=LOW) == "Every card jams. Choose one: ← → or its name, such as A1."
    assert prompt("A2", hard, own=LOW) == "5 from A2 jams everywhere. Press a pod's number."
    assert prompt("A2", hard, own=LOW, pod=2) == "5 from A2 jams pod 2: 1 card comes back. Enter plays it."
    assert prompt(None, hard, own=LOW, pod=2) == "No card of yours loads on pod 2. Choose a card."


def test_a_pod_chosen_first_that_takes_no_card_says_so():
    assert prompt(None, {1: "1 2", 2: "8 9"}, own=LOW, pod=2) == "No card of yours loads on pod 2. Esc lets go of it."
    assert prompt(None, {1: "1 2", 2: "8 9"}, own=LOW, pod=1) == "Pod 1 takes 2 or higher. Choose a card."


def test_the_card_that_is_named_as_an_example_is_not_one_that_jams_everywhere():
    assert first_harmless(moves(A1_1="jams", A1_2="jams", A2_1="jams", A2_2="loads")) == "A2"
    assert first_harmless(moves(A1_1="jams", C4_1="unknown")) == "C4"
    assert first_harmless(moves(A1_1="jams", A2_1="jams")) == "A1"
    own = "5 7 2 4 / 10 5 ALB 1 / ~9 ~3 ~8 ~BRB"
    assert prompt(None, {2: "7"}, own=own) == "Choose a card: ← → or its name, such as A2."


@pytest.mark.parametrize(
    ("pods", "said"),
    [
        ({1: "1 3 3 6 7", 2: "ODD"}, "On pod 1 it jams: 4 "),
        ({1: "1 3 3 6 7", 2: "2 8 8 9"}, "It jams on pods 1 and 2."),
        ({1: "6", 2: "7", 4: "8", 5: "ODD"}, "It jams on pods 1, 2 and 4."),
    ],
)
@pytest.mark.parametrize(("size", "row"), [((80, 24), 17), ((120, 40), 24)])
def test_every_pod_on_which_the_card_jams_is_told_beside_it(pods, said, size, row):
    assert said in jams("B2", pods, *size).row(row).text


def test_of_a_pod_chosen_first_only_its_own_jam_is_told():
    text = jams("B2", pod=2).text()
    assert "On pod 2 it jams: 4 cards come back." in text
    assert "It jams on pods" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_fits_beside_the_badge_however_large_its_numbers(language):
    how, named = form(language=language), ("10", "10")
    loads, hard = moves(X1_11="jams", A1_12="loads"), moves(X1_11="jams", A1_12="jams")
    column = text_column(how.words.say("YOUR TURN"))
    for can in (loads, hard):
        for said in (
            jam_on_one(named, "X1", LegalMove("X1>P11", "jams", 12), 11, can, how),
            jam_on_all(named, "X1", can, how),
            jams_first(11, can, how),
            every_card_jams("X1", how),
        ):
            assert width_of(said.long) <= 80 - column, said.long
            assert width_of(said.short) <= 40 - column, said.short
