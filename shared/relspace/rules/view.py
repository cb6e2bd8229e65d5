"""What one viewer may see of a position (docs/rules.md 9).

A `View` is another type than a `Position`, so that showing a position to somebody is a type error, and a bot that is
given a view cannot look further.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.errors import Illegal
from relspace.rules.cards import DOWN, HIDDEN, Space
from relspace.rules.layout import LAYOUTS
from relspace.rules.position import Direction, Options, Phase, Pod, Position, Stash

Stashes: TypeAlias = Literal["private", "open"]
"""Whether players see one another's face-up cards; an option of the room."""

_REMEMBERED: Final = 4_096
"""Stashes whose views are kept: a move changes one stash, and all viewers see the others as before."""


class StashView(NamedTuple):
    """A stash as one viewer sees it: like `Stash`, but a space may also be `"~"` or `"?"`."""

    spaces: tuple[Space, ...]
    extra: tuple[Space, ...]
    peeked: tuple[str, ...]
    out: bool


class View(NamedTuple):
    """A position as one viewer sees it; the fields are those of `Position`."""

    ply: int
    turn: int
    direction: Direction
    phase: Phase
    load_pod: int | None
    pods: tuple[Pod, ...]
    away: Pod | None
    next_pod: int
    seats: tuple[StashView, ...]
    winner: int | None
    options: Options


def view(position: Position, viewer: int | None, stashes: Stashes) -> View:
    """What somebody may see of a position.

    Args:
        position: the whole truth.
        viewer: a seat, or None for a spectator.
        stashes: the room's option; whatever is not `"open"` hides.

    Raises:
        Illegal: `no-such-seat`.
    """
    if viewer is not None and not 1 <= viewer <= len(position.seats):
        raise Illegal("no-such-seat", seat=viewer)
    if position.phase == "over":
        seats = tuple(StashView(*stash) for stash in position.seats)
    else:
        layout = LAYOUTS[position.options.layout]
        face_up = stashes == "open"
        seats = tuple(
            _own(stash, layout.names) if seat == viewer else _others(stash, face_up=face_up)
            for seat, stash in enumerate(position.seats, 1)
        )
    return View(*position[:8], seats, *position[9:])


def view_of_seat(position: Position, seat: int, public: View) -> View:
    """`view` for a seat, made quickly from what a spectator sees of the same position.

    Args:
        position: the whole truth.
        seat: the viewer's.
        public: `view(position, None, stashes)`.
    """
    if position.phase == "over":
        return public
    own = _own(position.seats[seat - 1], LAYOUTS[position.options.layout].names)
    return public._replace(seats=(*public.seats[: seat - 1], own, *public.seats[seat:]))


@lru_cache(_REMEMBERED)
def _own(stash: Stash, names: tuple[str, ...]) -> StashView:
    """The viewer's own stash: of the face-down cards, only those that Winston showed."""
    peeked = stash.peeked
    spaces = tuple(
        DOWN if card is not None and card[0] == DOWN and names[number] not in peeked else card
        for number, card in enumerate(stash.spaces)
    )
    return StashView(spaces, stash.extra, peeked, stash.out)


@lru_cache(_REMEMBERED)
def _others(stash: Stash, *, face_up: bool) -> StashView:
    """Somebody else's stash: no face-down card, and the face-up ones only if stashes are open."""
    return StashView(
        tuple(_hidden(card, face_up) for card in stash.spaces),
        tuple(_hidden(card, face_up) for card in stash.extra),
        stash.peeked,
        stash.out,
    )


def _hidden(card: Space, face_up: bool) -> Space:
    if card is None:
        return None
    if card[0] == DOWN:
        return DOWN
    return card if face_up else HIDDEN
