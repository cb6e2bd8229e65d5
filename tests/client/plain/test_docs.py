"""The page about plain mode lists the words that there are, and where each can be said, by whom."""

import re
from pathlib import Path

from relspace_client.plain.voice import Here
from relspace_client.plain.words.options import SWITCHES
from relspace_client.plain.words.vocabulary import WORDS

PAGE = (Path(__file__).parents[3] / "docs" / "plain.md").read_text()
ALL: tuple[Here, ...] = ("lobby", "room", "table", "end")
SEATS = {"with": "yes", "without": "no", "": ""}


def test_every_word_is_on_the_page_with_its_places() -> None:
    rows = re.findall(r"^\| `(.+?)` \| ([a-z, ]+) \| ?([a-z]*) \|", PAGE, re.MULTILINE)
    listed = {usage.replace("\\|", "|"): (where, seat) for usage, where, seat in rows}
    known = {
        word.usage: ("everywhere" if word.places == ALL else ", ".join(word.places), SEATS[word.seat])
        for word in WORDS.values()
    }
    assert listed == known


def test_every_option_is_on_the_page() -> None:
    for switch in SWITCHES:
        assert f"`{switch}`" in PAGE
