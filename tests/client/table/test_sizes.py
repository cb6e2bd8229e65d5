"""From 40 × 18 to 240 × 80 nothing is cut and nothing overlaps, with any number of players and pods."""

from dataclasses import replace

import pytest

from relspace.rules.position import Pod
from relspace.testing.positions import position
from relspace.wire.messages import Clock, SeatInfo
from relspace_client.picture.row import width_of
from relspace_client.table.frame import Frames
from relspace_client.table.measures import measures, size_of
from relspace_client.table.pods import WIDTHS, Pods, hulls
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

from .situations import FACE_DOWN, TALK, choosing, form, orion, snapshot

SIZES = [
    *((40, 18), (40, 19), (40, 20), (52, 18), (79, 24), (80, 23)),
    *((80, 24), (81, 25), (100, 30), (119, 60), (120, 39)),
    *((120, 40), (120, 41), (133, 43), (240, 80)),
]


def game(players, pods, *, layout="grid"):
    """So many players and pods, one of the pods away if there are several."""
    rows = (
        f"7 2 KEY 4 / 10 5 ALB 1 / {FACE_DOWN} / 2 9 3"
        if layout == "grid"
        else "7 2 3 / 1 2 3 4 / ~1 ~2 ~3 ~4 ~5 / 2 9 3"
    )
    out = {pod + 5: "1 2 3 4 5 6 7 8 9 10" for pod in range(1, pods)} or {1: ""}
    away = (4, "7 WORM") if pods > 1 else None
    made = position([rows] * players, out, away=away, layout=layout, ply=3)
    seats = tuple(SeatInfo(f"Wolfgang-Amadeu{number}", "person", rating=1500) for number in range(players))
    return snapshot(made, seats, you=1, clock=Clock(86_000_000, 86_400_000))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pods", range(1, 9))
def test_panes_do_not_overlap_and_stay_inside(size, pods):
    for show in ("table", "stashes", "pods", "log"):
        grid = measures(*size, show, pods).grid
        taken = set()
        for slot in grid.slots:
            cells = {(x, slot.y) for x in range(slot.x, slot.x + slot.width)}
            assert not cells & taken
            assert slot.x >= 0
            assert slot.x + slot.width <= size[0]
            assert 0 <= slot.y < size[1]
            taken |= cells


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4, 5, 7, 10])
def test_everything_has_its_place(size, players):
    for pods in (1, 4, 8):
        for layout in ("grid", "pyramid"):
            shown = game(players, pods, layout=layout)
            for state in (choosing(shown), choosing(shown, "X2"), replace(choosing(shown), show="stashes")):
                text = Table(Frames()).picture(shown, state, form(*size), talk=TALK).text()
                if state.show == "table":
                    assert "YOUR TURN" in text
                    for name in ("A1", "X1", "X2", "X3"):
                        assert name in text


@pytest.mark.parametrize("height", [18, 19, 20, 22, 30])
@pytest.mark.parametrize("pods", range(1, 9))
def test_the_small_layout_has_a_line_for_each_pod(height, pods):
    shown = game(4, pods)
    picture = Table(Frames()).picture(shown, choosing(shown, "A1"), form(40, height))
    for pod in (*shown.view.pods, *([shown.view.away] if shown.view.away else [])):
        assert any(picture.row(y).text.startswith(f" {pod.id}  ") or pod.id > 9 for y in range(height))
    assert len(picture.rows()) == height


def test_seven_pods_at_20_lines_leave_the_prompt_on_row_11():
    for pods in (7, 8):
        shown = game(4, pods)
        picture = Table(Frames()).picture(shown, choosing(shown), form(40, 20))
        assert "YOUR TURN" in picture.row(11).text


@pytest.mark.parametrize(
    ("width", "pods", "hull"),
    [(80, 1, 17), (80, 4, 17), (80, 5, 15), (80, 6, 13), (80, 7, 11), (80, 8, 9), (100, 5, 17)],
)
def test_hulls_are_as_wide_as_fits(width, pods, hull):
    assert hulls(pods, measures(width, 24).panes["pods"]).width == hull


@pytest.mark.parametrize(("pods", "hull"), [(4, 21), (5, 21), (6, 19), (7, 17), (8, 13)])
def test_hulls_at_120_columns(pods, hull):
    assert hulls(pods, measures(120, 40).panes["pods"]).width == hull


@pytest.mark.parametrize("width", range(80, 241, 7))
@pytest.mark.parametrize("count", range(1, 9))
def test_hulls_fit(width, count):
    for height in (24, 60):
        pane = measures(width, height).panes["pods"]
        stand = hulls(count, pane)
        assert stand.width in WIDTHS
        assert stand.x >= 0
        assert stand.x + count * stand.width + (count - 1) * stand.gap <= pane.width


@pytest.mark.parametrize("size", [(39, 20), (40, 17), (1, 1), (7, 3), (200, 17)])
def test_below_40_x_18_one_line_says_how_large_it_must_be(size):
    assert size_of(*size) is None
    shown = orion()
    picture = Table(Frames()).picture(shown, follow(TableState(), shown), form(*size))
    assert (picture.width, picture.height) == size
    assert picture.text().split()[0].startswith("Too"[: size[0]])


def test_names_in_wide_scripts_keep_every_column_straight():
    shown = orion()
    wide = replace(shown, seats=tuple(replace(seat, name="長い名前の人たち") for seat in shown.seats))
    for size in SIZES:
        narrow = Table(Frames()).picture(shown, choosing(shown), form(*size))
        picture = Table(Frames()).picture(wide, choosing(wide), form(*size))
        assert all(width_of(row.text) == size[0] for row in picture.rows())
        assert [row.text for row in picture.rows()[4:8]] == [row.text for row in narrow.rows()[4:8]]


def test_pods_are_shown_in_ascending_id_with_the_one_that_is_away_among_them():
    assert Pods((Pod(1), Pod(4)), Pod(3), ()).away == Pod(3)
    text = Table(Frames()).picture(orion(), choosing(orion()), form()).row(4).text
    assert [text.index(f"Pod {number}") for number in (1, 2, 3, 4)] == sorted(
        text.index(f"Pod {number}") for number in (1, 2, 3, 4)
    )
