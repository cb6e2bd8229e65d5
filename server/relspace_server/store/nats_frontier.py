"""What has been heard of a stream: up to which sequence nothing is missing, and which keys were removed when."""

from collections import OrderedDict
from typing import Final

AHEAD: Final = 10_000
"""Sequences that are remembered beyond a gap; the next sweep closes gaps."""

REMEMBERED: Final = 10_000
"""Removed keys that are remembered."""


class Frontier:
    """Up to which sequence of a stream everything was heard."""

    def __init__(self) -> None:
        self.reached = 0
        self._ahead: set[int] = set()

    def heard(self, sequence: int) -> None:
        """One message was heard."""
        if sequence <= self.reached:
            return
        if len(self._ahead) < AHEAD:
            self._ahead.add(sequence)
        self._go_on()

    def reach(self, sequence: int) -> None:
        """Everything up to here was heard or asked for."""
        if sequence > self.reached:
            self.reached = sequence
            self._ahead = {one for one in self._ahead if one > sequence}
            self._go_on()

    def _go_on(self) -> None:
        while self.reached + 1 in self._ahead:
            self.reached += 1
            self._ahead.remove(self.reached)


class Removed:
    """When keys were removed that hold nothing now, so that an older value of theirs is not taken for a new one."""

    def __init__(self) -> None:
        self._at: OrderedDict[str, int] = OrderedDict()

    def at(self, key: str) -> int:
        """The revision of the removal of a key that holds nothing now, if it is remembered; else 0."""
        return self._at.get(key, 0)

    def newer(self, key: str, revision: int, *, removed: bool) -> bool:
        """Whether what became of a key at this revision is newer than its removal; remembers it if it is one."""
        if revision <= self._at.get(key, 0):
            return False
        self._at.pop(key, None)
        if removed:
            self._at[key] = revision
            if len(self._at) > REMEMBERED:
                self._at.popitem(last=False)
        return True
