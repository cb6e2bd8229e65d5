"""Shares of games with the interval that they lie in, and quantiles of whole numbers."""

from collections.abc import Mapping
from math import ceil, sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964
"""With this many standard deviations an interval holds the truth 95 times in 100."""


class Share(NamedTuple):
    """So many games out of so many."""

    part: int
    whole: int

    @property
    def rate(self) -> float:
        """The share, 0 to 1; 0 if there were no games."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for the rate, which stays within 0 and 1 and holds for few games too."""
        n = self.whole
        if not n:
            return 0.0, 1.0
        middle = (self.rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(self.rate * (1 - self.rate) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, middle - half), min(1.0, middle + half)


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value that so large a share of the values does not exceed.

    Args:
        counts: how often each value occurs; at least one does.
        share: above 0, at most 1; 0.5 for the median.
    """
    rank = ceil(share * sum(counts.values()) - 1e-9)
    for value in sorted(counts):
        rank -= counts[value]
        if rank <= 0:
            return value
    raise ValueError("no values")
