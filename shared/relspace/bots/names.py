"""What bots are called."""

from typing import Final

from relspace.room.manners import FAMILY

NAMES: Final = tuple(FAMILY)
"""The relatives who play when people are missing. People cannot register their names."""
