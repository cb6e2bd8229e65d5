"""The cards (docs/rules.md 1), and how a space of a stash says what lies in it.

A card is its code, a short string: `"7"`, `"KEY"`. A *space* holds None, a face-up card (`"7"`) or a face-down
one (`"~7"`). A view may hold two more: `"~"`, a face-down card nobody may see, and `"?"`, a face-up card of
somebody else's private stash. So positions, views, records and rule cases share one vocabulary.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

Card: TypeAlias = str
"""The code of a card, a key of `CARDS`."""

Space: TypeAlias = str | None
"""What lies in one space of a stash: nothing, a card, or a face-down card with `~` before its code."""

Group: TypeAlias = Literal["item", "launcher", "gate", "tool"]
"""What a card is for: numbers, cards that launch a pod, cards that limit the next number, and the rest."""

DOWN: Final = "~"
"""Marks a face-down card; alone, in a view, a face-down card whose face the viewer may not know."""

HIDDEN: Final = "?"
"""In a view: a face-up card of somebody else's private stash."""


class Kind(NamedTuple):
    """One kind of card."""

    code: Card
    """What positions and records call it."""
    name: str
    """Its English name, as the glossary has it."""
    copies: int
    """How many of it the deck holds."""
    group: Group
    """What it is for."""
    number: int | None = None
    """An item's number, 1 to 10; None for a special."""


CARDS: Final[dict[Card, Kind]] = {
    kind.code: kind
    for kind in (
        *(Kind(str(number), str(number), 10, "item", number) for number in range(1, 11)),
        Kind("KEY", "Keycard", 6, "tool"),
        Kind("BRB", "The B.R.B.", 4, "launcher"),
        Kind("WORM", "Wormhole", 4, "tool"),
        Kind("OXY", "Oxygen", 4, "tool"),
        Kind("WIN", "Winston", 3, "launcher"),
        Kind("ALB", "Albert", 3, "launcher"),
        Kind("MINI", "Mini Gun", 3, "gate"),
        Kind("GRAV", "Grav Gun", 3, "tool"),
        Kind("ODD", "Odd Space", 3, "gate"),
        Kind("EVEN", "Even Space", 3, "gate"),
    )
}
"""Every kind of card by its code, in the deck's canonical order."""

NUMBERS: Final[dict[Card, int]] = {code: kind.number for code, kind in CARDS.items() if kind.number is not None}
"""The number of each item card; a special is missing here."""

DECK: Final[tuple[Card, ...]] = tuple(code for kind in CARDS.values() for code in (kind.code,) * kind.copies)
"""The 136 cards in canonical order: ten 1s, then ten 2s, and so on."""

FACES: Final[dict[str, Card]] = {face: code for code in CARDS for face in (code, DOWN + code)}
"""The card that lies in a filled space, whichever way up."""
