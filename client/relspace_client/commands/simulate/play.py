"""One game between bots: its moves, and what is counted of it."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from relspace.bots import choose
from relspace.rules.apply import apply
from relspace.rules.cards import Card
from relspace.rules.deal import deal
from relspace.rules.events import Event, Jammed, KeycardSpent, Loaded, PodOpened
from relspace.rules.fairness import commitment, derive
from relspace.rules.record import EndLine, GameLine, MoveLine, Reason, Record
from relspace.rules.view import view
from relspace_client.commands.simulate.lineup import Lineup

NO_TIME = "1970-01-01T00:00:00Z"
"""When simulated games start: they take no time, and the same seed writes the same records."""


class Outcome(NamedTuple):
    """What is counted of one game."""

    first: int
    """The seat that played first."""
    winner: int | None
    """The seat that escaped; None if the station blew up."""
    plies: int
    jams: int
    played: Mapping[Card, int]
    """How often each card loaded or was used."""
    jammed: Mapping[Card, int]
    """How often each card jammed."""
    last_card: Card | None
    """The card that the winner escaped with."""


class Played(NamedTuple):
    """One game."""

    outcome: Outcome
    record: Record


def play(lineup: Lineup, number: int) -> Played:
    """Plays a game. What happens comes from the line-up's seed and the game's number alone.

    Args:
        lineup: who plays what.
        number: the game's number, from 1.
    """
    seed = lineup.game_seed(number)
    position = deal(len(lineup.levels), lineup.options, seed)
    first = position.turn
    moves: list[MoveLine] = []
    events: list[Event] = []
    while position.phase != "over":
        seat = position.turn
        chance = derive(seed, f"bot:{position.ply}")
        move = choose(view(position, seat, "private"), seat, lineup.levels[seat - 1], chance)
        position, happened = apply(position, seat, move, seed)
        moves.append(MoveLine(position.ply, seat, move, 0))
        events += happened
    game = GameLine(f"simulated-{number}", NO_TIME, lineup.options, _names(lineup), commitment(seed))
    reason: Reason = "exploded" if position.winner is None else "escaped"
    record = Record(game, tuple(moves), EndLine(position.ply, position.winner, reason, seed.hex()))
    return Played(_outcome(first, position.winner, position.ply, events), record)


def _names(lineup: Lineup) -> tuple[str, ...]:
    """What the players are called: `easy-1`, after level and seat."""
    return tuple(f"{level}-{seat}" for seat, level in enumerate(lineup.levels, 1))


def _outcome(first: int, winner: int | None, plies: int, events: list[Event]) -> Outcome:
    played: Counter[Card] = Counter()
    jammed: Counter[Card] = Counter()
    last: Card | None = None
    for event in events:
        match event:
            case Loaded():
                last = event.card
                played[last] += 1
            case PodOpened() | KeycardSpent():
                last = "KEY"
                played[last] += 1
            case Jammed():
                jammed[event.card] += 1
            case _:
                pass
    return Outcome(first, winner, plies, jammed.total(), played, jammed, last if winner is not None else None)
