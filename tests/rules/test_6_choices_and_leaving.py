"""docs/rules.md 6: looks, gifts, leaving, and how a game ends."""

import pytest

from relspace.errors import Refused
from relspace.rules.apply import abandon, apply
from relspace.rules.draft import LAST_PLY
from relspace.rules.events import Exploded, Gave, Launched, Peeked, Resigned, Won
from relspace.rules.legal import legal_moves
from relspace.rules.moves import Play
from relspace.rules.position import Position
from relspace.rules.view import view
from relspace.testing.positions import position, stash

from .play import SEED, kinds, legal, play, pods, resign, stash_of

OTHER = "5 5 5 5"


def winston_owes_a_look(peeked: str = "") -> Position:
    held = stash("3 . . . / / ~8 ~1 . .", peeked=peeked)
    return position([held, OTHER, OTHER], {1: "7 WIN", 2: ""}, phase="peek", load_pod=1)


def test_winston_may_look_again() -> None:
    """6 Winston: a face-down card that was looked at before may be looked at again."""
    start = winston_owes_a_look("C1")
    assert legal(start) == "peek C1, peek C2"
    assert play(start, "peek C1").position.seats[0].peeked == ("C1",)


def test_everyone_sees_which_card_was_looked_at() -> None:
    """6 Winston: which one was looked at is public, its face is its owner's alone."""
    after, events = play(winston_owes_a_look(), "peek C2")
    assert events == (Peeked("C2"), Launched(1, 2))
    for viewer, face in [(1, "~1"), (2, "~"), (None, "~")]:
        seen = view(after, viewer, "open").seats[0]
        assert seen.peeked == ("C2",)
        assert seen.spaces[9] == face


def test_the_look_lasts_until_the_card_is_played() -> None:
    """6 Winston: the owner's view goes on showing it until it is played."""
    after = play(winston_owes_a_look(), "peek C2", "A1>P2", "A1>P2").position
    assert view(after, 1, "private").seats[0].spaces[9] == "~1"
    assert play(after, "C2>P2").position.seats[0].peeked == ()


def test_only_face_down_cards_can_be_looked_at() -> None:
    """6 Winston: not a face-up card, nor an empty space, nor anything else instead."""
    for move in ("peek C3", "peek B1", "A1>P2", "give S2"):
        with pytest.raises(Refused, match="illegal-move"):
            play(winston_owes_a_look(), move)


def albert_owes_a_gift(*receivers: str) -> Position:
    return position(["3 . . .", *receivers], {1: "2 7 ALB", 2: ""}, phase="give", load_pod=1)


def test_a_gift_goes_to_another_player_in_the_game() -> None:
    """6 Albert: one other player still in the game, not oneself, not one who resigned."""
    assert legal(albert_owes_a_gift(OTHER, "", OTHER)) == "give S2, give S4"


@pytest.mark.parametrize(
    ("receiver", "space"),
    [
        ("9 . . . / 9 . . . / ~9 . ~9 .", "C2"),
        ("9 . . . / 9 . . . / ~9 ~9 ~9 ~9", "B2"),
        (". 9 . . / 9 9 9 9 / ~9 ~9 ~9 ~9", "A1"),
        ("9 . . . / / ", "A2"),
        ("9 9 9 9 / / ~9 ~9 ~9 ~9", "X1"),
        ("/ / / 9 KEY", "X3"),
    ],
)
def test_where_a_gift_goes(receiver: str, space: str) -> None:
    """6 Albert: face-up into the first empty space of rows that hold a card, C, B, A; else into a new extra space."""
    after, events = play(albert_owes_a_gift(receiver), "give S2")
    assert events == (Gave(2, "7", space), Launched(1, 2))
    assert sum(held == "7" for held in (*after.seats[1].spaces, *after.seats[1].extra)) == 1
    if space[0] == "X":
        assert after.seats[1].extra[int(space[1:]) - 1] == "7"


def test_the_gift_stays_under_albert_until_it_is_given() -> None:
    """6 Albert: the pod shows it as long as the gift is owed."""
    owed = play(position(["ALB 9 . .", OTHER], {1: "2 7"}), "A1>P1").position
    assert pods(owed) == {1: "2 7 ALB"}
    assert (owed.phase, owed.load_pod, owed.turn) == ("give", 1, 1)


def test_a_vacated_extra_space_is_null_until_the_turn_ends() -> None:
    """6 Albert: from row X he leaves null while the gift is owed; when the turn ends row X closes up."""
    owed = play(position(["9 . . . / / / ALB KEY", OTHER], {1: "7", 2: ""}), "X1>P1").position
    assert owed.seats[0].extra == (None, "KEY")
    assert play(owed, "give S2").position.seats[0].extra == ("KEY",)


def test_resigning_on_turn() -> None:
    """6 Resign: the stash leaves the game and the turn passes."""
    start = position(["3 KEY . . / 1 . . . / ~2 . . . / 4", OTHER, OTHER], {1: "7"}, turn=1)
    after, events = resign(start, 1)
    assert after.seats[0] == stash("")
    assert after.seats[0].out
    assert (after.ply, after.turn, after.phase) == (1, 2, "play")
    assert events == (Resigned(),)


def test_resigning_off_turn() -> None:
    """6 Resign: at any time, also when it is not their turn; what is owed stays owed."""
    start = position(["3 . . . / / / ALB 9", OTHER, OTHER], {1: "7"})
    owed = play(start, "X1>P1").position
    after, events = resign(owed, 3)
    assert (after.turn, after.phase, after.load_pod) == (1, "give", 1)
    assert after.seats[0].extra == (None, "9")
    assert legal(after) == "give S2"
    assert events == (Resigned(),)


