"""The pictures of the documentation: they are there, small, well formed, and drawn cell by cell."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from relspace_client.look.palette import palette
from relspace_client.picture.canvas import Canvas

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))

from drawing import Shot, moving, still  # noqa: E402 - the folder is no package
from gallery import MOST_BYTES, PICTURES, VIEWS, page  # noqa: E402
from recording import FILE, joined  # noqa: E402
from recording import MOST_BYTES as MOST_OF_FILM  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def rows(text: str):
    canvas = Canvas(12, 2)
    canvas.put(0, 0, text, 1)
    return canvas.rows()


def texts(document: str) -> list[str]:
    return [found.text or "" for found in ET.fromstring(document).iter(f"{SVG}text")]


def test_a_picture_holds_the_words_and_draws_the_lines():
    document = still(rows("╭A1─╮ <7> ░"), palette())
    assert texts(document) == ["A1", "<7>"]
    root = ET.fromstring(document)
    assert len(list(root.iter(f"{SVG}path"))) == 3
    assert 'opacity="0.28"' in document


def test_wide_characters_take_two_cells():
    document = still(rows("すば x"), palette())
    found = {one.text: one.attrib for one in ET.fromstring(document).iter(f"{SVG}text")}
    assert found["すば"]["textLength"] == "36"
    assert found["x"]["x"] == "45"


def test_without_colour_there_is_none():
    document = still(rows("x"), palette("dark", "none"))
    assert set(re.findall(r"#([0-9a-f]{6})", document)) <= {"d0d0d0", "101010", "ffffff", "8a8a8a"}


def test_a_film_shows_each_shot_in_its_time_and_keeps_rows_once():
    document = moving([Shot(rows("one"), 1.0), Shot(rows("two"), 3.0), Shot(rows("one"), 1.0)], palette())
    assert texts(document) == ["one", "two"]
    assert "animation:f 5.00s step-end infinite" in document
    assert "20.000%{transform:translateX(-108px)}80.000%{transform:translateX(-216px)}" in document
    assert "prefers-reduced-motion" in document


def test_shots_that_show_the_same_are_one():
    one, two = rows("one"), rows("two")
    assert joined([Shot(one, 1), Shot(one, 2), Shot(two, 1)]) == [Shot(one, 3), Shot(two, 1)]


@pytest.mark.parametrize("name", [view.name for view in VIEWS])
def test_every_picture_of_the_gallery_is_there_and_small(name):
    file = PICTURES / f"{name}.svg"
    assert file.stat().st_size <= MOST_BYTES
    assert len(texts(file.read_text(encoding="utf-8"))) > 5


def test_the_recording_is_there_and_not_too_large():
    assert FILE.stat().st_size <= MOST_OF_FILM
    assert any("ESCAPED" in text for text in texts(FILE.read_text(encoding="utf-8")))


def test_the_gallerys_page_is_the_one_that_is_made():
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == page()


def test_every_picture_is_shown_somewhere():
    shown = page() + (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert {file.name for file in PICTURES.glob("*.svg")} == set(re.findall(r"pictures/([a-z-]+\.svg)", shown))
