"""What a view leaves open, filled in at random: positions that the viewer cannot tell from the true one."""

from collections import Counter
from collections.abc import Iterator

from relspace.rules.cards import DECK, DOWN, FACES, HIDDEN, Card, Space
from relspace.rules.fairness import next_below
from relspace.rules.position import Position, Stash
from relspace.rules.view import View


def unseen(view: View) -> list[Card]:
    """The cards that the viewer sees nowhere: hidden in stashes, not dealt, or out of the game."""
    seen = Counter(card for pod in view.pods for card in pod.cards)
    if view.away is not None:
        seen.update(view.away.cards)
    for stash in view.seats:
        seen.update(FACES[face] for face in (*stash.spaces, *stash.extra) if face in FACES)
    left = []
    for card in DECK:
        if seen[card] > 0:
            seen[card] -= 1
        else:
            left.append(card)
    return left


def guess(view: View, pool: list[Card], words: Iterator[int]) -> Position:
    """A position that looks like `view`, its hidden cards drawn from `pool`, each equally likely.

    Args:
        view: what is known.
        pool: the cards that it does not show, as `unseen` lists them; they are left in another order.
        words: random words.
    """
    drawn = _draw(pool, words)
    seats = tuple(
        [
            Stash(
                tuple([_fill(face, drawn) for face in stash.spaces]),
                tuple([_fill(face, drawn) for face in stash.extra]),
                stash.peeked,
                stash.out,
            )
            for stash in view.seats
        ]
    )
    return Position(*view[:8], seats, *view[9:])


def _draw(pool: list[Card], words: Iterator[int]) -> Iterator[Card]:
    """Cards from the pool, none twice; if a made-up view hides more than there are, the deck goes round again."""
    while True:
        for last in range(len(pool) - 1, -1, -1):
            i = next_below(last + 1, words)
            pool[i], pool[last] = pool[last], pool[i]
            yield pool[last]
        pool = list(DECK)


def _fill(face: Space, drawn: Iterator[Card]) -> Space:
    if face == DOWN:
        return DOWN + next(drawn)
    return next(drawn) if face == HIDDEN else face
