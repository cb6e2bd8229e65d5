"""Hypothesis strategies: seeds, options, moves, and positions that games really come to."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from hypothesis import strategies as st

from relspace.rules.apply import apply
from relspace.rules.deal import FEWEST_PLAYERS, MOST_PLAYERS, deal
from relspace.rules.fairness import below
from relspace.rules.layout import LAYOUTS
from relspace.rules.legal import legal_moves
from relspace.rules.moves import Give, Move, Peek, Play, Resign, Use
from relspace.rules.position import Options, Position
from relspace.rules.view import View, view

seeds: Final[st.SearchStrategy[bytes]] = st.binary(min_size=32, max_size=32)
"""A game's seed, or a bot's."""

players: Final[st.SearchStrategy[int]] = st.integers(FEWEST_PLAYERS, MOST_PLAYERS)
"""How many play."""

options: Final[st.SearchStrategy[Options]] = st.builds(Options, st.sampled_from(sorted(LAYOUTS)), st.booleans())
"""What the players agreed on."""

_spaces = st.builds(lambda row, number: f"{row}{number}", st.sampled_from("ABCX"), st.integers(1, 5))

moves: Final[st.SearchStrategy[Move]] = st.one_of(
    st.builds(Play, _spaces, st.integers(1, 6)),
    st.builds(Use, _spaces),
    st.builds(Peek, _spaces.filter(lambda space: space[0] != "X")),
    st.builds(Give, players),
    st.just(Resign()),
)
"""Any move that the notation knows, legal or not."""


def walk(position: Position, seed: bytes, choices: bytes) -> Iterator[Position]:
    """The positions of a game that goes on at random, without resignations, until it is over.

    Args:
        position: where it starts; it is not among the positions.
        seed: the game's seed.
        choices: 32 bytes that choose the moves.
    """
    while position.phase != "over":
        legal = legal_moves(position)
        move = legal[below(len(legal), f"walk:{position.ply}", choices)]
        position = apply(position, position.turn, move, seed).position
        yield position


@st.composite
def positions(draw: st.DrawFn, most_plies: int = 120) -> Position:
    """A position that a game of random moves comes to; early ones are as likely as late ones."""
    seed = draw(seeds)
    start = deal(draw(players), draw(options), seed)
    plies = draw(st.integers(0, most_plies))
    return [start, *islice(walk(start, seed, draw(seeds)), plies)][-1]


@st.composite
def views(draw: st.DrawFn, most_plies: int = 120) -> View:
    """What the seat on turn sees of such a position."""
    position = draw(positions(most_plies))
    return view(position, position.turn, draw(st.sampled_from(("private", "open"))))
