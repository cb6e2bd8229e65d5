"""Records of games that end in each way, and files that hold them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from relspace.rules.apply import apply
from relspace.rules.cards import NUMBERS
from relspace.rules.deal import deal
from relspace.rules.events import Exploded, Jammed, Loaded, Won
from relspace.rules.fairness import below, commitment, derive
from relspace.rules.layout import GRID
from relspace.rules.legal import legal_moves
from relspace.rules.moves import Move, Resign
from relspace.rules.position import Options, Position
from relspace.rules.record import EndLine, GameLine, MoveLine, Reason, Record, write_record
from relspace.rules.stash import left_by_row

SEED = bytes(range(32))
NAMES = ("Vega", "Rigel", "Lyra", "Mira", "Deneb", "Altair", "Atlas", "Nova", "Orbit", "Luna")

Choose = Callable[[Position], tuple[int, Move]]


def record(
    choose: Choose, seats: int = 3, options: Options | None = None, *, first: int | None = None, most: int = 500
) -> Record:
    """A game whose moves `choose` makes; abandoned after `most` plies."""
    options = options or Options()
    position = deal(seats, options, SEED, first)
    moves: list[MoveLine] = []
    reason: Reason = "abandoned"
    while position.phase != "over" and len(moves) < most:
        seat, move = choose(position)
        position, events = apply(position, seat, move, SEED)
        moves.append(MoveLine(position.ply, seat, move, 2100 * position.ply))
        for event in events:
            if isinstance(event, Won):
                reason = event.reason
            elif isinstance(event, Exploded):
                reason = "exploded"
    game = GameLine("K7QX2-1", "2026-11-29T20:00:00Z", options, NAMES[:seats], commitment(SEED), first)
    return Record(game, tuple(moves), EndLine(len(moves), position.winner, reason, SEED.hex()))


def at_random(position: Position) -> tuple[int, Move]:
    """Any legal move."""
    moves = legal_moves(position)
    return position.turn, moves[below(len(moves), "choice", derive(SEED, f"ply:{position.ply}"))]


def resigning(position: Position) -> tuple[int, Move]:
    """Any legal move, but every tenth is a resignation, if need be out of turn."""
    if position.ply % 10 == 9:
        seats = [seat for seat, stash in enumerate(position.seats, 1) if not stash.out]
        return seats[position.ply // 10 % len(seats)], Resign()
    return at_random(position)


def never_winning(position: Position) -> tuple[int, Move]:
    """Jams while it can, or else the highest number: three who play so go on until the station blows up."""
    seat = position.turn

    def worth(move: Move) -> int:
        after, (event, *_) = apply(position, seat, move, SEED)
        if isinstance(event, Jammed):
            return 100 + len(event.refilled) - 5 * len(event.gone)
        if after.winner is None and isinstance(event, Loaded) and event.card in NUMBERS:
            return NUMBERS[event.card] + 10 * sum(map(bool, left_by_row(after.seats[seat - 1], GRID)))
        return -1 if after.winner is None else -2

    return seat, max(legal_moves(position), key=worth)


def lines_of(made: Record) -> list[dict[str, Any]]:
    """The lines of a record, to be spoilt."""
    return [json.loads(line) for line in write_record(made).splitlines()]


def file(folder: Path, lines: list[dict[str, Any]] | Record, name: str = "game.jsonl") -> Path:
    """A file with these lines."""
    path = folder / name
    made = lines_of(lines) if isinstance(lines, Record) else lines
    path.write_text("".join(json.dumps(line) + "\n" for line in made), encoding="utf-8")
    return path
