"""Another truth behind the same view: for tests that what somebody is shown depends on nothing they may not know."""

from relspace.rules.cards import DECK, DOWN, FACES, Space
from relspace.rules.fairness import shuffle
from relspace.rules.layout import LAYOUTS
from relspace.rules.position import Position, Stash
from relspace.rules.view import Stashes


def undealt(position: Position, gone: list[str]) -> list[str]:
    """The cards that are in no stash, on no pod and not among those that left the game."""
    left = list(DECK)
    seen = [card for pod in position.pods for card in pod.cards]
    seen += position.away.cards if position.away else ()
    seen += [FACES[face] for stash in position.seats for face in (*stash.spaces, *stash.extra) if face]
    for card in [*seen, *gone]:
        left.remove(card)
    return left


def another_truth(
    position: Position, viewer: int | None, stashes: Stashes, others: list[str], choices: bytes
) -> Position:
    """The position with every card changed that the viewer may not know.

    Args:
        position: the truth.
        viewer: a seat, or None for a spectator.
        stashes: the room's option.
        others: cards that the viewer does not see anywhere; they may turn up in the hidden spaces.
        choices: 32 bytes that shuffle the unknown cards.
    """
    places = [
        (seat, number)
        for seat, stash in enumerate(position.seats)
        for number, face in enumerate((*stash.spaces, *stash.extra))
        if face is not None and not _known(position, seat, number, viewer, stashes)
    ]
    faces = [[*stash.spaces, *stash.extra] for stash in position.seats]
    unknown = shuffle([FACES[faces[seat][number] or ""] for seat, number in places] + others, "hidden", choices)
    for (seat, number), card in zip(places, unknown, strict=False):
        faces[seat][number] = DOWN + card if (faces[seat][number] or "")[0] == DOWN else card
    seats = tuple(_with(stash, held) for stash, held in zip(position.seats, faces, strict=True))
    return position._replace(seats=seats)


def _with(stash: Stash, faces: list[Space]) -> Stash:
    return stash._replace(spaces=tuple(faces[:12]), extra=tuple(faces[12:]))


def _known(position: Position, seat: int, number: int, viewer: int | None, stashes: Stashes) -> bool:
    """Whether the viewer may know the card in this space (docs/rules.md 9), seat and number counted from 0."""
    stash = position.seats[seat]
    own = viewer == seat + 1
    if number < 12 and (stash.spaces[number] or "")[0] == DOWN:
        return own and LAYOUTS[position.options.layout].names[number] in stash.peeked
    return own or stashes == "open"
