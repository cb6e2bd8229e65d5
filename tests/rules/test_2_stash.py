"""docs/rules.md 2: how a stash lies, and which cards are available."""

from itertools import product

import pytest

from relspace.rules.deal import deal
from relspace.rules.layout import LAYOUTS, LayoutName
from relspace.rules.position import Options, Stash
from relspace.rules.stash import card_in, cards_left, face_down_spaces, free_spaces, left_by_row
from relspace.rules.view import view
from relspace.testing.positions import position, stash

from .play import SEED, legal, play, stash_of


def free(text: str, layout: LayoutName = "grid") -> str:
    return " ".join(free_spaces(stash(text, layout), LAYOUTS[layout]))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_row_c_is_dealt_face_down(layout: LayoutName) -> None:
    """2 Stash: twelve cards each, rows A and B face-up, row C face-down and known to nobody."""
    dealt = deal(4, Options(layout), SEED)
    table = LAYOUTS[layout]
    for seat, dealt_stash in enumerate(dealt.seats, 1):
        down = face_down_spaces(dealt_stash, table)
        assert down == tuple(name for name in table.names if name[0] == "C")
        seen = view(dealt, seat, "open").seats[seat - 1]
        assert [card_in(seen, table, space) for space in down] == ["~"] * len(down)


def test_spaces_are_numbered_from_1() -> None:
    """2 Stash: the grid has three rows of four, the pyramid rows of 3, 4 and 5."""
    assert " ".join(LAYOUTS["grid"].names) == "A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4"
    assert " ".join(LAYOUTS["pyramid"].names) == "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5"


def test_the_grid_is_the_default() -> None:
    """2 Stash: layout grid unless the players agree otherwise."""
    assert Options().layout == "grid"


def test_grid_columns() -> None:
    """2 Stash: in the grid a card is covered while any card lies higher in its column."""
    assert free("1 2 3 4 / 1 2 3 4 / ~1 ~2 ~3 ~4") == "A1 A2 A3 A4"
    assert free(". 2 . 4 / 1 2 . 4 / ~1 ~2 ~3 ~4") == "A2 A4 B1 C3"
    assert free("1 . . . / . . . . / ~1 ~2 ~3 ~4") == "A1 C2 C3 C4"


def test_pyramid_covering() -> None:
    """2 Stash: in the pyramid Ai covers Bi and Bi+1, and Bi covers Ci and Ci+1."""
    assert free("1 2 3 / 1 2 3 4 / ~1 ~2 ~3 ~4 ~5", "pyramid") == "A1 A2 A3"
    assert free(". 2 3 / 1 2 3 4 / ~1 ~2 ~3 ~4 ~5", "pyramid") == "A2 A3 B1"
    assert free(". . 3 / . 2 3 4 / ~1 ~2 ~3 ~4 ~5", "pyramid") == "A3 B2 C1"
    assert free(". . . / 1 . . 4 / ~1 ~2 ~3 ~4 ~5", "pyramid") == "B1 B4 C3"
    assert free("1 . . / . . . . / ~1 ~2 ~3 ~4 ~5", "pyramid") == "A1 C1 C2 C3 C4 C5"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_something_is_always_available(layout: LayoutName) -> None:
    """2 Stash: whatever cards are left, nothing covers at least one of them."""
    table = LAYOUTS[layout]
    for filled in product((None, "1"), repeat=12):
        made = Stash(filled)
        free_now = free_spaces(made, table)
        assert bool(free_now) == any(filled)
        for space in free_now:
            assert not any(filled[above] for above in table.covered_by[table.numbers[space]])


def test_an_uncovered_face_down_card_stays_face_down() -> None:
    """2 Stash: a face-down card that nothing covers any more stays face-down until it is played."""
    start = position(["1 . . . / . . . . / ~9 . . .", "5 5 5 5"])
    after = play(start, "A1>P1").position
    assert stash_of(after, 1) == ". . . . / . . . . / ~9 . . ."
    assert view(after, 1, "private").seats[0].spaces[8] == "~"


def test_extra_spaces_cover_nothing() -> None:
    """2 Stash: row X covers nothing and nothing covers it."""
    assert free("1 . . . / 2 . . . / . ~2 . . / 9 KEY") == "A1 C2 X1 X2"


def test_cards_left() -> None:
    """2 Stash: what is still to be got rid of, row by row, extra spaces included."""
    held = stash("1 . . . / 2 3 . . / ~1 ~2 ~3 . / 9")
    assert cards_left(held) == 7
    assert left_by_row(held, LAYOUTS["grid"]) == (1, 2, 3, 1)
    assert cards_left(held._replace(extra=(None, "9"))) == 7


def test_a_covered_card_cannot_be_played() -> None:
    """2 Stash: only available cards are offered."""
    assert legal(position(["1 . . . / 2 3 . . / ~1 ~2 ~3 .", "5 5 5 5"])) == "A1>P1, B2>P1, C3>P1"
