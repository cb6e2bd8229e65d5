"""Which moves are legal (docs/rules.md 3, 6 and 8). Listing, refusing and carrying out all ask here.

Positions and views have the fields that this needs in common, so the moves that a seat is offered and those that the
engine accepts come from the same code.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from relspace.rules.layout import LAYOUTS, Layout
from relspace.rules.moves import Give, Move, Peek, Play, Use
from relspace.rules.position import Phase, Position
from relspace.rules.stash import AnyStash, card_in, face_down_spaces, free_spaces
from relspace.rules.view import View

Seen: TypeAlias = Position | View
"""A position, or what a viewer sees of it."""

KINDS: Final[dict[Phase, tuple[type[Move], ...]]] = {
    "play": (Play, Use),
    "load": (Play, Use),
    "peek": (Peek,),
    "give": (Give,),
    "over": (),
}
"""The kinds of moves that each phase asks for, besides `resign`."""


MOVE_LISTS_KEPT: Final = 1_024
"""Lists of moves that are kept for the next position with the same spaces and pods."""


_last_listed: tuple[Seen, tuple[Move, ...]] | None = None


def legal_moves(seen: Seen) -> tuple[Move, ...]:
    """The legal moves of the seat on turn, without `resign`; empty when the game is over.

    Args:
        seen: a position, or the view of the seat on turn. Another seat's view does not show what that seat can play.
    """
    global _last_listed  # noqa: PLW0603 - a move is chosen from the list and then checked against the same one
    last = _last_listed
    if last is not None and last[0] is seen:
        return last[1]
    moves = _listed(seen)
    _last_listed = (seen, moves)
    return moves


def _listed(seen: Seen) -> tuple[Move, ...]:
    match seen.phase:
        case "play":
            return _plays(seen, seen.turn, tuple([pod.id for pod in seen.pods]))
        case "load":
            assert seen.load_pod is not None
            return _plays(seen, seen.turn, (seen.load_pod,))
        case "peek":
            layout = LAYOUTS[seen.options.layout]
            return tuple(Peek(space) for space in face_down_spaces(seen.seats[seen.turn - 1], layout))
        case "give":
            return tuple([Give(seat) for seat in seats_in(seen) if seat != seen.turn])
        case "over":
            return ()


def seats_in(seen: Seen) -> tuple[int, ...]:
    """The seats that are still in the game, in ascending order."""
    seats: Sequence[AnyStash] = seen.seats
    return tuple([seat for seat, stash in enumerate(seats, 1) if not stash.out])


def is_legal(position: Position, move: Move) -> bool:
    """Whether the seat on turn may make this move; `resign` is another matter."""
    # Named tuples of different kinds with equal fields compare equal, hence the look at the kind.
    return type(move) in KINDS[position.phase] and move in legal_moves(position)


def moves_ahead(view: View, seat: int) -> tuple[Move, ...]:
    """The moves that a seat would have if it were its turn now and nothing were owed.

    Args:
        view: what that seat sees.
        seat: the viewer's seat. Out of the game, or the game over: it has none.
    """
    if view.phase == "over":
        return ()
    return _plays(view, seat, tuple([pod.id for pod in view.pods]))


def _plays(seen: Seen, seat: int, pods: tuple[int, ...]) -> tuple[Move, ...]:
    """Every available card onto each of these pods; a face-up Keycard by itself."""
    stash = seen.seats[seat - 1]
    layout = LAYOUTS[seen.options.layout]
    free = free_spaces(stash, layout)
    keycards = usable_keycards(stash, layout, free) if "KEY" in stash.spaces or "KEY" in stash.extra else ()
    return _list(free, keycards, pods)


def usable_keycards(stash: AnyStash, layout: Layout, free: tuple[str, ...]) -> tuple[str, ...]:
    """The spaces whose face-up Keycard can be used by itself: those that are free (docs/rules.md 3)."""
    return tuple([space for space in free if card_in(stash, layout, space) == "KEY"])


@lru_cache(maxsize=MOVE_LISTS_KEPT)
def _list(free: tuple[str, ...], keycards: tuple[str, ...], pods: tuple[int, ...]) -> tuple[Move, ...]:
    """The moves that play the cards in these spaces, those in `keycards` being face-up Keycards."""
    moves: list[Move] = []
    for space in free:
        if space in keycards:
            moves.append(Use(space))
        else:
            moves += [Play(space, pod) for pod in pods]
    return tuple(moves)
