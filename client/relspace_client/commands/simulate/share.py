"""Shares of games with the interval that they lie in, and quantiles of whole numbers."""

from collections.abc import Mapping
from math import ceil
from typing import NamedTuple

from relspace.bots.wilson import wilson


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
        """The 95 % interval for the rate."""
        return wilson(self.part, self.whole)


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value that so large a share of the values does not exceed.

    Args:
        counts: how often each value occurs; at least one does.
        share: above 0, at most 1; 0.5 for the median.

    Raises:
        ValueError: there are no values.
    """
    rank = ceil(share * sum(counts.values()) - 1e-9)
    for value in sorted(counts):
        rank -= counts[value]
        if rank <= 0:
            return value
    raise ValueError("no values")
