"""Which digit stands for which pod.

A pod's key is its id. An id over 9 gets the lowest digit that no pod has, those that are away included, and keeps it
for as long as the pod is there.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

PodKeys: TypeAlias = tuple[tuple[int, int], ...]
"""The ids over 9, in ascending order, each with its digit."""

_DIGITS = range(1, 10)


@lru_cache(maxsize=256)
def pod_keys(ids: tuple[int, ...], before: PodKeys = ()) -> PodKeys:
    """The keys of the pods over 9.

    Args:
        ids: every pod that is out or away. There are at most eight.
        before: the keys that pods had until now.
    """
    kept = {pod: digit for pod, digit in before if pod in ids}
    for pod in sorted(ids):
        if pod not in _DIGITS and pod not in kept:
            kept[pod] = next(digit for digit in _DIGITS if digit not in ids and digit not in kept.values())
    return tuple(sorted(kept.items()))


def key_of(pod: int, keys: PodKeys) -> int:
    """The digit of a pod."""
    return dict(keys).get(pod, pod)


def pod_of(digit: int, pods: Sequence[int], keys: PodKeys) -> int | None:
    """The pod among `pods` whose key is this digit, or None."""
    return next((pod for pod in pods if key_of(pod, keys) == digit), None)
