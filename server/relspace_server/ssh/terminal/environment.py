"""The server's own environment, kept away from Textual. Imports nothing of it: this runs first."""

from collections.abc import MutableMapping
from typing import Final

NAMES: Final = frozenset(
    {"COLORTERM", "COLUMNS", "ESCDELAY", "FORCE_COLOR", "LC_TERMINAL", "LINES", "NO_COLOR", "TERM_PROGRAM"}
)
"""What Textual and Rich read about a terminal. Here it would be that of whoever started the server."""

PREFIXES: Final = ("TEXTUAL", "ITERM", "TTY_")


def scrub_environment(environment: MutableMapping[str, str]) -> list[str]:
    """Removes what Textual and Rich would read about a terminal, before they are imported.

    Args:
        environment: the process's own, `os.environ`.

    Returns:
        The names removed, sorted.
    """
    removed = sorted(name for name in environment if name in NAMES or name.startswith(PREFIXES))
    for name in removed:
        del environment[name]
    return removed
