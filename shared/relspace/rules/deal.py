"""Dealing (docs/rules.md 1, 2 and 7): the first position of a game."""

from typing import Final

from relspace.errors import Illegal
from relspace.rules.cards import DECK, DOWN
from relspace.rules.fairness import below, shuffle
from relspace.rules.layout import LAYOUTS, STASH_SIZE, Layout
from relspace.rules.position import Options, Pod, Position, Stash

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 10


def deal(players: int, options: Options, seed: bytes, first: int | None = None) -> Position:
    """The position before the first move.

    Args:
        players: seats of the game, 2 to 10.
        options: what the players agreed on.
        seed: the game's 32 secret bytes.
        first: the seat that plays first; None lets the seed choose.

    Raises:
        Illegal: `bad-options` for a number of players or options that no game has, `no-such-seat` for `first`.
        Unreadable: `bad-seed`, if the seed has not 32 bytes.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise Illegal("bad-options", field="players", value=players)
    layout = LAYOUTS.get(options.layout)
    if layout is None:
        raise Illegal("bad-options", field="layout", value=options.layout)
    deck = shuffle(DECK, "deal", seed)
    if first is None:
        first = below(players, "first", seed) + 1
    elif not 1 <= first <= players:
        raise Illegal("no-such-seat", seat=first)
    seats = tuple(_stash(deck[STASH_SIZE * k : STASH_SIZE * (k + 1)], layout) for k in range(players))
    return Position(0, first, 1, "play", None, (Pod(1),), None, 2, seats, None, options)


def _stash(cards: list[str], layout: Layout) -> Stash:
    """Twelve cards as they are laid out: A, B, then C face-down, each from left to right."""
    face_down = layout.rows[2]
    return Stash(tuple(DOWN + card if i in face_down else card for i, card in enumerate(cards)))
