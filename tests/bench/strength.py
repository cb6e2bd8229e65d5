"""`make strength`: how well the bots play, in two-seat games with the seats swapped."""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from itertools import islice
from typing import NamedTuple

from relspace.bots.levels import LEVELS, Player
from relspace.bots.match import Score, duel, uniform
from relspace.rules.fairness import derive
from relspace.rules.position import Options

from .measure import Figure, table

SEED = bytes(32)
PARTS = 20
"""Pieces into which a duel is cut, so that several processes share it."""


class Duel(NamedTuple):
    """Who is measured against whom."""

    one: str
    other: str
    games: int
    must: float
    lower_bound: bool = False
    """Whether the lower end of the interval must be that good, and not the rate alone."""


DUELS = (
    Duel("normal", "uniform", 1_000, 0.90),
    Duel("normal", "easy", 1_000, 0.70),
    Duel("hard", "normal", 400, 0.50, lower_bound=True),
)


def player(name: str) -> Player:
    """The player of this name."""
    return uniform if name == "uniform" else LEVELS[name]


def part(asked: Duel, number: int) -> Score:
    """A twentieth of a duel."""
    pairs = asked.games // (2 * PARTS)
    games = duel(player(asked.one), player(asked.other), Options(), derive(SEED, f"part:{number}"))
    return next(islice(games, pairs - 1, None))


def figures(scale: float = 1.0) -> list[Figure]:
    """Plays all duels."""
    found = []
    with ProcessPoolExecutor() as pool:
        for asked in DUELS:
            scaled = asked._replace(games=int(asked.games * scale) // (2 * PARTS) * 2 * PARTS or 2 * PARTS)
            scores = pool.map(part, [scaled] * PARTS, range(PARTS))
            score = reduce(lambda a, b: Score(*(x + y for x, y in zip(a, b, strict=True))), scores)
            low, high = score.interval
            value = low if asked.lower_bound else score.rate
            what = "wins, lower 95 % bound" if asked.lower_bound else "wins"
            note = f"{100 * score.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {score.games} games"
            name = f"strength: {asked.one} against {asked.other}, {what}"
            found.append(Figure(name, value, "", asked.must, "high", note=note))
            print(f"{name}: {note}", file=sys.stderr, flush=True)
    return found


def main() -> int:
    """Prints the table; the status is 1 if somebody is weaker than they must be."""
    parser = argparse.ArgumentParser(prog="make strength", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="play this share of the games")
    found = figures(parser.parse_args().scale)
    print(table(found))
    return int(any(one.kept is False for one in found))


if __name__ == "__main__":
    sys.exit(main())
