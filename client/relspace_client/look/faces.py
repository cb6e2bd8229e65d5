"""What stands on each card: its face, the sign of what it does to the pod, its colours.

Faces are the same in every language. `WIN` is shown as `WNS`: a card that says WIN promises too much.
"""

from typing import Final, NamedTuple

from relspace.rules.cards import CARDS, Card, Group
from relspace_client.locale.words import message, term
from relspace_client.look import styles
from relspace_client.look.glyphs import Glyphs

WIDTH: Final = 3
"""Cells that every face takes."""


class Inks(NamedTuple):
    """The styles of a group of cards."""

    paper: int
    """On an open card."""
    small: int
    """On an open card of one row."""
    cover: int
    """On a covered card."""
    name: int
    """The name on a large open card."""


INKS: Final[dict[Group, Inks]] = {
    "item": Inks(styles.PAPER_INK, styles.SMALL_INK, styles.COVER_INK, styles.PAPER_INK),
    "launcher": Inks(styles.PAPER_RED, styles.SMALL_RED, styles.COVER_RED, styles.PAPER_NAME),
    "gate": Inks(styles.PAPER_VIOLET, styles.SMALL_VIOLET, styles.COVER_VIOLET, styles.PAPER_NAME_VIOLET),
    "tool": Inks(styles.PAPER_TEAL, styles.SMALL_TEAL, styles.COVER_TEAL, styles.PAPER_NAME_TEAL),
}
"""The colours of each group of cards."""

NAMES: Final[dict[Card, str]] = {
    "KEY": message("Keycard"),
    "BRB": message("The B.R.B."),
    "WORM": message("Wormhole"),
    "OXY": message("Oxygen"),
    "WIN": message("Winston"),
    "ALB": message("Albert"),
    "MINI": message("Mini Gun"),
    "GRAV": message("Grav Gun"),
    "ODD": message("Odd Space"),
    "EVEN": message("Even Space"),
}
"""The name of each special, to be translated."""

SHORT_NAMES: Final[dict[Card, str]] = {
    "KEY": term("on a card", "Keycard"),
    "BRB": term("on a card", "B.R.B."),
    "WORM": term("on a card", "Wormhole"),
    "OXY": term("on a card", "Oxygen"),
    "WIN": term("on a card", "Winston"),
    "ALB": term("on a card", "Albert"),
    "MINI": term("on a card", "Mini Gun"),
    "GRAV": term("on a card", "Grav Gun"),
    "ODD": term("on a card", "Odd Space"),
    "EVEN": term("on a card", "Even Sp."),
}
"""The names on large cards, to be translated: at most 9 cells."""

_FACES: Final[dict[Card, str]] = {
    **{code: f"{code:^3}" if len(code) == 1 else f"{code:<3}" for code, kind in CARDS.items() if kind.group == "item"},
    "KEY": "KEY",
    "BRB": "BRB",
    "WORM": "WRM",
    "OXY": "OXY",
    "WIN": "WNS",
    "ALB": "ALB",
    "GRAV": "GRV",
    "ODD": "ODD",
    "EVEN": "EVN",
}

_SIGNS: Final[dict[Card, str]] = {
    "KEY": "+",
    "BRB": "up",
    "WORM": "@",
    "OXY": "down",
    "WIN": "up",
    "ALB": "up",
    "GRAV": "both",
}


def face(card: Card, glyphs: Glyphs) -> str:
    """The three cells that name a card."""
    if card == "MINI":
        return f"{glyphs.at_most}3" if len(glyphs.at_most) == 2 else f"{glyphs.at_most} 3"
    return _FACES[card]


def sign(card: Card, glyphs: Glyphs) -> str:
    """The cell that says what a card does to the pod; empty if it has none."""
    mark = _SIGNS.get(card, "")
    return mark if len(mark) < 2 else str(getattr(glyphs, mark))


def inks(card: Card) -> Inks:
    """The styles of a card."""
    return INKS[CARDS[card].group]
