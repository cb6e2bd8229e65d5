"""Every picture of tutorial and replay as text, to be read in a diff; some at 80 × 24 as SVG.

`python -m tests.learn.write_goldens` writes the texts anew, `pytest --snapshot-update` the SVGs.
"""

from pathlib import Path

import pytest
from tests.client.goldens import not_drawn, widths

from relspace_client.app import RelspaceApp
from relspace_client.practice.link import Practice
from relspace_client.replaying.checked import check
from relspace_client.screens.replay import ReplayPage
from relspace_client.start import Learn

from ..practice.world import SEED, WELCOMED, Keeps, World
from .scenes import ASKS, JAM, RECORD, SCENES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", SCENES)
def test_the_picture_is_the_golden_one(name):
    assert SCENES[name]().text() + "\n" == (GOLDEN / f"{name}.txt").read_text()


def test_every_golden_has_a_scene():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SCENES)


@pytest.mark.parametrize("name", SCENES)
def test_every_line_is_as_wide_as_the_picture(name):
    picture = SCENES[name]()
    assert widths(picture) == {picture.width}


@pytest.mark.parametrize("name", [name for name in SCENES if "ascii" in name])
def test_without_box_glyphs_everything_is_ascii(name):
    assert SCENES[name]().text().isascii()


@pytest.mark.parametrize("name", SCENES)
def test_every_area_lies_on_something_that_is_drawn(name):
    assert not_drawn(SCENES[name]()) == []


def practice_app(start=None):
    link = Practice("Vega", WELCOMED, Keeps(), seed=SEED, around=World().around)
    return RelspaceApp(link, None, start, seconds=lambda: 0.0)


LEARNING = {"first": "", "jam": JAM, "asks": ASKS, "list": "tab down down", "albert": "tab 7 enter a 1 1 right"}
REPLAYING = {"ply": "right right right right left", "eyes": "g 1 2 enter 2", "facts": "end right"}


@pytest.mark.parametrize("name", LEARNING)
def test_learning_looks_like_this(name, snap_compare):
    assert snap_compare(practice_app(Learn()), press=LEARNING[name].split(), terminal_size=(80, 24))


@pytest.mark.parametrize("name", REPLAYING)
def test_a_replay_looks_like_this(name, snap_compare):
    app = practice_app()

    async def begin(pilot):
        app.session.open(ReplayPage(app.session, check(RECORD.splitlines())))
        await pilot.press(*REPLAYING[name].split())

    assert snap_compare(app, run_before=begin, terminal_size=(80, 24))
