"""Every picture in every language: what fits in English fits, and nothing is pushed out of its place."""

import pytest

from relspace_client.locale.words import LANGUAGES

from .catalogues import TRANSLATED
from .goldens import FOLDER, GOLDENS, written
from .pictures import SCENES, borders, more_cut, picture


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_cut_that_is_not_cut_in_english(name, language):
    assert more_cut(name, language) == []


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", SCENES)
def test_every_border_stands_where_it_stands_in_english(name, language):
    shown = picture(name, language)
    assert borders(shown) == borders(picture(name, "en"))
    assert {row.width for row in shown.rows()} == {shown.width}


@pytest.mark.parametrize("name", GOLDENS)
def test_the_picture_is_the_golden_one(name):
    assert written(name) == (FOLDER / f"{name}.txt").read_text()


def test_every_golden_has_a_scene():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*GOLDENS, *(f"plain-{one}" for one in TRANSLATED)}


@pytest.mark.parametrize("name", [name for name in SCENES if name.endswith("-80x24")])
def test_another_language_is_another_picture(name):
    assert len({picture(name, language).text() for language in LANGUAGES}) == len(LANGUAGES)
