"""docs/rules.md 5: loading, launching, jamming."""

from collections import Counter

import pytest

from relspace.rules.cards import CARDS
from relspace.rules.events import Jammed, KeycardSpent, Launched, Loaded, PodPutOut, SentAway, Won
from relspace.rules.fairness import shuffle
from relspace.testing.positions import position

from .play import SEED, away, kinds, play, pods, stash_of

OTHER = "5 5 5 5"


def test_load_takes_the_card_out_of_the_stash() -> None:
    """5 Load: the card leaves the stash and lies on the pod, and the turn ends."""
    after, events = play(position(["8 2 . .", OTHER], {1: "7"}), "A1>P1")
    assert stash_of(after, 1) == ". 2 . . / . . . . / . . . ."
    assert pods(after) == {1: "7 8"}
    assert after.turn == 2
    assert events == (Loaded("A1", "8", 1),)


@pytest.mark.parametrize("card", [code for code in CARDS if code != "KEY"])
def test_load_of_the_last_card_wins_at_once(card: str) -> None:
    """5 Load: with the stash empty its owner wins at once, the card lies on top, and no effect is carried out."""
    start = position([f"{card} . . .", OTHER], {1: "1", 2: "9"}, away=(3, "WORM"))
    after, events = play(start, "A1>P1")
    assert pods(after) == {1: f"1 {card}", 2: "9"}
    assert away(after) == (3, "WORM")
    assert (after.winner, after.phase, after.turn, after.direction) == (1, "over", 1, 1)
    assert events == (Loaded("A1", card, 1), Won(1, "escaped"))


def test_load_of_a_last_oxygen_lies_on_top() -> None:
    """5 Load: the last card is laid on top of the named pod, Oxygen too."""
    after = play(position(["OXY . . .", OTHER], {1: "3 7"}), "A1>P1").position
    assert pods(after) == {1: "3 7 OXY"}


def test_load_of_a_last_face_down_keycard_lies_on_top() -> None:
    """5 Load: a face-down Keycard as the last card is laid on top of the named pod, and opens none."""
    after, events = play(position(["/ / ~KEY . . .", OTHER], {1: "7"}), "C1>P1")
    assert pods(after) == {1: "7 KEY"}
    assert events == (Loaded("C1", "KEY", 1, face_down=True), Won(1, "escaped"))


def test_load_of_a_last_face_up_keycard() -> None:
    """5 Load: a face-up Keycard as the last card just leaves the game, and no pod opens."""
    after, events = play(position(["/ / / KEY", OTHER], {1: "7"}), "X1+")
    assert pods(after) == {1: "7"}
    assert after.seats[0].extra == ()
    assert events == (KeycardSpent("X1"), Won(1, "escaped"))


def test_load_of_winston_without_a_face_down_card() -> None:
    """5 Load: Winston with no face-down card left skips to the LAUNCH, even if he was the last one himself."""
    after, events = play(position(["9 . . . / / . ~WIN . .", OTHER], {1: "7", 2: ""}), "C2>P1")
    assert events == (Loaded("C2", "WIN", 1, face_down=True), Launched(1, 2))
    assert after.turn == 2


def test_load_of_albert_without_a_card_under_him() -> None:
    """5 Load: Albert with no card under him skips to the LAUNCH."""
    after, events = play(position(["ALB 9 . .", OTHER], {1: "", 2: "7"}), "A1>P1")
    assert events == (Loaded("A1", "ALB", 1), Launched(1, 1))
    assert pods(after) == {2: "7"}


def test_launch_takes_the_pod_and_all_its_cards() -> None:
    """5 LAUNCH: the pod and all its cards leave the game."""
    after, events = play(position(["BRB 9 . .", OTHER], {1: "3 4 7", 2: "8"}), "A1>P1")
    assert pods(after) == {2: "8"}
    assert events[1:] == (Launched(1, 4),)


