"""People's text made safe, names that nobody can mistake, and how many columns text takes."""

from relspace.text.lookalikes import name_key
from relspace.text.names import MAX_COLUMNS, MIN_COLUMNS, RESERVED, checked_name, suggest_name
from relspace.text.safe import clean
from relspace.text.width import cut, fit, width

__all__ = [
    "MAX_COLUMNS",
    "MIN_COLUMNS",
    "RESERVED",
    "checked_name",
    "clean",
    "cut",
    "fit",
    "name_key",
    "suggest_name",
    "width",
]
