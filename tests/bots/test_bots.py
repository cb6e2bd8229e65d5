"""What bots know and how they choose: from a view alone, always the same, and sensibly."""

import inspect
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from relspace.bots import LEVELS, choose, easy, hard
from relspace.bots.guess import guess, unseen
from relspace.bots.policy import pick
from relspace.errors import Refused
from relspace.rules.cards import DECK
from relspace.rules.fairness import words
from relspace.rules.forecast import forecast
from relspace.rules.legal import legal_moves
from relspace.rules.position import Position
from relspace.rules.view import View, view
from relspace.testing.hidden import another_truth, undealt
from relspace.testing.positions import position, stash
from relspace.testing.strategies import positions, seeds, views

SEED = bytes(range(32))
OTHER = "5 5 5 5"
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def chosen(start: Position, level: str, seed: bytes = SEED) -> str:
    return str(choose(view(start, start.turn, "private"), start.turn, level, seed))


@pytest.fixture(autouse=True, scope="module")
def few_playouts() -> Iterator[None]:
    """The hard bot thinks for a moment only: what it must do, it must do with any budget."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hard, "PLAYOUTS", 40)
        yield


# ── what every level must do ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("level", LEVELS)
@QUICK
@given(seen=views(), seed=seeds)
def test_a_legal_move_that_is_always_the_same(level: str, seen: View, seed: bytes) -> None:
    if seen.phase == "over":
        return
    move = choose(seen, seen.turn, level, seed)
    assert move in legal_moves(seen)
    assert choose(seen, seen.turn, level, seed) == move


@pytest.mark.parametrize("level", LEVELS)
@QUICK
@given(truth=positions(), seed=seeds, stashes=st.sampled_from(("private", "open")))
def test_nothing_that_is_hidden_changes_the_choice(level: str, truth: Position, seed: bytes, stashes: str) -> None:
    if truth.phase == "over":
        return
    other = another_truth(truth, truth.turn, stashes, [], seed)  # type: ignore[arg-type]
    moves = [choose(view(p, p.turn, stashes), p.turn, level, seed) for p in (truth, other)]  # type: ignore[arg-type]
    assert moves[0] == moves[1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_given_a_view_and_no_position(level: str) -> None:
    assert next(iter(inspect.signature(LEVELS[level]).parameters.values())).annotation is View


def test_who_may_not_choose() -> None:
    seen = view(position([OTHER, OTHER]), 2, "private")
    with pytest.raises(Refused, match="not-your-turn"):
        choose(seen, 2, "easy", SEED)
    with pytest.raises(Refused, match="bad-options"):
        choose(seen, 1, "perfect", SEED)
    with pytest.raises(Refused, match="game-over"):
        choose(seen._replace(phase="over"), 1, "easy", SEED)
    with pytest.raises(Refused, match="bad-seed"):
        choose(seen, 1, "easy", SEED[:-1])


# ── the levels ───────────────────────────────────────────────────────────────────────────────────────────────────────


@QUICK
@given(seen=views(), seed=seeds)
def test_easy_prefers_a_load_to_a_jam_it_can_see(seen: View, seed: bytes) -> None:
    if seen.phase == "over":
        return
    verdicts = {move: forecast(seen, seen.turn, move).verdict for move in legal_moves(seen)}
    if set(verdicts.values()) != {"jams"}:
        assert verdicts[easy.choose(seen, seen.turn, seed)] != "jams"


def test_easy_plays_anything_that_loads() -> None:
    start = position(["8 9 2 OXY", OTHER], {1: "7", 2: "10"})
    moves = Counter(chosen(start, "easy", bytes([number]) * 32) for number in range(60))
    assert set(moves) == {"A1>P1", "A2>P1", "A4>P1", "A4>P2"}


@pytest.mark.parametrize(
    ("why", "held", "pods", "move"),
    [
        ("low numbers go first", "9 2 7 10", {1: "1"}, "A2>P1"),
        ("a low number goes onto a low pod", "3 9 . .", {1: "", 2: "2"}, "A1>P2"),
        ("a number that loads before a jam", "2 8 . .", {1: "7 7 7"}, "A2>P1"),
        ("the jam that brings back least", "1 . . . / . . . . / 1 . . .", {1: "7 7 7 7 7", 2: "9"}, "A1>P2"),
        ("a Keycard where nothing loads", "2 KEY . .", {1: "7"}, "A2+"),
        ("no Keycard where something does", "2 KEY . .", {1: "2"}, "A1>P1"),
        ("a launch of what takes little", "BRB 9 . .", {1: "2", 2: "10"}, "A1>P2"),
        ("what loads for certain before what nobody knows", "/ / 2 ~9 . .", {1: "2"}, "C1>P1"),
        ("what Winston showed counts", "/ / 1 ~9 ~2 .", {1: "7 7 7 7 7"}, "C2>P1"),
    ],
)
def test_normal_plays_sensibly(why: str, held: str, pods: dict[int, str], move: str) -> None:
    peeked = "C2 C3" if "Winston" in why else ""
    assert chosen(position([stash(held, peeked=peeked), OTHER], pods), "normal") == move, why


def test_normal_looks_where_it_has_not_looked() -> None:
    held = stash("9 . . . / . . . . / ~2 ~3 ~4 .", peeked="C3")
    assert chosen(position([held, OTHER], {1: "WIN"}, phase="peek", load_pod=1), "normal") == "peek C2"


def test_normal_gives_to_whoever_is_closest_to_escaping() -> None:
    start = position(["9 9 . .", "5 5 5 .", "5 . . .", ""], {1: "2 ALB"}, phase="give", load_pod=1)
    assert chosen(start, "normal") == "give S3"


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_last_card_is_played_where_it_wins(level: str) -> None:
    assert chosen(position(["/ / . . 8 .", OTHER], {1: "9", 2: "7", 3: "10"}), level) == "C3>P2"


def test_hard_keeps_the_others_from_escaping() -> None:
    """Rigel's last card is unknown; after a high number only a special or a higher one still loads."""
    start = position(["10 2 . .", "/ / ~3 . . ."], {1: "1"})
    assert chosen(start, "hard") == "A1>P1"


