"""`relspace bench`: how fast the engine is on this machine, beside a floor measured in the same run."""

import gc
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Final, NamedTuple

import click

from relspace.rules.apply import apply
from relspace.rules.cards import DECK
from relspace.rules.deal import FEWEST_PLAYERS, MOST_PLAYERS, deal
from relspace.rules.fairness import SEED_SIZE
from relspace.rules.legal import legal_moves
from relspace.rules.position import Options
from relspace_client.locale.words import message

GAMES: Final = 40
SEATS: Final = 4
ROUNDS: Final = 5
"""How often everything is measured; the median counts."""

SHUFFLES: Final = 1000


class EngineSpeed(NamedTuple):
    """How fast the engine is, in processor time."""

    plies: int
    """Plies of all games that were played."""
    plies_per_second: float
    """`legal_moves` and `apply` of each ply of whole games."""
    shuffles_per_second: float
    """The floor: a plain shuffle of 136 cards, work of a known size."""

    @property
    def shuffles_per_ply(self) -> float:
        """What a ply costs, in shuffles: a figure that does not depend much on the machine."""
        return self.shuffles_per_second / self.plies_per_second


@click.group(invoke_without_command=True, help=message("Measure how fast the game is on this machine."))
@click.pass_context
def bench(context: click.Context) -> None:
    """`relspace bench`."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@bench.command(
    help=message(
        "Play whole games by random legal moves, and count plies a second.\n\n"
        "Times are processor time, medians of several rounds. The floor is measured in the same run: compare it "
        "before you compare machines."
    )
)
@click.option("--games", type=click.IntRange(1), default=GAMES, show_default=True, help=message("Games in each round."))
@click.option("--seats", type=click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS), default=SEATS, show_default=True)
@click.option("--json", "as_json", is_flag=True, help=message("Print one JSON object."))
def engine(*, games: int, seats: int, as_json: bool) -> None:
    """`relspace bench engine`."""
    speed = measure_engine(games, seats)
    if as_json:
        figures = {**speed._asdict(), "shuffles_per_ply": speed.shuffles_per_ply}
        click.echo(json.dumps({name: round(value, 2) for name, value in figures.items()}))
        return
    click.echo(f"engine {speed.plies_per_second:9,.0f} plies/s     {games} games, {seats} seats, {speed.plies:,} plies")
    click.echo(f"floor  {speed.shuffles_per_second:9,.0f} shuffles/s  of {len(DECK)} cards")
    click.echo(f"a ply costs {speed.shuffles_per_ply:.2f} shuffles")


def measure_engine(games: int = GAMES, seats: int = SEATS) -> EngineSpeed:
    """Measures the engine and the floor, in turns."""
    plies = random_games(games, seats)
    game_times, floor_times = [], []
    for _ in range(ROUNDS):
        game_times.append(cpu_seconds(lambda: random_games(games, seats)))
        floor_times.append(cpu_seconds(lambda: shuffles(SHUFFLES)))
    return EngineSpeed(plies, plies / statistics.median(game_times), SHUFFLES / statistics.median(floor_times))


def random_games(games: int, seats: int) -> int:
    """Plays whole games by random legal moves; returns how many plies they had."""
    plies = 0
    for number in range(games):
        choose = random.Random(number).random  # noqa: S311 - the same games every time
        seed = number.to_bytes(SEED_SIZE, "big")
        position = deal(seats, Options(), seed)
        while position.phase != "over":
            moves = legal_moves(position)
            position = apply(position, position.turn, moves[int(choose() * len(moves))], seed).position
        plies += position.ply
    return plies


def shuffles(times: int) -> None:
    """Plain interpreter work of a known size."""
    generator = random.Random(1)  # noqa: S311 - the same work every time
    cards = list(DECK)
    for _ in range(times):
        generator.shuffle(cards)


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor time of a call."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start
