"""How a person wants the game to look and behave; kept with the account, and told to every session of it."""

from dataclasses import dataclass
from typing import Annotated

from relspace.codec.kinds import Limit

Choice = Annotated[str, Limit(16)]
"""A word that names one of several; empty for what the terminal suggests."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What can be set by a person."""

    language: Choice = ""
    """`en`, `es` or `ja`; empty for what the client's LANG says."""
    theme: Choice = ""
    """`dark`, `light`, `contrast` or `colourblind`; empty for dark."""
    colours: Choice = ""
    """`truecolor`, `256`, `16` or `none`; empty for what TERM and COLORTERM say."""
    glyphs: Choice = ""
    """`box` or `ascii`; empty for what TERM says."""
    motion: bool = True
    """Whether what just happened is shown as a short animation."""
    bell: bool = False
    """Whether the terminal's bell rings when it is one's turn."""
    ask_jam: bool = True
    """Whether a move that is known to jam asks first."""
    welcomed: bool = False
    """Whether the first-time welcome was answered."""
