"""docs/rules.md 1: the cards, and what each of them does when it loads."""

from collections import Counter

import pytest

from relspace.errors import Refused
from relspace.rules.cards import CARDS, DECK, NUMBERS
from relspace.rules.deal import deal
from relspace.rules.effects import EFFECTS
from relspace.rules.events import CameBack, Loaded, OrderTurned, SentAway
from relspace.rules.position import Options
from relspace.testing.positions import position

from .play import SEED, away, kinds, legal, play, pods, stash_of

COPIES = {"KEY": 6, "BRB": 4, "WORM": 4, "OXY": 4, "WIN": 3, "ALB": 3, "MINI": 3, "GRAV": 3, "ODD": 3, "EVEN": 3}
OTHER = "5 5 5 5"
"""A row of the other player's stash, where it does not matter."""


@pytest.mark.parametrize("players", [2, 10])
def test_two_to_ten_play(players: int) -> None:
    """1 Material: 2 to 10 players, each with a stash of twelve."""
    dealt = deal(players, Options(), SEED)
    assert [sum(card is not None for card in stash.spaces) for stash in dealt.seats] == [12] * players


@pytest.mark.parametrize("players", [0, 1, 11])
def test_no_other_number_plays(players: int) -> None:
    """1 Material: nobody plays alone, and no more than ten do."""
    with pytest.raises(Refused, match="bad-options"):
        deal(players, Options(), SEED)


def test_the_deck_has_136_cards() -> None:
    """1 Material: ten of each number, and the copies of each special that the table names."""
    assert len(DECK) == 136
    assert Counter(DECK) == Counter({str(number): 10 for number in range(1, 11)} | COPIES)


def test_the_deck_has_a_canonical_order() -> None:
    """1 Material: ten 1s, then ten 2s, …, then the specials in the order of the table."""
    assert list(dict.fromkeys(DECK)) == [str(number) for number in range(1, 11)] + list(COPIES)
    assert all(DECK[10 * (number - 1) : 10 * number] == (str(number),) * 10 for number in NUMBERS.values())


def test_every_card_has_an_effect() -> None:
    """1 Material: a Keycard opens a pod by itself; every other card has its effect on a pod."""
    assert EFFECTS.keys() | {"KEY"} == CARDS.keys()


def test_the_game_starts_with_one_empty_pod() -> None:
    """1 Material: one empty pod, id 1; the next one opened gets id 2."""
    dealt = deal(3, Options(), SEED)
    assert pods(dealt) == {1: ""}
    assert dealt.next_pod == 2
    assert dealt.away is None


def test_keycard_opens_a_pod() -> None:
    """1 Material: a Keycard leaves the game and opens a new, empty pod, with the next id."""
    after = play(position(["KEY 3 . .", OTHER], {1: "7"}), "A1+").position
    assert pods(after) == {1: "7", 2: ""}
    assert after.next_pod == 3
    assert stash_of(after, 1) == ". 3 . . / . . . . / . . . ."
    assert legal(after) == "A2>P2"


def test_ids_are_never_used_again() -> None:
    """1 Material: every pod opened later takes the next id, however many have gone."""
    start = position(["BRB KEY 1 2", OTHER], {4: "3", 6: ""})
    after = play(start, "A1>P6", "A1>P4", "A2+").position
    assert pods(after) == {4: "3 5", 7: ""}


def test_brb_launches() -> None:
    """1 Material: The B.R.B. is a LAUNCH."""
    after, events = play(position(["BRB 3 . .", OTHER], {1: "7", 2: "9"}), "A1>P1")
    assert pods(after) == {2: "9"}
    assert kinds(events) == ["Loaded", "Launched"]


def test_first_wormhole_takes_its_pod_away() -> None:
    """1 Material: the first Wormhole lies on its pod, and the pod, cards and all, goes away."""
    after, events = play(position(["WORM 3 . .", OTHER], {1: "7 8", 2: "9"}), "A1>P1")
    assert pods(after) == {2: "9"}
    assert away(after) == (1, "7 8 WORM")
    assert events[1:] == (SentAway(1, 3),)


