"""How long the bot that searches takes for a move, in games of all sizes."""

import statistics
import time

from relspace.bots.levels import LEVELS
from relspace.rules.apply import apply
from relspace.rules.deal import deal
from relspace.rules.fairness import derive
from relspace.rules.position import Options
from relspace.rules.view import view

from .measure import Figure, at

SIZES = (2, 4, 7, 10)
SEARCHES = 25
"""Searches in a game of each size; in between, *normal* moves."""

APART = 4
"""Moves from one search to the next."""

PATIENCE = 1_000.0
"""Milliseconds after which *normal* moves instead."""


def searches(seats: int) -> list[float]:
    """Seconds of processor time for each of so many searches in one game after another."""
    times: list[float] = []
    game = 0
    while len(times) < SEARCHES:
        game += 1
        seed = game.to_bytes(32, "big")
        position = deal(seats, Options(), seed)
        while position.phase != "over" and len(times) < SEARCHES:
            seen, own = view(position, position.turn, "private"), derive(seed, f"bot:{position.ply}")
            if position.ply % APART == 0:
                start = time.process_time()
                LEVELS["hard"](seen, position.turn, own)
                times.append(time.process_time() - start)
            move = LEVELS["normal"](seen, position.turn, own)
            position = apply(position, position.turn, move, seed).position
    return times


def figures() -> list[Figure]:
    """Measures all of it."""
    times = [one for seats in SIZES for one in searches(seats)]
    note = f"{len(times)} searches in games of {', '.join(map(str, SIZES))}"
    return [
        Figure("bots: hard, a move, CPU, half", 1e3 * statistics.median(times), "ms", note=note),
        Figure("bots: hard, a move, CPU, 99 of 100", 1e3 * at(times, 0.99), "ms"),
        Figure("bots: hard, a move, CPU, at most", 1e3 * max(times), "ms", PATIENCE),
    ]