@pytest.mark.parametrize("phase", ["peek", "give"])
def test_resigning_while_a_launch_is_owed(phase: str) -> None:
    """6 Resign: a LAUNCH that the player owed happens."""
    start = winston_owes_a_look() if phase == "peek" else albert_owes_a_gift(OTHER, OTHER)
    after, events = resign(start, 1)
    assert pods(after) == {2: ""}
    assert kinds(events) == ["Resigned", "Launched"]
    assert (after.turn, after.phase, after.load_pod) == (2, "play", None)


def test_resigning_while_a_card_is_owed() -> None:
    """6 Resign: the new pod stays empty, and nothing is owed any more."""
    owed = play(position(["KEY 3 . .", OTHER, OTHER], {1: "7"}), "A1+").position
    after, events = resign(owed, 1)
    assert pods(after) == {1: "7", 2: ""}
    assert (after.turn, after.phase, after.load_pod) == (2, "play", None)
    assert kinds(events) == ["Resigned"]


def test_the_last_player_left_wins() -> None:
    """6 Resign: the last player left wins, and the turn does not pass on."""
    after, events = resign(position([OTHER, OTHER, ""], turn=1), 1)
    assert (after.winner, after.phase, after.turn) == (2, "over", 1)
    assert events == (Resigned(), Won(2, "last_left"))


def test_a_launch_that_the_resigned_owed_still_happens() -> None:
    """6 Resign: also if that makes another one the last player left."""
    start = position(["3 . . .", OTHER], {1: "7 ALB", 2: ""}, phase="give", load_pod=1)
    after, events = resign(start, 1)
    assert pods(after) == {2: ""}
    assert kinds(events) == ["Resigned", "Launched", "Won"]
    assert after.load_pod is None


def test_a_launch_that_the_last_player_owes_does_not_happen() -> None:
    """6 Resign: a LAUNCH which the last player left still owed does not happen."""
    start = position(["3 . . . / / / ALB 9", OTHER], {1: "7", 2: ""})
    owed = play(start, "X1>P1").position
    after, events = resign(owed, 2)
    assert pods(after) == {1: "7 ALB", 2: ""}
    assert kinds(events) == ["Resigned", "Won"]
    assert (after.winner, after.phase, after.load_pod, after.turn) == (1, "over", None, 1)
    assert after.seats[0].extra == ("9",), "at the end of a game row X closes up"


def test_those_who_left_are_passed_over() -> None:
    """6 Turn: the turn passes to the next player still in the game, in the current direction."""
    start = position(["3 3 . .", "", "3 3 . .", "3 3 . ."])
    assert play(start, "A1>P1").position.turn == 3
    assert play(start._replace(direction=-1), "A1>P1").position.turn == 4
    assert play(start._replace(direction=-1, turn=3), "A1>P1").position.turn == 1
    assert play(start._replace(turn=4), "A1>P1").position.turn == 1


def test_the_station_blows_up() -> None:
    """6 End: a game without a winner after its 500th ply ends; the turn passes as after any ply."""
    start = position(["3 9 . .", OTHER], ply=LAST_PLY - 1)
    after, events = play(start, "A1>P1")
    assert (after.ply, after.phase, after.winner, after.turn) == (500, "over", None, 2)
    assert kinds(events) == ["Loaded", "Exploded"]
    assert legal_moves(after) == ()


def test_the_station_blows_up_in_the_middle_of_a_turn() -> None:
    """6 End: also while something is owed; the turn does not pass, and row X closes up."""
    start = position(["9 . . . / / / KEY 8", OTHER], ply=LAST_PLY - 1)
    after, events = play(start, "X1+")
    assert (after.phase, after.load_pod, after.turn) == ("over", None, 1)
    assert after.seats[0].extra == ("8",)
    assert events[-1] == Exploded()


def test_a_win_with_the_500th_ply_counts() -> None:
    """6 End: the 500th ply may still win."""
    after, events = play(position(["9 . . .", OTHER], ply=LAST_PLY - 1), "A1>P1")
    assert (after.winner, events[-1]) == (1, Won(1, "escaped"))


def test_a_game_that_is_over_takes_no_move() -> None:
    """6 End: whoever won is not out, and nobody can move or resign any more."""
    over = play(position(["9 . . .", OTHER]), "A1>P1").position
    assert not over.seats[0].out
    for seat in (1, 2):
        with pytest.raises(Refused, match="game-over"):
            resign(over, seat)
    with pytest.raises(Refused, match="game-over"):
        play(over, "A1>P1")


def test_an_abandoned_game() -> None:
    """6 End: a game that is broken off is over: nothing is owed, row X closes up, nobody has won."""
    owed = play(position(["9 . . . / / / KEY 8", OTHER]), "X1+").position
    after = abandon(owed)
    assert (after.ply, after.phase, after.load_pod, after.winner, after.turn) == (1, "over", None, None, 1)
    assert after.seats[0].extra == ("8",)
    assert abandon(after) == after
    assert stash_of(after, 2) == stash_of(owed, 2)


def test_who_may_not_move() -> None:
    """6 Turn: not a seat that does not exist, not one that is out, not one whose turn it is not."""
    start = position([OTHER, "", OTHER])
    with pytest.raises(Refused, match="no-such-seat"):
        resign(start, 4)
    with pytest.raises(Refused, match="seat-is-out"):
        resign(start, 2)
    with pytest.raises(Refused, match="not-your-turn"):
        apply(start, 3, Play("A1", 1), SEED)
