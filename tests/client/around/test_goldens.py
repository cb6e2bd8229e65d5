"""Every picture as text, to be read in a diff. `python -m tests.client.around.write_goldens` writes them anew."""

from pathlib import Path

import pytest

from ..goldens import not_drawn, widths
from .scenes import SCENES

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
def test_without_box_glyphs_only_names_are_not_ascii(name):
    assert {char for char in SCENES[name]().text() if not char.isascii() and not char.isalpha()} == set()


@pytest.mark.parametrize("name", SCENES)
def test_every_area_lies_on_something_that_is_drawn(name):
    assert not_drawn(SCENES[name]()) == []
