"""Wilson's interval: how well so many games show a share."""

from math import sqrt
from typing import Final

Z: Final = 1.959964
"""Within so many standard deviations a normal distribution holds the truth 95 times in 100."""


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The 95 % interval for a share of games, 0 to 1; it stays within these and holds for few games too.

    Args:
        part: the games that count.
        whole: all games; of none nothing is known, and the interval is from 0 to 1.
    """
    if not whole:
        return 0.0, 1.0
    rate = part / whole
    middle = (rate + Z * Z / (2 * whole)) / (1 + Z * Z / whole)
    half = Z * sqrt(rate * (1 - rate) / whole + Z * Z / (4 * whole * whole)) / (1 + Z * Z / whole)
    return max(0.0, middle - half), min(1.0, middle + half)
