"""Games between players made of code, for measuring how strong they are: what happens comes from the seed alone."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from relspace.bots.levels import Player
from relspace.bots.wilson import wilson
from relspace.rules.apply import apply
from relspace.rules.deal import deal
from relspace.rules.fairness import below, derive
from relspace.rules.legal import legal_moves
from relspace.rules.moves import Move
from relspace.rules.position import Options
from relspace.rules.view import Stashes, View, view


class Result(NamedTuple):
    """How a game ended."""

    winner: int | None
    """The seat that won; None if the station blew up."""
    plies: int


def uniform(view: View, seat: int, seed: bytes) -> Move:  # noqa: ARG001 - it looks at nothing
    """Any legal move, each equally likely: what every bot is measured against."""
    moves = legal_moves(view)
    return moves[below(len(moves), "uniform", seed)]


def play_game(players: Sequence[Player], options: Options, seed: bytes, stashes: Stashes = "private") -> Result:
    """Plays one game.

    Args:
        players: who plays, by seat.
        options: the rules.
        seed: 32 bytes; the deal, the jams and the players' choices come from it.
        stashes: whether players see one another's face-up cards.

    Raises:
        Illegal: `bad-options`, if so many cannot play.
        Unreadable: `bad-seed`, if the seed has not 32 bytes.
    """
    position = deal(len(players), options, seed)
    while position.phase != "over":
        turn = position.turn
        move = players[turn - 1](view(position, turn, stashes), turn, derive(seed, f"bot:{position.ply}"))
        position = apply(position, turn, move, seed).position
    return Result(position.winner, position.ply)


class Score(NamedTuple):
    """How often one player won against another."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    """Games that nobody won."""

    @property
    def games(self) -> int:
        """Games played."""
        return sum(self)

    @property
    def rate(self) -> float:
        """The share of wins, 0 to 1; a game that nobody won counts for neither."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval for the rate."""
        return wilson(self.wins, self.games)


def duel(one: Player, other: Player, options: Options, seed: bytes, stashes: Stashes = "private") -> Iterator[Score]:
    """The score of `one` after each pair of two-seat games: every deal is played twice, with seats swapped.

    Endless: take as many pairs as are wanted.
    """
    wins = losses = draws = pair = 0
    while True:
        game = derive(seed, f"pair:{pair}")
        for players, own in (((one, other), 1), ((other, one), 2)):
            winner = play_game(players, options, game, stashes).winner
            wins += winner == own
            losses += winner == 3 - own
            draws += winner is None
        pair += 1
        yield Score(wins, losses, draws)
