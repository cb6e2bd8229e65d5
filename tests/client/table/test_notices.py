"""Sentences over the table are told to their end, and whose turn it is stays beside them."""

import re

import pytest

from relspace.wire.messages import Notice
from relspace_client.around.parts import Reader
from relspace_client.locale.words import LANGUAGES, words
from relspace_client.look.glyphs import GLYPHS
from relspace_client.picture.row import width_of
from relspace_client.screens.refusals import NOTICES, OTHER_NAME, notice_sentence
from relspace_client.table.frame import Frames
from relspace_client.table.notices import for_prompt
from relspace_client.table.table import Table

from .situations import choosing, crowd, form, orion

FROM_THE_HOST = "Please finish your games: the server moves to a new machine at 21:00 and will be gone for ten minutes."
EIGHT_PODS = {1: "1 3 3 6 7", 2: "2 8 8 ODD", 4: "OXY 4", 5: "OXY 10", 6: "", 8: "MINI", 12: "6 EVEN"}
TABLES = {
    "four pods": orion,
    "eight pods": lambda **more: orion(pods=EIGHT_PODS, **more),
    "ten players": crowd,
}


def told(tries, shown, how, *, badge=True):
    """The table with a sentence over it, and without one."""
    table = Table(Frames())
    picture = table.picture(shown, choosing(shown, "B2"), how)
    return for_prompt(picture, tries, table.text_column if badge else 0, how), picture


def read(picture):
    """Everything that is drawn, letters and digits alone: where a line ends does not matter."""
    return "".join(re.findall(r"\w", picture.text()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(NOTICES))
@pytest.mark.parametrize("size", [(40, 18), (40, 20), (52, 19), (80, 24), (120, 40)])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("turn", [1, 2])
def test_no_word_of_a_notice_is_left_out_and_your_turn_stays(language, code, size, table, turn):
    how = form(*size, language=language)
    text = "root" if code in OTHER_NAME else FROM_THE_HOST
    sentence = notice_sentence(Reader(words(language), GLYPHS["box"]), Notice(code, text=text))
    shown, before = told((sentence,), TABLES[table](turn=turn), how)
    assert "".join(re.findall(r"\w", sentence)) in read(shown)
    badge = words(language).say("YOUR TURN")
    assert (badge in shown.text()) is (badge in before.text()) is (turn == 1)
    assert all(width_of(line) <= size[0] for line in shown.text().splitlines())


@pytest.mark.parametrize("size", [(40, 18), (40, 20)])
def test_what_is_short_leaves_the_pods_and_the_cards_alone(size):
    shown, before = told(("Moves cannot be saved now. Wait; you get the time back.",), orion(), form(*size))
    changed = [y for y in range(size[1]) if shown.row(y) != before.row(y)]
    prompt = next(y for y in range(size[1]) if "YOUR TURN" in before.row(y).text)
    assert changed == [prompt, prompt + 1]


def test_a_shorter_sentence_is_taken_before_a_pod_is_covered():
    tries = ("The autopilot plays for you. Any key takes your seat back.", "The autopilot plays. Press any key.")
    shown = told(tries, orion(pods=EIGHT_PODS, turn=2), form(40, 20), badge=False)[0].text()
    assert tries[1] in shown
    assert " 7  EVN" in shown
    assert "takes your seat back." in told(tries, orion(turn=2), form(40, 20), badge=False)[0].text()


def test_what_does_not_fit_at_all_says_that_it_goes_on():
    shown = told(("very long " * 80,), orion(pods=EIGHT_PODS), form(40, 18))[0].text()
    assert "YOUR TURN" in shown
    assert re.search(r"[a-z]…$", shown, re.MULTILINE)
    assert "╭A1─╮" in shown
