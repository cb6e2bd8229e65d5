"""How well bots play: the levels, and choosing a move at one of them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from relspace.bots import easy, hard, normal
from relspace.errors import Illegal, NotNow
from relspace.rules.moves import Move
from relspace.rules.view import View

Level: TypeAlias = Literal["easy", "normal", "hard"]

Player: TypeAlias = Callable[[View, int, bytes], Move]
"""Chooses a move from what a seat sees, the seat, and 32 random bytes."""

LEVELS: Final[Mapping[str, Player]] = MappingProxyType(
    {"easy": easy.choose, "normal": normal.choose, "hard": hard.choose}
)
"""Every level, from the weakest to the strongest."""

SLOW_LEVELS: Final = frozenset({"hard"})
"""Levels that search, and so take long."""

STAND_IN: Final[Level] = "normal"
"""The level that moves where a search cannot be had."""

DEFAULT_LEVEL: Final[Level] = "normal"
"""The level of a bot for which nobody chose one."""


def choose(view: View, seat: int, level: str, seed: bytes) -> Move:
    """The move of a bot: a pure function of what its seat sees and of a seed.

    Args:
        view: what that seat sees.
        seat: the bot's seat, which is on turn.
        level: a key of `LEVELS`.
        seed: 32 bytes drawn for this move alone; never the game's own seed.

    Raises:
        Illegal: `bad-options`, if there is no such level.
        NotNow: `game-over`, `not-your-turn`.
        Unreadable: `bad-seed`, if the seed has not 32 bytes.
    """
    player = LEVELS.get(level)
    if player is None:
        raise Illegal("bad-options", field="level", value=level)
    if view.phase == "over":
        raise NotNow("game-over")
    if view.turn != seat:
        raise NotNow("not-your-turn", turn=view.turn)
    return player(view, seat, seed)
