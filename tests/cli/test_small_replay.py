"""A replay on a small terminal: whose cards are shown, and the whole move."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from relspace_client.locale.words import words
from relspace_client.look.glyphs import BOX
from relspace_client.replaying.picture import ReplayPicture
from relspace_client.table.form import Form

from .records import NAMES
from .test_replay import game_of, text


def test_a_small_picture_says_whose_cards_are_open_and_offers_what_changes_that(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path, 3)
    opened = text(game, reel, 60, 20)
    assert re.match(r" All cards are open\. \w+ is on turn\. +order", opened[0])
    assert "1-3 seat" in opened[-1]
    assert "all open" not in opened[-1]
    seen = text(game, replace(reel, eyes=2), 60, 20)
    assert f"This is what {NAMES[1]} saw." in seen[0]
    assert "a all open" in seen[-1]


@pytest.mark.parametrize("width", [40, 60])
def test_a_long_move_goes_on_in_the_line_below(tmp_path: Path, width: int) -> None:
    game, reel = game_of(tmp_path, 3)
    went_on = 0
    for at in range(1, reel.last + 1):
        there = replace(reel, at=at)
        told = ReplayPicture(game)._prompt(there, Form(width, 20, BOX, words())).said.short
        rows = text(game, there, width, 20)
        badge = f"  {at} / {reel.last}  "
        (line,) = (number for number, row in enumerate(rows) if row.startswith(badge))
        first, second = rows[line].removeprefix(badge).strip(), rows[line + 1].strip()
        if not first.endswith(told):
            went_on += 1
            assert told.startswith(f"{first} {second.removesuffix('…').rstrip()}")
            assert second.endswith("…") == (f"{first} {second}" != told)
    assert went_on > 0
