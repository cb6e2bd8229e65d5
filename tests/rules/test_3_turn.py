"""docs/rules.md 3: what a turn is made of."""

import pytest

from relspace.errors import Refused
from relspace.rules.events import KeycardSpent, Loaded, PodOpened, Won
from relspace.testing.positions import position

from .play import kinds, legal, play, pods, stash_of

OTHER = "5 5 5 5"


def test_a_turn_is_a_pod_and_an_available_card() -> None:
    """3 Turn: every available card may be tried on every pod, then the turn passes."""
    start = position(["2 . . . / . 9 . . / . . ~1 .", OTHER], {1: "7", 3: ""})
    assert legal(start) == "A1>P1, A1>P3, B2>P1, B2>P3, C3>P1, C3>P3"
    after = play(start, "A1>P3").position
    assert (after.ply, after.turn, after.phase) == (1, 2, "play")


def test_there_is_no_pass() -> None:
    """3 Turn: even where everything jams, something is played."""
    assert legal(position(["2 . . .", OTHER], {1: "10"})) == "A1>P1"


def test_a_face_up_keycard_names_no_pod() -> None:
    """3 Turn: a face-up Keycard is used by itself, and never played onto a pod."""
    start = position(["KEY 2 . .", OTHER], {1: "7", 2: ""})
    assert legal(start) == "A1+, A2>P1, A2>P2"
    with pytest.raises(Refused, match="illegal-move"):
        play(start, "A1>P1")
    with pytest.raises(Refused, match="illegal-move"):
        play(start, "A2+")


def test_a_covered_keycard_cannot_be_used() -> None:
    """3 Turn: a covered Keycard has to wait."""
    start = position(["2 . . . / KEY . . .", OTHER])
    assert legal(start) == "A1>P1"
    with pytest.raises(Refused, match="illegal-move"):
        play(start, "B1+")


def test_after_a_keycard_a_card_is_owed_to_the_new_pod() -> None:
    """3 Turn: another available card must be played onto the new pod in the same turn, even one just uncovered."""
    start = position(["KEY 2 . . / 9 . . .", OTHER], {1: "7"})
    owed, events = play(start, "A1+")
    assert (owed.ply, owed.turn, owed.phase, owed.load_pod) == (1, 1, "load", 2)
    assert legal(owed) == "A2>P2, B1>P2"
    assert events == (PodOpened("A1", 2),)
    after = play(owed, "B1>P2").position
    assert pods(after) == {1: "7", 2: "9"}
    assert (after.ply, after.turn, after.phase, after.load_pod) == (2, 2, "play", None)


def test_the_owed_card_may_be_another_keycard() -> None:
    """3 Turn: another Keycard opens one more pod, and the pod in between stays empty."""
    owed = play(position(["KEY KEY 2 .", OTHER], {1: "7"}), "A1+").position
    assert legal(owed) == "A2+, A3>P2"
    after = play(owed, "A2+", "A3>P3").position
    assert pods(after) == {1: "7", 2: "", 3: "2"}


def test_a_face_down_card_counts_as_what_it_turns_out_to_be() -> None:
    """3 Turn: a face-down card is turned over as it is played."""
    start = position([". . . . / . . . . / ~8 ~2 1 .", OTHER], {1: "7"})
    loaded = play(start, "C1>P1")
    assert loaded.events == (Loaded("C1", "8", 1, face_down=True),)
    assert pods(loaded.position) == {1: "7 8"}
    assert kinds(play(start, "C2>P1").events) == ["Jammed"]


def test_a_face_down_keycard_opens_a_pod_if_it_loads() -> None:
    """3 Turn: a face-down Keycard is played onto a pod, leaves the game and opens a pod; the named one is unchanged."""
    start = position([". . . . / . . . . / ~KEY ~2 . .", OTHER], {1: "7"})
    assert legal(start) == "C1>P1, C2>P1"
    owed, events = play(start, "C1>P1")
    assert pods(owed) == {1: "7", 2: ""}
    assert (owed.turn, owed.phase, owed.load_pod) == (1, "load", 2)
    assert events == (PodOpened("C1", 2, face_down=True, onto=1),)


def test_a_face_down_keycard_can_jam_in_a_strict_game() -> None:
    """3 Turn: with strict a face-down Keycard can jam like any special; a face-up one cannot."""
    start = position([". KEY . . / . . . . / ~KEY . 1 .", OTHER], {1: "ODD"}, strict=True)
    assert kinds(play(start, "C1>P1").events) == ["Jammed"]
    assert kinds(play(start, "A2+").events) == ["PodOpened"]


def test_the_owed_card_cannot_jam() -> None:
    """3 Turn: the new pod is empty, so any card loads, face-down ones too."""
    owed = play(position(["KEY 2 . . / . . . . / . . ~1 .", OTHER], {1: "10"}, strict=True), "A1+").position
    assert kinds(play(owed, "C3>P2").events) == ["Loaded"]


def test_a_face_down_keycard_may_be_the_owed_card() -> None:
    """3 Turn: it opens one more pod, and the turn still goes on."""
    owed = play(position(["KEY 2 . . / . . . . / . . ~KEY .", OTHER], {1: "10"}), "A1+", "C3>P2").position
    assert pods(owed) == {1: "10", 2: "", 3: ""}
    assert (owed.turn, owed.phase, owed.load_pod) == (1, "load", 3)


def test_the_last_card_a_keycard() -> None:
    """3 Turn: where nothing is left to be owed, the Keycard was the last card, and its owner has won."""
    after, events = play(position(["KEY . . .", OTHER], {1: "7"}), "A1+")
    assert events == (KeycardSpent("A1"), Won(1, "escaped"))
    assert pods(after) == {1: "7"}


def test_an_extra_space_is_vacated_until_the_turn_ends() -> None:
    """3 Turn: a Keycard from row X leaves its space null while the card is owed; then row X closes up."""
    owed = play(position(["2 . . . / / / KEY 9", OTHER]), "X1+").position
    assert owed.seats[0].extra == (None, "9")
    assert legal(owed) == "A1>P2, X2>P2"
    assert stash_of(play(owed, "A1>P2").position, 1).endswith("/ 9")
