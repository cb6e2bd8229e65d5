"""Doing something once for each object that cannot change, however often it is met again."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def once(work: Callable[[K], V], most: int) -> Callable[[K], V]:
    """A function that does `work` once for each of the last objects, which it tells apart by identity.

    To look at a record's identity costs nothing, where comparing two of them may cost more than the work.

    Args:
        work: from an object that never changes.
        most: the most objects that are kept alive, with what came of them; then all are forgotten.
    """
    known: dict[int, tuple[K, V]] = {}

    def done(one: K) -> V:
        found = known.get(id(one))
        if found is not None and found[0] is one:
            return found[1]
        if len(known) >= most:
            known.clear()
        made = work(one)
        known[id(one)] = (one, made)
        return made

    return done
