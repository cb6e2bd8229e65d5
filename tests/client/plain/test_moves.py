"""Moves as people type them: short, or in the words in which they were announced."""

import re
from dataclasses import replace

import pytest

from relspace.room.commands import MakeMove

from ..around.rooms import LOBBY
from ..table.situations import orion
from .transcript import Transcript

NINE = "9 . 4 . / . 6 . 9 / ~3 ~3 ~9 ~3"
"""A1 and B4 are nines."""


async def moved_by(line: str, shown=None) -> str:
    """The move that a line makes on this table; empty if none."""
    told = await Transcript.begun(LOBBY)
    told.hears(shown or orion(clock=False))
    await told.types(line)
    return told.link.sent[0].move if told.link.sent else ""


async def answer(line: str, shown=None) -> list[str]:
    """What is said to a line that makes no move."""
    told = await Transcript.begun(LOBBY)
    told.hears(shown or orion(clock=False))
    said = await told.types(line)
    assert told.link.sent == []
    return said


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("A1 7 loads on pod 2", "A1>P2"),
        ("A1 7: loads on pod 2.", "A1>P2"),
        ("play a1 on pod 2", "A1>P2"),
        ("play A1 onto 2.", "A1>P2"),
        ("a1 pod 2", "A1>P2"),
        ("A1 7 2", "A1>P2"),
        ("A3 Keycard opens a pod.", "A3+"),
        ("play A3 Keycard", "A3+"),
        ("A3 Keycard: opens a new pod", "A3+"),
        ("C4 face-down: may load or jam on pod 1, with at most 4 cards back.", "C4>P1"),
    ],
)
async def test_what_was_announced_can_be_typed_as_it_stands(line, move):
    assert await moved_by(line) == move


async def test_a_jam_that_was_announced_is_asked_about():
    told = await Transcript.begun(LOBBY)
    told.hears(orion(clock=False))
    said = await told.types("B2 5: jams pod 1, 4 cards come back.")
    assert said == ["That jams pod 1 and brings back 4 cards. Type yes to do it."]


async def test_an_unclear_line_is_answered_by_what_the_card_does_on_each_pod():
    for line in ("play b2", "b2 5", "B2 5 loads on pods 2 and 4.", "b2 9", "b2 onto the ship"):
        assert await answer(line) == [
            "B2 5: loads on pods 2 and 4; jams pod 1, 4 cards come back. Type play B2 and a pod."
        ]


async def test_a_keycard_names_no_pod():
    said = await answer("a3 1")
    assert said == ["A3 is a Keycard. Type open A3, and then play a card onto the new pod."]


@pytest.mark.parametrize("line", ["Play A1 9", "A1", "a1 9.", "Play A1 9,", "A1 9 3", "a1 p3"])
async def test_on_a_new_pod_the_card_alone_will_do(line):
    assert (
        await moved_by(line, orion(phase="load", load_pod=3, pods={1: "1", 3: ""}, away=None, seats_1=NINE)) == "A1>P3"
    )


async def test_a_number_is_a_pods_before_it_is_the_cards_own():
    pods = {number: str(number) for number in range(1, 10)}
    shown = orion(pods=pods, away=None, seats_1=NINE, clock=False)
    assert await moved_by("play a1 9", shown) == "A1>P9"
    assert await moved_by("play a1 9 8", shown) == "A1>P8"
    few = orion(pods={1: "1", 2: "2"}, away=None, seats_1=NINE, clock=False)
    assert await answer("play a1 9", few) == ["A1 9: loads on pods 1 and 2. Type play A1 and a pod."]
    assert await answer("play a1 8", orion(pods={2: "2"}, away=None, seats_1=NINE, clock=False)) == [
        "A1 9: loads on pod 2. Type play A1 and a pod."
    ]


async def test_a_card_that_was_looked_at_may_be_called_by_what_it_is():
    shown = orion(pods={3: "2"}, away=None, seats_1=". . . . / . . . . / ~3 ~9 ~9 ~3", clock=False)
    for line in ("C2 9 face-down loads on pod 3.", "c2 9", "c2 9 3"):
        assert await moved_by(line, shown) == "C2>P3"


@pytest.mark.parametrize("language", ["en", "es", "ja"])
async def test_an_announcement_is_understood_in_each_language(language):
    for space, move in (("A1", "A1>P2"), ("A3", "A3+"), ("B2", "B2>P2")):
        told = Transcript(LOBBY, language=language)
        await told.session.begin()
        said = told.hears(orion(pods={2: "2"}, away=None, clock=False))
        clause = re.search(rf"{space} .+?[.。]", said[-1])
        assert clause
        await told.types(clause[0])
        assert told.link.sent == [MakeMove("K7QX2", move, 28)]
    told = Transcript(LOBBY, language=language)
    await told.session.begin()
    told.hears(orion(pods={1: "1 3 3 6 7"}, away=None, clock=False))
    (jams,) = [line for line in await told.types("moves") if line.startswith("B2")]
    await told.types(jams, "yes")
    assert told.link.sent == [MakeMove("K7QX2", "B2>P1", 28)]


async def test_winston_and_albert_in_their_own_words():
    looks = await answer("peek a1", orion(phase="peek", load_pod=2, pods={1: "1", 2: "2 WIN"}))
    assert looks == ["You can type peek C1, peek C2, peek C3 or peek C4."]
    assert await moved_by("peek C1, C2", orion(phase="peek", load_pod=2, pods={1: "1", 2: "2 WIN"})) == "peek C1"
    gives = orion(phase="give", load_pod=2, pods={1: "1", 2: "2 4 ALB"})
    assert await moved_by("give 2 Rigel", gives) == "give S2"
    assert await moved_by("give 3 Rigel", gives) == ""


async def test_a_pod_that_is_not_out():
    one = orion(pods={2: "2"}, away=None)
    assert await answer("pods 1", one) == ["Pod 1 is not out. There is pod 2."]
    assert await answer("pods 9") == ["Pod 9 is not out. There are pods 1, 2, 3 and 4."]
    assert await answer("pods there") == ["There are pods 1, 2, 3 and 4."]


@pytest.mark.parametrize("language", ["en", "es", "ja"])
async def test_a_card_whose_name_has_a_full_stop_ends_a_sentence_with_one(language):
    stash = "7 . . BRB / . . . . / ~3 ~BRB ~3 ~3"
    told = Transcript(LOBBY, language=language)
    await told.session.begin()
    told.hears(orion(seats_1=stash, pods={1: "BRB", 5: ""}, phase="load", load_pod=5, clock=False))
    await told.types("stash", "pods 1", "moves")
    looked = orion(seats_1=stash, pods={1: "BRB"})
    told.hears(replace(looked, rev=101))
    assert sum("B.R.B." in line for line in told.lines) > 3
    assert [line for line in told.lines if ".." in line or ".。" in line] == []
