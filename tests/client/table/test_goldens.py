"""Every picture as text, to be read in a diff. `python tests/client/shots.py --goldens` writes them anew."""

from pathlib import Path

import pytest

from relspace_client.look.glyphs import BOX

from .scenes import SCENES

GOLDEN = Path(__file__).parent / "golden"

GLYPHS = set("─│╭╮╰╯━┃┏┓┗┛░▒▓█▌←↑→↓↔►≥≤·•×…“”")
"""All that may be drawn beside ASCII and people's own names."""


@pytest.mark.parametrize("name", SCENES)
def test_the_picture_is_the_golden_one(name):
    assert SCENES[name]().text() + "\n" == (GOLDEN / f"{name}.txt").read_text()


def test_every_golden_has_a_scene():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SCENES)


@pytest.mark.parametrize("name", SCENES)
def test_every_line_is_as_wide_as_the_picture_and_uses_the_glyphs_of_its_set(name):
    picture = SCENES[name]()
    assert len(picture.rows()) == picture.height
    for row in picture.rows():
        assert row.width == len(row.cells) == picture.width
    drawn = {char for char in picture.text() if not char.isascii() and not char.isalpha()}
    assert drawn <= (set() if "ascii" in name else GLYPHS)


def test_the_box_glyphs_are_those_and_no_others():
    used = {char for value in (getattr(BOX, field) for field in BOX.__slots__) for text in value for char in text}
    assert {char for char in used if not char.isascii()} <= GLYPHS
