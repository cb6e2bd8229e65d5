"""A position (docs/rules.md 8): all that the game is at one moment, secrets included. Never shown to anybody.

Named tuples, built positionally where it is hot: they are immutable, compare by value and cost half of a frozen
dataclass. What a seat may see is another type, `relspace.rules.view.View`.
"""

from typing import Literal, NamedTuple, TypeAlias

from relspace.rules.cards import Card, Space
from relspace.rules.layout import LayoutName

Phase: TypeAlias = Literal["play", "load", "peek", "give", "over"]
"""What the seat on turn owes: a card, a card for the new pod, a look, a gift; or nothing, the game is over."""

Direction: TypeAlias = Literal[1, -1]
"""1: seats 1, 2, 3 …; -1: the other way."""


class Options(NamedTuple):
    """What the players agreed on before the game."""

    layout: LayoutName = "grid"
    strict: bool = False
    """Whether a special jams on a Mini Gun, an Odd Space or an Even Space."""


class Pod(NamedTuple):
    """An escape pod."""

    id: int
    cards: tuple[Card, ...] = ()
    """From the bottom up."""


class Stash(NamedTuple):
    """What one seat still has to get rid of."""

    spaces: tuple[Space, ...]
    """The twelve spaces of rows A, B and C, as `relspace.rules.layout` numbers them."""
    extra: tuple[Space, ...] = ()
    """Row X. A space vacated this turn is None until the turn ends."""
    peeked: tuple[str, ...] = ()
    """Names of the spaces whose face-down card the owner has looked at, sorted."""
    out: bool = False
    """Whether this seat resigned."""


class Position(NamedTuple):
    """All that the game is after `ply` moves."""

    ply: int
    """Moves made so far."""
    turn: int
    """The seat to move, from 1."""
    direction: Direction
    phase: Phase
    load_pod: int | None
    """The pod that a card (phase load) or a LAUNCH (peek, give) is owed to."""
    pods: tuple[Pod, ...]
    """In ascending id."""
    away: Pod | None
    """The pod that a Wormhole took, with the Wormhole on top."""
    next_pod: int
    seats: tuple[Stash, ...]
    winner: int | None
    options: Options
