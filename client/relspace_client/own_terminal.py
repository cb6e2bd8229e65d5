"""What the terminal that a program runs in can show, judged by its environment."""

from collections.abc import Mapping
from typing import Final

from relspace_client.locale.environment import language_of, locale_in
from relspace_client.look.appearance import Appearance
from relspace_client.look.palette import Depth

PLAIN_TERMS: Final = ("", "dumb", "unknown")
"""TERM of what is no terminal with a cursor."""

ASCII_TERMS: Final = ("linux", "vt", "ansi", "cons25", "sun")
"""TERM of terminals, by how it begins, whose fonts lack the game's glyphs."""

COLOURLESS_TERMS: Final = ("vt", "ansi-m", "xterm-mono")
"""TERM of terminals, by how it begins, that have no colours."""


def is_plain(environment: Mapping[str, str], platform: str) -> bool:
    """Whether pictures cannot be shown.

    Args:
        environment: the process's.
        platform: `sys.platform`; on Windows there is no TERM.
    """
    term = environment.get("TERM", "xterm" if platform == "win32" else "")
    return term.lower() in PLAIN_TERMS


def suggested(environment: Mapping[str, str]) -> Appearance:
    """How the game looks on this terminal, if nothing is set."""
    term = environment.get("TERM", "").lower()
    return Appearance(
        language=language_of(locale_in(environment)),
        colours=_colours(term, environment),
        glyphs="ascii" if term.startswith(ASCII_TERMS) else "box",
    )


def _colours(term: str, environment: Mapping[str, str]) -> Depth:
    if environment.get("NO_COLOR") or term.startswith(COLOURLESS_TERMS):
        return "none"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor"
    return "256" if "256" in term else "truecolor"  # what shows fewer gets the nearest colours from the driver
