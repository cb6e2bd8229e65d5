"""The keys below the table: those that do something now, as many as there is room for."""

from dataclasses import replace

import pytest

from .scenes import WITH_ALBERT, WITH_WINSTON
from .situations import choosing, drawn, form, orion

SIZES = [(40, 20), (80, 24), (100, 30), (120, 40)]
ONE_POD = {1: "1 3 3 6 7"}


def footer(shown, state=None, size=(120, 40)):
    """The last line."""
    return drawn(shown, state or choosing(shown), form(*size)).text().splitlines()[-1]


@pytest.mark.parametrize(
    ("shown", "state"),
    [
        (orion(), choosing(orion())),
        (orion(), choosing(orion(), "B2")),
        (orion(), choosing(orion(), pod=2)),
        (orion(turn=2), choosing(orion(turn=2), "A3")),
        (orion(turn=2, pods=ONE_POD), choosing(orion(turn=2, pods=ONE_POD), "B2")),
        (orion(phase="peek", load_pod=2, pods=WITH_WINSTON), None),
        (orion(phase="give", load_pod=2, pods=WITH_ALBERT), None),
    ],
)
def test_enter_is_no_key_where_it_does_nothing(shown, state):
    assert "Enter" not in footer(shown, state)


@pytest.mark.parametrize(
    ("shown", "state", "does"),
    [
        (orion(), choosing(orion(), "A3"), "play"),
        (orion(), choosing(orion(), "B2", pod=2), "play"),
        (orion(pods=ONE_POD), choosing(orion(pods=ONE_POD), "A1"), "play"),
        (
            orion(phase="peek", load_pod=2, pods=WITH_WINSTON),
            choosing(orion(phase="peek", load_pod=2, pods=WITH_WINSTON), "C1"),
            "look",
        ),
    ],
)
def test_enter_is_a_key_where_it_plays_or_looks(shown, state, does):
    assert f"Enter {does}" in footer(shown, state)


@pytest.mark.parametrize("size", [(100, 30), (110, 38), (120, 40)])
def test_the_log_is_a_key_wherever_there_is_room(size):
    for state in (choosing(orion()), choosing(orion(), "A3")):
        assert "l log" in footer(orion(), state, size)
    watched = orion(you=None)
    assert "l log" in footer(watched, size=(80, 24))


@pytest.mark.parametrize("size", SIZES)
def test_the_way_out_is_there_whatever_is_chosen(size):
    for state in (choosing(orion()), choosing(orion(), "A3"), replace(choosing(orion()), pod=1)):
        assert len(footer(orion(), state, size)) <= size[0]
        assert "Esc menu" in footer(orion(), state, size)


@pytest.mark.parametrize(
    ("show", "size"),
    [(show, size) for show in ("table", "stashes", "log") for size in SIZES if (show, size) != ("stashes", (40, 20))],
)
def test_who_has_left_the_game_is_told_the_key_that_talks(show, size):
    shown = orion(turn=2)
    left = (shown.view.seats[0]._replace(out=True), *shown.view.seats[1:])
    shown = replace(shown, view=shown.view._replace(seats=left), legal=())
    state = replace(choosing(shown), show=show)
    assert " t talk " in footer(shown, state, size)
    assert " t talk " not in footer(replace(shown, you=None), state, size)
