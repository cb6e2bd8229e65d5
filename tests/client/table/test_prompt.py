"""How the prompt looks: a question before a jam, Winston's and Albert's choices, headings."""

from dataclasses import replace

import pytest

from relspace_client.look import styles
from relspace_client.picture.row import segments
from relspace_client.table.measures import Pane
from relspace_client.table.prompt import draw_prompt, prompt_of

from .scenes import WITH_ALBERT, peeking, peeking_at_a_pyramid
from .situations import TALK as TALKED
from .situations import choosing, crowd, drawn, form, orion

HINT = "Get rid of every card."
ASKING = orion(phase="peek", load_pod=2, pods={1: "1 3 3 6 7", 2: "2 8 8 WIN", 4: "OXY 4"})


def styled(row):
    """The texts of a row with their styles."""
    return [(text.strip(), style) for text, style in segments(row) if text.strip()]


@pytest.mark.parametrize(
    ("size", "y", "said"),
    [
        ((80, 24), 13, ("Jam pod 1 and take 4 cards?", "y", "yes, any other key no")),
        ((120, 40), 21, ("Jam pod 1 and take 4 cards?", "y", "yes, any other key no")),
        ((40, 20), 9, ("Jam pod 1, take 4?", "y", "/ n")),
    ],
)
def test_the_question_before_a_jam_looks_like_no_other_prompt(size, y, said):
    shown = orion()
    picture = drawn(shown, choosing(shown, "B2", asking="B2>P1"), form(*size))
    question, key, rest = said
    assert styled(picture.row(y)) == [
        ("YOUR TURN", styles.FILL_ACCENT),
        (question, styles.JAM_WORDS),
        (key, styles.BRIGHT),
        (rest, styles.TEXT),
    ]


def test_while_a_question_is_asked_there_is_no_hint():
    shown = orion()
    assert HINT in drawn(shown, choosing(shown, "B2"), form()).text()
    assert HINT not in drawn(shown, choosing(shown, "B2", asking="B2>P1"), form()).text()


def test_no_hint_speaks_of_cards_that_are_free_while_none_can_be_played():
    albert = orion(phase="give", load_pod=2, pods=WITH_ALBERT)
    for shown in (ASKING, albert):
        assert HINT not in drawn(shown, choosing(shown), form()).text()
    watched = orion(you=2, phase="give", load_pod=2, pods=WITH_ALBERT)
    assert HINT in drawn(watched, choosing(watched), form()).text()


def names_on_edges(picture):
    """The names of cards that stand on an upper edge, with the style that they are drawn in."""
    return {
        text.strip("╭╮┏┓─━"): style
        for y in range(14, 22)
        for text, style in styled(picture.row(y))
        if text.strip("╭╮┏┓─━")[:1] in tuple("ABCX") and len(text.strip("╭╮┏┓─━")) == 2
    }


def test_winston_lights_the_cards_that_can_be_looked_at_and_no_others():
    assert names_on_edges(peeking()) == dict.fromkeys(("C1", "C2", "C3", "C4"), styles.BACK_NAME)
    assert set(names_on_edges(peeking_at_a_pyramid())) == {"C1", "C2", "C3", "C4", "C5"}
    inks = {style for y in range(15, 22) for _, style in segments(peeking().row(y))}
    assert not inks & {styles.PAPER_INK, styles.PAPER_EDGE, styles.PAPER_TEAL}
    shown = orion()
    assert set(names_on_edges(drawn(shown, choosing(shown), form()))) == {"A1", "A3", "B2", "C4"}


@pytest.mark.parametrize("space", ["C1", "C2", "C3", "C4"])
def test_each_of_them_can_be_clicked_where_it_is_drawn(space):
    for picture in (peeking(), peeking("C1", 120, 40)):
        area = next(area for area in picture.areas if area.action == f"card {space}")
        assert space in picture.row(area.y).text[area.x : area.x + area.width]
        assert picture.hit(area.x + 2, area.y + area.height - 1) == f"card {space}"


def test_while_a_player_is_chosen_for_a_gift_no_card_is_bright():
    albert = orion(phase="give", load_pod=2, pods=WITH_ALBERT)
    assert names_on_edges(drawn(albert, choosing(albert), form())) == {}
    watched = orion(you=2, phase="give", load_pod=2, pods=WITH_ALBERT)
    assert names_on_edges(drawn(watched, choosing(watched), form()))


def test_a_card_that_is_not_asked_for_is_not_called_covered():
    for space, said in (("A1", "A1 cannot be chosen now."), ("A2", "Nothing lies in A2.")):
        prompt = prompt_of(ASKING, ASKING.view, choosing(ASKING, covered=space), "medium", form())
        assert prompt.said.long == said
    shown = orion()
    prompt = prompt_of(shown, shown.view, choosing(shown, covered="B1"), "medium", form())
    assert prompt.said.long == "B1 is covered."


def test_what_says_the_same_is_drawn_once():
    shown, how, pane = orion(), form(), Pane(0, 13, 80, 2)
    state = choosing(shown, "B2", asking="B2>P1")
    prompt = prompt_of(shown, shown.view, state, "medium", how)
    assert draw_prompt(prompt, pane, how) is draw_prompt(prompt_of(shown, shown.view, state, "medium", how), pane, how)


@pytest.mark.parametrize("heading", ["Log", "Talk", "How to read it"])
def test_headings_are_bright(heading):
    shown = orion()
    talk = replace(TALKED, room=shown.room)
    picture = drawn(shown, choosing(shown), form(120, 40), talk)
    found = [style for row in picture.rows() for text, style in styled(row) if text == heading]
    assert found == [styles.BRIGHT]


def test_the_whole_log_says_once_what_it_is():
    shown = crowd()
    text = drawn(shown, replace(choosing(shown), show="log"), form()).text()
    assert "LOG" in text
    assert not [line for line in text.splitlines() if line.strip() == "Log"]


def test_where_nothing_can_be_chosen_anyhow_the_cards_stay_as_they_are():
    """A replay shows what somebody saw; it has no moves."""
    seen = replace(ASKING, legal=())
    assert set(names_on_edges(drawn(seen, choosing(seen), form()))) == {"A1", "A3", "B2", "C4"}
