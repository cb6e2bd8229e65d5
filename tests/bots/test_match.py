"""Playing bots against one another: fair, repeatable, and scored honestly."""

from itertools import islice

import pytest

from relspace.bots import easy, normal
from relspace.bots.match import Score, duel, play_game, uniform
from relspace.errors import Refused
from relspace.rules.position import Options

SEED = bytes(range(32))


def test_a_game_comes_from_its_seed_alone() -> None:
    players = (easy.choose, uniform, normal.choose)
    result = play_game(players, Options(), SEED)
    assert result == play_game(players, Options(), SEED)
    assert result != play_game(players, Options(), bytes(32))
    assert result.winner in (1, 2, 3)
    assert 12 <= result.plies <= 500


def test_nobody_plays_alone() -> None:
    with pytest.raises(Refused, match="bad-options"):
        play_game((easy.choose,), Options(), SEED)


def test_every_deal_is_played_with_seats_swapped() -> None:
    """A player against itself wins exactly half, since both games of a pair are the same."""
    score = list(islice(duel(normal.choose, normal.choose, Options(), SEED), 20))[-1]
    assert score == Score(20, 20, 0)


@pytest.mark.parametrize(
    ("score", "low", "high"),
    [
        (Score(0, 0), 0.0, 1.0),
        (Score(50, 50), 0.404, 0.596),
        (Score(10, 0), 0.722, 1.0),
        (Score(600, 380, 20), 0.569, 0.630),
    ],
)
def test_wilsons_interval(score: Score, low: float, high: float) -> None:
    assert score.interval == pytest.approx((low, high), abs=0.001)


def test_a_game_that_nobody_won_counts_for_neither() -> None:
    score = Score(3, 1, 4)
    assert score.games == 8
    assert score.rate == 3 / 8
