"""Where practice draws from: the machine's entropy, or all of it from the seed that was given."""

from collections.abc import Callable
from typing import Final

from relspace.rules.fairness import derive


class Chance:
    """Entropy for rooms and games.

    Args:
        seed: of the first game, from which all else follows; None for entropy of the machine.
        entropy: draws 32 bytes of it.
    """

    def __init__(self, seed: bytes | None, entropy: Callable[[], bytes]) -> None:
        self._seed: Final = seed
        self._first = seed
        self._entropy: Final = entropy
        self._drawn = 0

    def drawn(self) -> bytes:
        """32 bytes for a room or a bot."""
        if self._seed is None:
            return self._entropy()
        self._drawn += 1
        return derive(self._seed, f"practice:{self._drawn}")

    def for_a_game(self) -> bytes:
        """32 bytes for a change that may begin a game: the seed itself, until one has begun."""
        return self._first or self.drawn()

    def game_began(self) -> None:
        """The seed is used up."""
        self._first = None
