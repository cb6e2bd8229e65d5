"""Players made of code: from a view to a move, and nothing else. No bot sees more than a person in its seat would."""

from relspace.bots.levels import DEFAULT_LEVEL, LEVELS, Level, choose

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Level", "choose"]
