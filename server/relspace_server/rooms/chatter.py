"""How much one person may say, wherever they say it: what is more is dropped, with a hint, and nothing else happens."""

from collections import deque
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

    def check(self, player_id: str, now: int) -> None:
        """Lets somebody speak.

        Raises:
            NotNow: `too-fast`.
        """
        said = self._said.get(player_id)
        if said is not None and len(said) == LINES and now - said[0] < WITHIN:
            raise NotNow("too-fast", lines=LINES, seconds=WITHIN // 1000)

    def spoke(self, player_id: str, now: int) -> None:
        """Somebody has spoken. Whoever was silent for long is forgotten."""
        if player_id not in self._said:
            self._said = {one: times for one, times in self._said.items() if now - times[-1] < WITHIN}
        self._said.setdefault(player_id, deque(maxlen=LINES)).append(now)