def test_second_wormhole_brings_it_back() -> None:
    """1 Material: the pod that is away comes back with its cards, both Wormholes leave, the named pod is unchanged."""
    after, events = play(position(["WORM 3 . .", OTHER], {2: "9", 3: "1"}, away=(1, "7 8 WORM")), "A1>P3")
    assert pods(after) == {1: "7 8", 2: "9", 3: "1"}
    assert [pod.id for pod in after.pods] == [1, 2, 3]
    assert away(after) is None
    assert events[1:] == (CameBack(1, 2),)


def test_oxygen_slips_under_the_top_card() -> None:
    """1 Material: Oxygen slips in just under the pod's top card."""
    after, events = play(position(["OXY 3 . .", OTHER], {1: "6 7"}), "A1>P1")
    assert pods(after) == {1: "6 OXY 7"}
    assert events == (Loaded("A1", "OXY", 1, under="7"),)


def test_oxygen_on_an_empty_pod() -> None:
    """1 Material: on an empty pod Oxygen is the only card."""
    after = play(position(["OXY 3 . .", OTHER]), "A1>P1").position
    assert pods(after) == {1: "OXY"}


def test_winston_asks_for_a_look() -> None:
    """1 Material: Winston's player looks at one of their own face-down cards, covered or not; then LAUNCH."""
    owed = play(position(["WIN 3 . . / . . . . / . ~8 ~1 .", OTHER], {1: "7", 2: ""}), "A1>P1").position
    assert pods(owed) == {1: "7 WIN", 2: ""}
    assert legal(owed) == "peek C2, peek C3"
    after, events = play(owed, "peek C2")
    assert after.seats[0].peeked == ("C2",)
    assert pods(after) == {2: ""}
    assert kinds(events) == ["Peeked", "Launched"]


def test_albert_gives_the_card_under_him() -> None:
    """1 Material: Albert's player gives the card directly under Albert to another player; then LAUNCH."""
    owed = play(position(["ALB 3 . .", "5 . . .", "6 . . ."], {1: "2 7", 2: ""}), "A1>P1").position
    assert pods(owed) == {1: "2 7 ALB", 2: ""}
    assert legal(owed) == "give S2, give S3"
    after, events = play(owed, "give S3")
    assert stash_of(after, 3) == "6 7 . . / . . . . / . . . ."
    assert pods(after) == {2: ""}
    assert kinds(events) == ["Gave", "Launched"]


@pytest.mark.parametrize(("gate", "fits", "breaks"), [("MINI", "3", "4"), ("ODD", "9", "8"), ("EVEN", "2", "1")])
def test_gates_limit_the_next_number(gate: str, fits: str, breaks: str) -> None:
    """1 Material: after a Mini Gun the next number must be 3 or less, after an Odd or Even Space odd or even."""
    after = play(position([f"{gate} 1 . .", f"{fits} {breaks} 1 ."], {1: "7"}), "A1>P1").position
    assert pods(after) == {1: f"7 {gate}"}
    assert kinds(play(after, "A1>P1").events) == ["Loaded"]
    assert kinds(play(after, "A2>P1").events) == ["Jammed"]


def test_grav_gun_turns_the_order_round() -> None:
    """1 Material: the Grav Gun turns play order round and leaves the game."""
    start = position(["GRAV 1 . .", OTHER, OTHER, OTHER], {1: "7"})
    after, events = play(start, "A1>P1")
    assert (after.turn, after.direction) == (4, -1)
    assert pods(after) == {1: "7"}
    assert events == (Loaded("A1", "GRAV", 1), OrderTurned(-1))
    assert play(after, "A1>P1").position.turn == 3


def test_second_grav_gun_turns_it_back() -> None:
    """1 Material: the next Grav Gun turns the order back."""
    start = position(["GRAV 1 . .", OTHER, OTHER, "GRAV 1 . ."])
    after = play(start, "A1>P1", "A1>P1").position
    assert (after.turn, after.direction) == (1, 1)


def test_grav_gun_between_two() -> None:
    """1 Material: with two players in the game the order is the same."""
    after = play(position(["GRAV 1 . .", OTHER]), "A1>P1").position
    assert (after.turn, after.direction) == (2, -1)
    assert play(after, "A1>P1").position.turn == 1
