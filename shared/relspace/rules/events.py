"""What a move did, in the past tense, in the order in which it happened.

Events feed the log and the short animations. They name what everybody saw, with one exception: where the cards of a
jam went inside a private stash, and which of them left the game, is for its owner. `seen_by` takes that out.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from relspace.rules.cards import HIDDEN, Card

WinReason: TypeAlias = Literal["escaped", "last_left"]
"""How a game is won: by playing the last card, or by being the last seat that has not resigned."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A card was loaded onto a pod."""

    space: str
    card: Card
    pod: int
    face_down: bool = False
    """Whether the card was turned over as it was played."""
    under: Card | None = None
    """For Oxygen: the card it slipped under."""


@dataclass(frozen=True, slots=True)
class PodOpened:
    """A Keycard left the game and opened a pod."""

    space: str
    pod: int
    """The new pod."""
    face_down: bool = False
    """Whether the Keycard was turned over as it was played."""
    onto: int | None = None
    """The pod that a face-down one was played onto; it is unchanged."""


@dataclass(frozen=True, slots=True)
class KeycardSpent:
    """The last card of a stash was a face-up Keycard: it left the game, and no pod opened."""

    space: str


@dataclass(frozen=True, slots=True)
class Jammed:
    """A card did not fit: pod and card became a pile that refilled the stash."""

    space: str
    card: Card
    pod: int
    pile: int
    """Cards in the pile, the jamming one included."""
    refilled: tuple[tuple[str, Card], ...]
    """The spaces that were filled, in order, and with what."""
    gone: tuple[Card, ...]
    """What was left of the pile and left the game."""
    stays: bool
    """Whether the pod was the only one out, and stays, empty."""
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Launched:
    """A pod and all its cards left the game."""

    pod: int
    cards: int


@dataclass(frozen=True, slots=True)
class SentAway:
    """A Wormhole took a pod away."""

    pod: int
    cards: int
    """Cards on it, the Wormhole included."""


@dataclass(frozen=True, slots=True)
class CameBack:
    """The second Wormhole brought the pod back that was away; both Wormholes left the game."""

    pod: int
    cards: int
    """Cards on it."""


@dataclass(frozen=True, slots=True)
class PodPutOut:
    """No pod was left, so a new empty one was put out."""

    pod: int


@dataclass(frozen=True, slots=True)
class OrderTurned:
    """A Grav Gun turned the order of play round."""

    direction: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class Peeked:
    """Winston's player looked at a face-down card. Its face is in its owner's view alone."""

    space: str


@dataclass(frozen=True, slots=True)
class Gave:
    """Albert's player gave the card under him to somebody."""

    seat: int
    """Who got it."""
    card: Card
    space: str
    """Where it lies now."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat left the game."""

    voted: bool = False
    """Whether the others voted it out; to the rules it is the same."""


@dataclass(frozen=True, slots=True)
class Won:
    """The game ended with a winner."""

    seat: int
    reason: WinReason


@dataclass(frozen=True, slots=True)
class Exploded:
    """The station blew up, and nobody escaped."""


Event: TypeAlias = (
    Loaded
    | PodOpened
    | KeycardSpent
    | Jammed
    | Launched
    | SentAway
    | CameBack
    | PodPutOut
    | OrderTurned
    | Peeked
    | Gave
    | Resigned
    | Won
    | Exploded
)


def seen_by(events: tuple[Event, ...], *, owner: bool, open_stashes: bool) -> tuple[Event, ...]:
    """The events of a move as a viewer may know them; the same object if none of them is secret.

    Args:
        events: what happened.
        owner: whether the viewer made the move.
        open_stashes: whether all stashes of the room are open.
    """
    if owner or open_stashes or Jammed not in map(type, events):
        return events
    return tuple([_hidden(event) if isinstance(event, Jammed) else event for event in events])


def _hidden(event: Jammed) -> Jammed:
    return replace(
        event,
        refilled=tuple((space, HIDDEN) for space, _ in event.refilled),
        gone=(HIDDEN,) * len(event.gone),
    )