def test_launch_of_the_last_pod_puts_out_a_new_one() -> None:
    """5 LAUNCH: if no pod is left, a new empty one is put out."""
    after, events = play(position(["BRB 9 . .", OTHER], {3: "7"}), "A1>P3")
    assert pods(after) == {4: ""}
    assert events[1:] == (Launched(3, 2), PodPutOut(4))


def test_launch_rule_holds_for_a_wormhole() -> None:
    """5 LAUNCH: the same holds when a Wormhole takes the last pod away."""
    after, events = play(position(["WORM 9 . .", OTHER], {3: "7"}), "A1>P3")
    assert pods(after) == {4: ""}
    assert away(after) == (3, "7 WORM")
    assert events[1:] == (SentAway(3, 2), PodPutOut(4))


def jam(start_stash: str, cards: str, move: str, *others: str, layout: str = "grid") -> tuple[str, Jammed]:
    """The stash after a jam on pod 1, and the jam."""
    out = {1: cards} | {number: "" for number, _ in enumerate(others, 2)}
    after, events = play(position([start_stash, OTHER if layout == "grid" else "5 5 5"], out, layout=layout), move)
    jammed = events[0]
    assert isinstance(jammed, Jammed)
    assert len(events) == 1
    return stash_of(after, 1), jammed


def test_jam_shuffles_the_pod_and_the_card() -> None:
    """5 Jam: the pod's cards, bottom first, then the jamming card, are shuffled together."""
    _, jammed = jam("2 . . . / 9 . . . / 9 . . .", "3 ODD 7 8", "A1>P1")
    pile = shuffle(["3", "ODD", "7", "8", "2"], "jam:1", SEED)
    assert [card for _, card in jammed.refilled] == pile
    assert (jammed.card, jammed.pile, jammed.gone) == ("2", 5, ())


def test_jam_on_the_only_pod_leaves_it_empty() -> None:
    """5 Jam: if it is the only pod out, it stays, empty."""
    after, events = play(position(["2 9 . .", OTHER], {5: "7"}), "A1>P5")
    assert pods(after) == {5: ""}
    assert isinstance(events[0], Jammed)
    assert events[0].stays


def test_jam_takes_a_pod_out_of_the_game() -> None:
    """5 Jam: otherwise the pod leaves the game."""
    after, events = play(position(["2 9 . .", OTHER], {1: "7", 2: "3"}), "A1>P1")
    assert pods(after) == {2: "3"}
    assert isinstance(events[0], Jammed)
    assert not events[0].stays


def test_jam_refills_row_c_first_then_b_then_a() -> None:
    """5 Jam: face-up, row C first, then B, then A, each from left to right."""
    held, jammed = jam("2 . . 9 / . 9 . . / . . ~9 .", "8 8 8 8 8 8 8", "A1>P1")
    assert [space for space, _ in jammed.refilled] == ["C1", "C2", "C4", "B1", "B3", "B4", "A1", "A2"]
    assert held.count("~") == 1
    assert held.split("/")[0].split()[2:] == [".", "9"]


def test_jam_refills_the_pyramid() -> None:
    """5 Jam: the same rows in the pyramid."""
    _, jammed = jam("2 . . / . 9 . . / 1 . . . .", "8 8 8 8 8 8 8 8", "A1>P1", layout="pyramid")
    assert [space for space, _ in jammed.refilled] == ["C2", "C3", "C4", "C5", "B1", "B3", "B4", "A1", "A2"]


def test_jam_refills_only_rows_that_held_a_card() -> None:
    """5 Jam: rows without a card at the start of the turn stay empty; what is left of the pile leaves the game."""
    held, jammed = jam("/ 9 2 . . /", "8 8 8 8 8", "B2>P1")
    assert [space for space, _ in jammed.refilled] == ["B2", "B3", "B4"]
    assert len(jammed.gone) == 3
    assert Counter(jammed.gone) + Counter(card for _, card in jammed.refilled) == Counter({"8": 5, "2": 1})
    assert held.startswith(". . . . / 9 ")
    assert held.endswith("/ . . . .")


