"""Plain mode in every language: whole sessions, and nothing in them that is still English."""

import re

import pytest

from ..client.plain.scenes import SCENES
from .catalogues import TRANSLATED
from .goldens import FOLDER
from .sessions import lines

SENTENCE = re.compile(r"[^\W\d_]{2,},? [^\W\d_]{2,}")

SAID = ("anyone for", "two minutes", "T8VD4 is open", "one more and", "sat down", "again! again", "pod 1 again")
"""What people say in these sessions."""


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", SCENES)
async def test_no_sentence_is_left_in_english(name, language):
    own, english = await lines(name, language), await lines(name, "en")
    same = [line for line in {*own} & {*english} if SENTENCE.search(line) and not line.startswith("> ")]
    assert [line for line in same if not any(said in line for said in SAID)] == []


@pytest.mark.parametrize("language", TRANSLATED)
async def test_a_session_reads_as_it_did(language):
    told = await lines("session", language)
    assert "\n".join(told) + "\n" == (FOLDER / f"plain-{language}.txt").read_text()
