"""Making moves in a line, for tests that read like the rules."""

from collections.abc import Iterable

from relspace.rules.apply import Applied, apply
from relspace.rules.legal import legal_moves
from relspace.rules.moves import parse_move
from relspace.rules.position import Position
from relspace.testing.positions import stash_text

SEED = bytes(range(32))


def play(position: Position, *moves: str, seed: bytes = SEED) -> Applied:
    """What comes of some moves of whoever is on turn; the events of all of them."""
    events = []
    for move in moves:
        position, happened = apply(position, position.turn, parse_move(move), seed)
        events += happened
    return Applied(position, tuple(events))


def resign(position: Position, seat: int) -> Applied:
    return apply(position, seat, parse_move("resign"), SEED)


def legal(position: Position) -> str:
    """The legal moves, in order, with blanks between them."""
    return ", ".join(str(move) for move in legal_moves(position))


def pods(position: Position) -> dict[int, str]:
    """The pods that are out: their cards from the bottom up."""
    return {pod.id: " ".join(pod.cards) for pod in position.pods}


def away(position: Position) -> tuple[int, str] | None:
    return (position.away.id, " ".join(position.away.cards)) if position.away else None


def stash_of(position: Position, seat: int) -> str:
    return stash_text(position.seats[seat - 1], position.options.layout)


def kinds(events: Iterable[object]) -> list[str]:
    """The names of events, in order."""
    return [type(event).__name__ for event in events]