def test_jam_with_the_only_card_of_a_row() -> None:
    """5 Jam: the row of the card that jammed held a card, so it counts, the space just vacated included."""
    _, jammed = jam("2 . . . / / 9 9 9 9", "8 8", "A1>P1")
    assert [space for space, _ in jammed.refilled] == ["A1", "A2", "A3"]


def test_jam_with_a_short_pile() -> None:
    """5 Jam: a pile that is too short fills what it can."""
    held, jammed = jam("2 . . . / / . . 9 .", "8", "A1>P1")
    assert [space for space, _ in jammed.refilled] == ["C1", "C2"]
    assert held.startswith(". . . .")


def test_jam_from_an_extra_space_fills_it_last() -> None:
    """5 Jam: an extra space that was vacated this turn comes last."""
    held, jammed = jam("/ / 9 . . . / 2 KEY", "8 8 8 8 8", "X1>P1")
    assert [space for space, _ in jammed.refilled] == ["C2", "C3", "C4", "X1"]
    assert len(held.split("/")[3].split()) == 2


def test_jam_that_does_not_reach_the_extra_space() -> None:
    """5 Jam: if the pile ends before, row X closes up."""
    held, jammed = jam("/ / 9 . . . / 2 KEY", "8", "X1>P1")
    assert [space for space, _ in jammed.refilled] == ["C2", "C3"]
    assert held.split("/")[3].split() == ["KEY"]


def test_jam_with_extra_spaces_alone() -> None:
    """5 Jam: if no row held a card, the extra space is the only one."""
    held, jammed = jam("/ / / 2", "8 8 8", "X1>P1")
    assert [space for space, _ in jammed.refilled] == ["X1"]
    assert len(jammed.gone) == 3
    assert held.count("/") == 3


def test_jam_of_a_face_down_card() -> None:
    """5 Jam: a face-down card that jams was turned over; what comes back is face-up."""
    held, jammed = jam("/ / ~2 ~9 . .", "8 8", "C1>P1")
    assert jammed.face_down
    assert [space for space, _ in jammed.refilled] == ["C1", "C3", "C4"]
    assert held.count("~") == 1


def test_jam_forgets_the_look() -> None:
    """5 Jam: a face-up card in a space that Winston looked at is not a looked-at one."""
    start = position(["/ / ~2 ~9 . .", OTHER], {1: "8", 2: ""})
    looked = start.seats[0]._replace(peeked=("C1", "C2"))
    after = play(start._replace(seats=(looked, start.seats[1])), "C1>P1").position
    assert after.seats[0].peeked == ("C2",)


@pytest.mark.parametrize(("gate", "card"), [("MINI", "4"), ("ODD", "6"), ("EVEN", "7")])
def test_jam_of_a_number_that_breaks_a_gate(gate: str, card: str) -> None:
    """5 Jam: a number that breaks MINI, ODD or EVEN jams too."""
    assert kinds(play(position([f"{card} 1 . .", OTHER], {1: gate}), "A1>P1").events) == ["Jammed"]


def test_jam_never_wins() -> None:
    """5 Jam: the last card of a stash that jams comes back, or another card does."""
    after, events = play(position(["/ / ~2 . . .", OTHER], {1: "8 9"}), "C1>P1")
    assert kinds(events) == ["Jammed"]
    assert after.winner is None
    assert stash_of(after, 1).split("/")[2].count(".") == 1


def test_jam_ends_the_turn() -> None:
    """5 Jam: the turn ends, and it was allowed on purpose: a card that loads elsewhere may jam here."""
    after = play(position(["2 . . .", OTHER], {1: "8", 2: "1"}), "A1>P1").position
    assert (after.ply, after.turn, after.phase) == (1, 2, "play")