# ── guessing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@QUICK
@given(seen=views(), seed=seeds)
def test_a_guess_cannot_be_told_from_the_truth(seen: View, seed: bytes) -> None:
    if seen.phase == "over":
        return
    guessed = guess(seen, unseen(seen), words("guess", seed))
    again = view(guessed, seen.turn, "open")
    hidden = [face for held in seen.seats for face in (*held.spaces, *held.extra) if face == "?"]
    assert view(guessed, seen.turn, "private") == seen or not hidden
    assert again._replace(seats=()) == seen._replace(seats=())


@QUICK
@given(truth=positions(), seed=seeds)
def test_guesses_draw_from_what_is_not_seen(truth: Position, seed: bytes) -> None:
    if truth.phase == "over":
        return
    seen = view(truth, truth.turn, "private")
    pool = unseen(seen)
    guessed = guess(seen, list(pool), words("guess", seed))
    held = Counter(
        (face or "").removeprefix("~") for stash in guessed.seats for face in (*stash.spaces, *stash.extra) if face
    )
    on_pods = Counter(card for pod in (*truth.pods, *([truth.away] if truth.away else [])) for card in pod.cards)
    assert held + on_pods <= Counter(DECK)
    assert len(undealt(guessed, [])) == len(undealt(truth, []))


def test_unseen_cards_are_the_deck_less_what_is_seen() -> None:
    start = position([stash("1 KEY . . / . . . . / ~9 ~2 . .", peeked="C1"), "5 5 . . / / ~6 . . . / 7"], {1: "3 ODD"})
    seen = view(start, 1, "private")
    assert Counter(DECK) - Counter(unseen(seen)) == Counter(["1", "KEY", "9", "3", "ODD"])


def test_a_view_that_hides_more_than_the_deck_holds_can_still_be_guessed() -> None:
    seen = view(position([OTHER, OTHER]), 1, "private")
    guessed = guess(seen, [], words("guess", SEED))
    assert all(face in DECK for face in guessed.seats[1].spaces if face)


@QUICK
@given(truth=positions())
def test_picking_from_a_position_looks_at_nothing_hidden(truth: Position) -> None:
    if truth.phase != "over":
        assert pick(truth) == pick(view(truth, truth.turn, "private"))
