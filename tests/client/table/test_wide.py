"""On a terminal wider than the table everything stands in the middle, the lines above and below too."""

from dataclasses import replace

import pytest

from .situations import TALK, choosing, drawn, form, orion


def lines(width, height=60, **state):
    """What is drawn, line by line, with spaces at the right."""
    shown = orion()
    picture = drawn(shown, replace(choosing(shown, "B2"), **state), form(width, height), TALK)
    return [row.text.ljust(width) for row in picture.rows()]


@pytest.mark.parametrize("show", ["table", "stashes", "pods", "log"])
def test_nothing_is_said_outside_the_middle(show):
    for line in lines(240, show=show):
        assert not line[:40].strip()
        assert not line[200:].strip()


@pytest.mark.parametrize("show", ["table", "stashes", "pods", "log"])
def test_it_is_the_picture_of_the_widest_table_moved_to_the_middle(show):
    assert [line[40:200] for line in lines(240, show=show)] == lines(160, show=show)


def test_the_keys_can_be_clicked_where_they_stand():
    shown = orion()
    picture = drawn(shown, choosing(shown), form(240, 60))
    at = picture.text().splitlines()[-1].index("Esc menu")
    assert picture.hit(at, 59) == "escape"
    assert picture.hit(2, 59) is None
