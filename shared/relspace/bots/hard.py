"""The hard bot: plays the game on, many times over, in positions that look like the one it sees.

Determinized Monte Carlo search: what is hidden is guessed anew for every playout, all moves are tried on the same
guesses, and those that do badly are dropped (sequential halving). A playout is cut short after some plies, where the
odds of the position are taken. The budget is a number of playouts, never a time, so the same view and seed always
give the same move.
"""

from operator import itemgetter
from typing import Final

from relspace.bots.guess import guess, unseen
from relspace.bots.policy import pick, valued
from relspace.bots.worth import odds
from relspace.rules.apply import carry_out
from relspace.rules.fairness import derive, words
from relspace.rules.moves import Move
from relspace.rules.position import Position
from relspace.rules.view import View

PLAYOUTS: Final = 500
"""Playouts for one choice, about."""

DEPTH: Final = 10
"""Plies of a playout, before the odds are taken."""

CANDIDATES: Final = 5
"""Moves that are tried: the best at first sight."""

SIGHT: Final = 0.05
"""How much first sight counts beside the playouts: odds for one unit of value."""


def choose(view: View, seat: int, seed: bytes) -> Move:
    """The move that does best in the playouts."""
    sight = sorted(valued(view), key=itemgetter(0), reverse=True)[:CANDIDATES]
    head_start = {move: SIGHT * value for value, move in sight}
    moves = list(head_start)
    sums = dict.fromkeys(moves, 0.0)
    pool = unseen(view)
    stream = words("guess", seed)
    rounds = (len(moves) - 1).bit_length()
    guesses = 0
    while len(moves) > 1:
        for _ in range(max(1, PLAYOUTS // (rounds * len(moves)))):
            world = guess(view, pool, stream)
            chance = derive(seed, f"world:{guesses}")
            guesses += 1
            for move in moves:
                sums[move] += playout(carry_out(world, seat, move, chance).position, seat, chance)
        moves.sort(key=lambda move: sums[move] / guesses + head_start[move], reverse=True)
        del moves[(len(moves) + 1) // 2 :]
    return moves[0]


def playout(position: Position, seat: int, chance: bytes) -> float:
    """The odds of a seat after the game went on for a while."""
    end = position.ply + DEPTH
    while position.phase != "over" and (position.ply < end or position.phase != "play"):
        position = carry_out(position, position.turn, pick(position), chance).position
    return odds(position, seat)
