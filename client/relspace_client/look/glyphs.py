"""The two sets of characters that pictures are drawn with: box glyphs, and ASCII for terminals without them.

Most box glyphs are of a width that terminals in East Asian locales may take for two cells, so they stand or fall
together: a terminal has all of them or none.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

GlyphsName: TypeAlias = Literal["box", "ascii"]


class Outline(NamedTuple):
    """The characters of a rectangle's outline."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """One set of characters. Each is one cell wide, except where it says otherwise."""

    name: GlyphsName
    hull: Outline
    """A pod; also a covered card."""
    heavy: Outline
    """The pod or the card that is chosen."""
    card: Outline
    """A card whose outline is whole."""
    dot: str
    """An empty space, and the outline of a pod that is away."""
    back: str
    """The pattern of a face-down card."""
    bar: str
    """A card in the ring of players."""
    full: str
    """The part of the clock that is left."""
    spent: str
    """The part of the clock that is gone."""
    flame: str
    """Three characters, from hot to cold."""
    turn: str
    """Whose turn it is."""
    left: str
    right: str
    up: str
    down: str
    both: str
    """The order turns round."""
    order_left: str
    """The order of play in the bar; one or two cells."""
    order_right: str
    bot: str
    divider: str
    at_most: str
    """Before a number; one or two cells."""
    times: str
    separator: str
    quotes: str
    """Opening and closing."""
    ellipsis: str
    """One or three cells."""

    def plain(self, text: str) -> str:
        """A sentence with the glyphs that this set lacks written in other characters; its width may change."""
        return text if self.name == "box" or text.isascii() else text.translate(_IN_ASCII)


_ROUND: Final = Outline("╭", "╮", "╰", "╯", "─", "│")

BOX: Final = Glyphs(
    name="box",
    hull=_ROUND,
    heavy=Outline("┏", "┓", "┗", "┛", "━", "┃"),
    card=_ROUND,
    dot="·",
    back="░",
    bar="▌",
    full="█",
    spent="░",
    flame="▓▒░",
    turn="►",
    left="←",
    right="→",
    up="↑",
    down="↓",
    both="↔",
    order_left="←",
    order_right="→",
    bot="•",
    divider="│",
    at_most="≤",
    times="×",
    separator="·",
    quotes="“”",
    ellipsis="…",
)
"""For terminals that draw box glyphs one cell wide."""

ASCII: Final = Glyphs(
    name="ascii",
    hull=Outline(".", ".", "'", "'", "-", "|"),
    heavy=Outline("#", "#", "#", "#", "=", "#"),
    card=Outline("+", "+", "+", "+", "-", "|"),
    dot=".",
    back=":",
    bar="|",
    full="#",
    spent=".",
    flame="#=:",
    turn="*",
    left="<",
    right=">",
    up="^",
    down="v",
    both="%",
    order_left="<-",
    order_right="->",
    bot="b",
    divider="|",
    at_most="<=",
    times="x",
    separator="-",
    quotes='""',
    ellipsis="...",
)
"""For every other terminal."""

GLYPHS: Final[dict[GlyphsName, Glyphs]] = {"box": BOX, "ascii": ASCII}
"""Both sets by name."""

_IN_ASCII: Final = str.maketrans(
    {
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "↔": "%",
        "≥": ">=",
        "≤": "<=",
        "·": "-",
        "•": "b",
        "×": "x",
        "…": "...",
        "“": '"',
        "”": '"',
        "─": "-",
        "│": "|",
        "░": ":",
    }
)
