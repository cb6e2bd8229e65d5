"""Ratings: what a rated game does to its players' skills (docs/ratings.md).

The model is Bradley and Terry's as Weng and Lin update it, from openskill: each player is compared with each other one
of the game, and the comparisons are averaged. So a game of ten weighs as much as a game of two, what the winners gain
the losers lose, and the ratings do not drift; Plackett and Luce's would take from the last of ten twice what it gives
to the first. All is in points: the library's figures, scaled so that a newcomer's rating is 1000.
"""

from collections.abc import Sequence
from typing import Final

from openskill.models import BradleyTerryPart

from relspace.room.options import MAX_SEATS
from relspace.room.outcome import NEWCOMER, THOUSANDTHS, Skill

_MEAN: Final = NEWCOMER.mean / THOUSANDTHS
_DOUBT: Final = NEWCOMER.doubt / THOUSANDTHS

LUCK: Final = _DOUBT / 2
"""How far a game's chances throw somebody off their skill: one standard deviation, in points."""

CHANGE_OF_FORM: Final = _DOUBT / 100
"""What each game adds to the doubt, since people change; in points, added as variances are."""

_MODEL: Final = BradleyTerryPart(
    mu=_MEAN,
    sigma=_DOUBT,
    beta=LUCK,
    tau=CHANGE_OF_FORM,
    window_size=MAX_SEATS - 1,
    limit_sigma=True,
)
"""With `limit_sigma` the doubt never grows, so that nobody's rating falls by winning."""


def rated(skills: Sequence[Skill | None], places: Sequence[int]) -> tuple[Skill, ...]:
    """The skills after a game.

    Args:
        skills: those before it, by seat; None is a newcomer's.
        places: by seat, from 1; seats that tie share one.
    """
    before = [skill or NEWCOMER for skill in skills]
    teams = [[_MODEL.rating(mu=one.mean / THOUSANDTHS, sigma=one.doubt / THOUSANDTHS)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(Skill(_whole(one.mu), max(1, _whole(one.sigma))) for [one] in after)


def _whole(points: float) -> int:
    return round(points * THOUSANDTHS)
