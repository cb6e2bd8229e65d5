"""Whole sessions as text, to be read in a diff. `python -m tests.client.plain.write_goldens` writes them anew."""

from pathlib import Path

import pytest

from .scenes import SCENES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", SCENES)
async def test_the_session_reads_as_the_golden_one(name):
    told = await SCENES[name]()
    assert told.text == (GOLDEN / f"{name}.txt").read_text()
    assert told.failures == []


def test_every_golden_has_a_scene():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SCENES)


@pytest.mark.parametrize("name", SCENES)
async def test_what_is_said_needs_no_glyph_and_no_control_character(name):
    for line in (await SCENES[name]()).lines:
        assert line.isprintable()
        assert {char for char in line if not char.isascii() and not char.isalpha()} <= set("、。")
