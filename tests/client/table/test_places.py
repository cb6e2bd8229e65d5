"""Cards stand on the table's grid, apart from one another and from what is said beside them."""

import re
from dataclasses import replace

import pytest

from relspace_client.look.glyphs import GLYPHS

from .scenes import peeking_at_a_pyramid, pyramid
from .situations import choosing, crowd, drawn, form, orion

SIZES = [(40, 20), (80, 24), (120, 40)]


def stash_rows(picture):
    """The rows of the stash, from its highest card on to its lowest edge."""
    rows = picture.text().splitlines()
    first = next(y for y, row in enumerate(rows) if "X1" in row or "╭───╮                   ╭" in row)
    return rows[first : first + (8 if picture.height >= 40 else 7)]


@pytest.mark.parametrize("size", SIZES)
def test_a_pyramid_begins_a_column_from_the_edge_like_everything_else(size):
    rows = stash_rows(pyramid(*size))
    assert {row[0] for row in rows} == {" "}
    assert any(row[1] in "╭│╰" for row in rows)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_row_x_touches_neither_the_pyramid_nor_what_is_said_of_a_card(size):
    rows = stash_rows(pyramid(*size))
    left = rows[0].index("╭X1")
    for row in rows:
        line = row.ljust(left + 7)
        assert line[left - 1] == " "
        assert line[left + 5] == " "


@pytest.mark.parametrize("size", SIZES)
def test_no_sign_of_a_covered_card_is_left_between_those_that_winston_may_look_at(size):
    rows = peeking_at_a_pyramid(*size).text().splitlines()
    edge = next(row for row in rows if "C1─" in row)
    assert not set("↑↓↔@+") & set(edge[: edge.index("C5")])


@pytest.mark.parametrize(("size", "players"), [((40, 20), "ten"), ((40, 18), "ten"), ((40, 18), "four")])
def test_a_number_of_cards_and_the_next_name_are_no_single_word(size, players):
    pods = {1: "1", 2: "2", 4: "4", 5: "5", 6: "6", 8: "7", 12: "8"}
    for glyphs in ("box", "ascii"):
        shown = crowd() if players == "ten" else orion(pods=pods)
        ring = drawn(shown, choosing(shown), form(*size, glyphs)).text().splitlines()[1:3]
        arrows = re.escape(GLYPHS[glyphs].left + GLYPHS[glyphs].right)
        assert not re.search(rf"\d[{arrows}]", "\n".join(ring))
        assert GLYPHS[glyphs].turn in ring[0]


def test_a_digit_shows_a_stash_with_larger_cards_where_there_is_room():
    for shown, how in ((orion(stashes="open"), form()), (crowd(), form()), (crowd(), form(120, 40))):
        everybody = replace(choosing(shown), show="stashes")
        closer = drawn(shown, replace(everybody, closer=2), how).text()
        assert "╰─────────╯" in closer.split("Rigel. ")[1]
    small = drawn(orion(), replace(choosing(orion()), show="stashes", closer=2), form(40, 20)).text()
    assert "╰───╯" in small
    assert "╰─────────╯" not in small


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stashes", ["open", "private"])
def test_cards_that_one_cannot_choose_bear_no_names(size, stashes):
    watched = orion(you=None, stashes=stashes)
    assert not re.search(r"╭[ABC]\d", drawn(watched, choosing(watched), form(*size)).text())
    played = orion(stashes=stashes)
    assert "╭A1" in drawn(played, choosing(played), form(*size)).text()
    others = drawn(played, replace(choosing(played), show="stashes", closer=2), form(*size)).text()
    assert not re.search(r"╭[ABC]\d", others)


def test_a_spectator_is_told_whose_cards_are_hidden():
    watched = orion(you=None, turn=2)
    assert "You are watching: what Rigel has is hidden." in drawn(watched, choosing(watched), form()).text()
    large = drawn(watched, choosing(watched), form(120, 40)).text()
    assert "╭─╮  whole outline: free to play" in large
    assert "a name" not in large
    played = orion()
    assert "A1   whole outline and a name: free to play" in drawn(played, choosing(played), form(120, 40)).text()


@pytest.mark.parametrize(
    ("language", "said"), [("en", "in the wormhole"), ("es", "en el agujero"), ("ja", "穴のむこう")]
)
def test_where_a_pod_went_is_said_in_one_line_as_the_language_writes_it(language, said):
    assert said in drawn(orion(), choosing(orion()), form(40, 20, language=language)).text()
