"""Whole games as text, replayed line by line; between them they show every card, both layouts and strict games."""

import re
from pathlib import Path

import pytest

from relspace.rules import events
from relspace.rules.cards import CARDS, NUMBERS
from relspace.testing.playthrough import replayed

from .write_golden import GAMES

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
TEXTS = {file.stem: file.read_text("utf-8") for file in GOLDEN}
SPECIALS = CARDS.keys() - NUMBERS.keys()

SHOWN = {
    events.Loaded: r"loads onto",
    events.PodOpened: r"Keycard from \w+ opens",
    events.KeycardSpent: r"was the last card",
    events.Jammed: r"jams pod",
    events.Launched: r"LAUNCH of",
    events.SentAway: r"goes away",
    events.CameBack: r"comes back",
    events.PodPutOut: r"is put out",
    events.OrderTurned: r"order turns",
    events.Peeked: r"looks at",
    events.Gave: r"gives the",
    events.Resigned: r"resigns",
    events.Won: r"has won",
}


@pytest.mark.parametrize("name", TEXTS)
def test_game(name: str) -> None:
    for number, (line, again) in enumerate(
        zip(TEXTS[name].splitlines(), replayed(TEXTS[name]).splitlines(), strict=True), 1
    ):
        assert line == again, f"line {number}"


def test_every_game_is_here() -> None:
    assert sorted(TEXTS) == sorted(game.name for game in GAMES)


@pytest.mark.parametrize("layout", ["grid", "pyramid"])
@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_played_in_both_layouts(card: str, layout: str) -> None:
    """A card that no game shows fails here."""
    shown = r"Keycard from \w+ opens pod" if card == "KEY" else rf"^  {card} from \w+ (turned over )?loads onto"
    texts = [text for text in TEXTS.values() if f"layout {layout}, " in text]
    assert any(re.search(shown, text, re.MULTILINE) for text in texts)


@pytest.mark.parametrize("layout", ["grid", "pyramid"])
def test_specials_jam_in_strict_games(layout: str) -> None:
    texts = [text for text in TEXTS.values() if f"layout {layout}, strict yes" in text]
    assert any(re.search(rf"^  {special} from .*jams", text, re.MULTILINE) for text in texts for special in SPECIALS)


@pytest.mark.parametrize("kind", SHOWN)
def test_everything_that_happens_is_shown(kind: type) -> None:
    assert any(re.search(SHOWN[kind], text) for text in TEXTS.values())


def test_nothing_but_an_explosion_is_left_out() -> None:
    """500 plies would be too long to read; the rule cases have explosions."""
    assert set(events.Event.__args__) - SHOWN.keys() == {events.Exploded}
