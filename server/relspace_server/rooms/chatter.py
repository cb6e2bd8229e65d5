"""How much one person may say, wherever they say it: what is more is dropped, with a hint, and nothing else happens."""

from collections import deque
from contextlib import suppress
from typing import Final

from relspace.errors import NotNow

LINES: Final = 5
"""Lines that one person may say in `WITHIN`."""

WITHIN: Final = 10_000
"""Milliseconds."""


class Chatter:
    """When each person spoke last, with all their connections."""

    def __init__(self) -> None:
        self._said: dict[str, deque[int]] = {}

    def speak(self, player_id: str, now: int) -> None:
        """Counts a line that somebody is about to say. Whoever was silent for long is forgotten.

        Raises:
            NotNow: `too-fast`.
        """
        said = self._said.get(player_id)
        if said is not None and len(said) == LINES and now - said[0] < WITHIN:
            raise NotNow("too-fast", lines=LINES, seconds=WITHIN // 1000)
        if said is None:
            self._said = {one: times for one, times in self._said.items() if times and now - times[-1] < WITHIN}
        self._said.setdefault(player_id, deque(maxlen=LINES)).append(now)

    def take_back(self, player_id: str, when: int) -> None:
        """Does not count a line after all: it was not said."""
        with suppress(KeyError, ValueError):
            self._said[player_id].remove(when)
