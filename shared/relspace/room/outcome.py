"""How a game ended for each seat: its place, and what it does to a rating (docs/ratings.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

THOUSANDTHS: Final = 1_000
"""Parts of a point in which skills are kept: whole numbers are the same on every machine."""

CAUTION: Final = 3
"""How many times the doubt is taken from the mean: a rating is what somebody is at least, most likely."""


class Skill(NamedTuple):
    """What is believed of how well somebody plays: a normal distribution, in thousandths of a point."""

    mean: int
    doubt: int
    """One standard deviation."""

    @property
    def rating(self) -> int:
        """The points that people see."""
        return _points(self.mean - CAUTION * self.doubt)

    @property
    def uncertainty(self) -> int:
        """One standard deviation, in points."""
        return _points(self.doubt)

    def moved(self, before: "Skill", after: "Skill") -> "Skill":
        """This skill after a game that would have led from `before` to `after`.

        The mean moves by as much, and the doubt shrinks in the same ratio; so of two games that were played at the
        same time neither is lost, whichever is entered first.
        """
        doubt = (2 * self.doubt * after.doubt + before.doubt) // (2 * before.doubt)
        return Skill(self.mean + after.mean - before.mean, max(1, doubt))


NEWCOMER: Final = Skill(1_750 * THOUSANDTHS, 250 * THOUSANDTHS)
"""What is believed of somebody who never played a rated game: a rating of 1000."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, computed once by the update that ended it."""

    places: tuple[int, ...] = ()
    """The place of each seat, from 1; seats that tie share one. Empty if the game was broken off."""
    skills: tuple[Skill, ...] = ()
    """What each seat's player is believed to be after it, going by the skills at its start. Empty if not rated."""
    settled: bool = False
    """Whether it was entered wherever it belongs: the record, and each player's account."""


def places(winner: int | None, left: Sequence[int], resigned: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat (docs/ratings.md).

    The winner is first, then whoever stayed by cards left, then whoever gave up, the last one to do so first. If
    nobody won, all who stayed share the first place.

    Args:
        winner: the seat that won; None if nobody did.
        left: cards left, by seat.
        resigned: the seats that gave up, in that order.
    """

    def rank(seat: int) -> tuple[int, int]:
        if seat == winner:
            return (0, 0)
        if seat in resigned:
            return (2, -resigned.index(seat))
        return (1, left[seat - 1] if winner else 0)

    ranks = [rank(seat) for seat in range(1, len(left) + 1)]
    return tuple(1 + sum(other < own for other in ranks) for own in ranks)


def _points(thousandths: int) -> int:
    return (2 * thousandths + THOUSANDTHS) // (2 * THOUSANDTHS)
