"""Every style that a cell can have, as a small number.

A style is an ink on a ground, both named by their role (`relspace_client.look.palette` says what colour a role has),
and how the cell looks where there is no colour at all. A row of cells keeps one style number, a byte, for each cell.
"""

from typing import Final, NamedTuple

BOLD: Final = 1
DIMMED: Final = 2
REVERSE: Final = 4
UNDERLINE: Final = 8


class Style(NamedTuple):
    """One style."""

    ink: str
    """The role of the foreground."""
    ground: str
    """The role of the background."""
    bold: bool
    """Whether it is bold where there is colour."""
    plain: int
    """Without colour: `BOLD`, `DIMMED`, `REVERSE` and `UNDERLINE`, added up.

    An underline is drawn with 16 colours too, and where an open card is of the night's own colour: a small card that is
    free would else be told from a covered one by colour alone.
    """


_TABLE: Final[list[Style]] = []


def _style(ink: str, ground: str = "bg", *, bold: bool = False, plain: int = 0) -> int:
    """Adds a style to the table and returns its number."""
    _TABLE.append(Style(ink, ground, bold, plain))
    return len(_TABLE) - 1


# words and lines on the night
TEXT: Final = _style("text")
"""What is said; also the style of every cell that nothing was drawn on."""
BRIGHT: Final = _style("bright", bold=True, plain=BOLD)
"""Names of pods, counts, what a pod takes, keys."""
DIM: Final = _style("dim", plain=DIMMED)
"""Labels, hints, names of those who are away."""
FAINT: Final = _style("faint", plain=DIMMED)
"""Hulls at rest, empty spaces: nothing that carries a meaning alone."""
LINE: Final = _style("line", plain=DIMMED)
"""Dividers."""
ACCENT: Final = _style("accent", bold=True, plain=BOLD)
"""The one accent, as ink: whose turn it is, a launch."""
ACCENT_LINE: Final = _style("accent", plain=BOLD)
"""The outline of the pod that was chosen first, and of one that launches."""
LOAD_LINE: Final = _style("loadink")
"""The hull of a pod on which the chosen card loads."""
JAM_WORDS: Final = _style("jam", bold=True)
"""A sentence that says that a card jams."""
JAM_LINE: Final = _style("jam", plain=DIMMED)
"""The hull of a pod on which the chosen card jams."""
BARS: Final = _style("text")
"""One's own cards in the ring of players."""
BARS_OTHERS: Final = _style("dim", plain=DIMMED)
"""Other players' cards in the ring."""
BACKS: Final = _style("backtext")
"""Face-down cards in the ring."""

# the bars above and below
PANEL: Final = _style("text", "panel")
PANEL_BRIGHT: Final = _style("bright", "panel", bold=True, plain=BOLD)
PANEL_DIM: Final = _style("dim", "panel", plain=DIMMED)
PANEL_ACCENT: Final = _style("accent", "panel", bold=True, plain=BOLD)
PANEL_BAR: Final = _style("accent", "panel", plain=BOLD)
"""The clock bar."""
PANEL_LOAD: Final = _style("loadink", "panel")
"""A rating that rose, in the chosen line of a list."""
PANEL_JAM: Final = _style("jam", "panel", bold=True)
"""A rating that fell, in the chosen line of a list."""

# fills
FILL_ACCENT: Final = _style("onaccent", "accent", bold=True, plain=BOLD | REVERSE)
"""YOUR TURN; the chosen card."""
FILL_LOAD: Final = _style("onload", "load", bold=True, plain=BOLD | REVERSE)
"""The plate of a pod on which the chosen card loads."""
FILL_JAM: Final = _style("onjam", "jam", bold=True, plain=BOLD)
"""The plate of a pod on which the chosen card jams."""
FILL_DIM: Final = _style("dim", "panel", plain=DIMMED)
"""A badge that asks for nothing: STASHES, somebody else's turn."""

# open cards
PAPER_INK: Final = _style("ink", "paper", bold=True, plain=BOLD)
PAPER_RED: Final = _style("red", "paper", bold=True, plain=BOLD)
PAPER_VIOLET: Final = _style("violet", "paper", bold=True, plain=BOLD)
PAPER_TEAL: Final = _style("teal", "paper", bold=True, plain=BOLD)
PAPER_EDGE: Final = _style("edge", "paper", plain=BOLD)
PAPER_JAM: Final = _style("red", "paper", bold=True, plain=BOLD)
"""The mark of a card that would jam on the pod chosen first."""
SMALL_INK: Final = _style("ink", "paper", bold=True, plain=BOLD | UNDERLINE)
"""An open card of one row, which has no outline."""
SMALL_RED: Final = _style("red", "paper", bold=True, plain=BOLD | UNDERLINE)
SMALL_VIOLET: Final = _style("violet", "paper", bold=True, plain=BOLD | UNDERLINE)
SMALL_TEAL: Final = _style("teal", "paper", bold=True, plain=BOLD | UNDERLINE)
PAPER_BRACKET: Final = _style("ink", "paper", bold=True, plain=DIMMED)
"""What holds a card of one row in ASCII."""
PAPER_NAME: Final = _style("red", "paper", plain=0)
"""A launcher's name on a large card; the weight is that of a word, not of a face."""
PAPER_NAME_VIOLET: Final = _style("violet", "paper", plain=0)
PAPER_NAME_TEAL: Final = _style("teal", "paper", plain=0)

# covered cards
COVER_INK: Final = _style("covtext", "cov", plain=DIMMED)
COVER_RED: Final = _style("covred", "cov", plain=DIMMED)
COVER_VIOLET: Final = _style("covviolet", "cov", plain=DIMMED)
COVER_TEAL: Final = _style("covteal", "cov", plain=DIMMED)
COVER_EDGE: Final = _style("covedge", "cov", plain=DIMMED)

# face-down cards
BACK_NAME: Final = _style("backtext", "back", bold=True, plain=BOLD)
"""The name of a free face-down card, and a face that its owner looked at."""
BACK_EDGE: Final = _style("backtext", "back")
"""The outline of a free face-down card."""
BACK_PATTERN: Final = _style("backink", "back")
BACK_UNDER: Final = _style("backink", "back", plain=DIMMED)
"""Outline and pattern of a covered face-down card."""
BACK_LOOKED: Final = _style("backtext", "back", plain=DIMMED)
"""A looked-at face on a covered card."""
SMALL_BACK: Final = _style("backtext", "back", bold=True, plain=BOLD | UNDERLINE)
"""A looked-at face on a free card of one row."""
SMALL_PATTERN: Final = _style("backink", "back", plain=UNDERLINE)
"""A free face-down card of one row."""

# a page under a dialog
BELOW: Final = _style("below", plain=DIMMED)
"""Words and cards of a page while a dialog lies over it."""
BELOW_LINE: Final = _style("faint", plain=DIMMED)
"""Its lines and hulls at rest, and the patterns of its cards."""

STYLES: Final[tuple[Style, ...]] = tuple(_TABLE)
"""Every style by its number."""

_LINES: Final = frozenset({"faint", "line", "edge", "covedge", "backink"})
"""The inks of what is a line or a pattern, and no word."""

BELOW_DIALOG: Final = bytes(BELOW_LINE if style.ink in _LINES else BELOW for style in STYLES).ljust(256, b"\0")
"""For each style its number while a dialog is open, as a table for `bytes.translate`: on the night, without fill and
weight, so that the dialog has the one accent."""
