"""What can be clicked, and what a click means."""

import pytest

from relspace_client.table.cursor import Send, press

from .scenes import SCENES, WITH_ALBERT
from .situations import choosing, crowd, drawn, form, orion


def where(picture, text, line=None):
    """The cell at which a text begins."""
    for y, row in enumerate(picture.rows()):
        if text in row.text and line in (None, y):
            return len(row.text[: row.text.index(text)]), y
    raise AssertionError(text)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("╭A1", "card A1"),
        ("┏B2", "card B2"),
        ("╭C4", "card C4"),
        ("Pod 2", "pod 2"),
        ("4 ↓ loads", "pod 4"),
        ("Rigel", "seat 2"),
        ("stashes", "o"),
        ("? keys", "?"),
        ("Esc", "escape"),
        ("← →", "left"),
        ("→ card", "right"),
        ("1 2 4 pod", "1"),
        ("2 4 pod", "2"),
    ],
)
def test_everything_that_looks_like_a_button_is_one(text, action):
    shown = orion()
    picture = drawn(shown, choosing(shown, "B2"), form())
    assert picture.hit(*where(picture, text)) == action


def test_enter_can_be_clicked_where_it_plays():
    shown = orion()
    picture = drawn(shown, choosing(shown, "A3"), form())
    assert picture.hit(*where(picture, "Enter play")) == "enter"


def test_a_pod_that_is_away_is_none():
    shown = orion()
    picture = drawn(shown, choosing(shown), form())
    assert picture.hit(*where(picture, "Pod 3")) is None
    assert picture.hit(40, 12) is None


def test_the_card_on_top_is_hit():
    shown = orion()
    picture = drawn(shown, choosing(shown), form())
    x, y = where(picture, "╭A1")
    assert picture.hit(x, y + 2) == "card A1"
    assert picture.hit(x, y + 4) is None


def test_a_click_on_a_plate_plays():
    shown = orion()
    state = choosing(shown, "B2")
    picture = drawn(shown, state, form())
    assert press(picture.hit(*where(picture, "2 ↓ loads")), shown, state)[1] == Send("B2>P2", 28)


def test_a_click_on_a_player_gives():
    shown = orion(phase="give", load_pod=2, pods=WITH_ALBERT)
    picture = drawn(shown, choosing(shown), form())
    assert press(picture.hit(*where(picture, "Mira", 1)), shown, choosing(shown))[1] == Send("give S3", 28)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 20)])
def test_all_players_cards_and_pods_can_be_clicked_at_every_size(size):
    shown = crowd()
    picture = drawn(shown, choosing(shown), form(*size))
    actions = {area.action for area in picture.areas}
    assert {f"seat {seat}" for seat in range(1, 11)} <= actions
    assert {f"card {space}" for space in ("A1", "B2", "A3", "C4", "X1", "X2")} <= actions
    assert {f"pod {pod}" for pod in (1, 2, 5, 6, 8, 11)} <= actions


@pytest.mark.parametrize("name", SCENES)
def test_areas_lie_inside_the_picture(name):
    picture = SCENES[name]()
    for area in picture.areas:
        assert area.x >= 0
        assert area.x + area.width <= picture.width
        assert area.y >= 0
        assert area.y + area.height <= picture.height
