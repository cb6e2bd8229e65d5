"""Playing a record again (docs/rules.md 7 and 8): every position it went through, and whether it was an honest game."""

from collections.abc import Iterator
from typing import NamedTuple

from relspace.errors import Refused, Unreadable
from relspace.rules.apply import abandon, apply
from relspace.rules.deal import deal
from relspace.rules.events import Event, Exploded, Won
from relspace.rules.fairness import commitment, seed_from_hex
from relspace.rules.position import Position
from relspace.rules.record import MoveLine, Reason, Record


class Step(NamedTuple):
    """One position of a game."""

    position: Position
    made: MoveLine | None = None
    """The move that led to it; None for the deal, and for the end of a game that was abandoned."""
    events: tuple[Event, ...] = ()
    """What that move did."""


def replay(record: Record) -> Iterator[Step]:
    """Every position of a finished game, the deal first, each checked as it comes.

    Raises:
        Unreadable: `bad-record`, with `line` (from 1) and `reason`: the game is not over, the seed is not the one that
            was promised, a move was not legal, or the game did not end as the record says.
    """
    end, last_line = record.end, len(record.moves) + 2
    if end is None:
        raise _bad(last_line, "the game goes on, so its seed is not known")
    seed = seed_from_hex(end.seed)
    if commitment(seed) != record.game.commitment:
        raise _bad(last_line, "the seed is not the one that was promised")
    position = deal(len(record.game.seats), record.game.options, seed, record.game.first)
    yield Step(position)
    reason: Reason = "abandoned"
    for line, made in enumerate(record.moves, 2):
        try:
            position, events = apply(position, made.seat, made.move, seed)
        except Refused as refused:
            raise _bad(line, refused.code) from None
        reason = _reason(events)
        yield Step(position, made, events)
    if end.reason == "abandoned" and position.phase != "over":
        position = abandon(position)
        yield Step(position)
    if position.phase != "over" or (reason, position.winner) != (end.reason, end.winner):
        raise _bad(last_line, "the game did not end like this")


def verify(record: Record) -> Position:
    """The last position of a finished game, if the record is that of an honest one.

    Raises:
        Unreadable: `bad-record`, as `replay` does.
    """
    *_, last = replay(record)
    return last.position


def _reason(events: tuple[Event, ...]) -> Reason:
    """How the game ended with these events; abandoned, if it did not end."""
    for event in events:
        if isinstance(event, Won):
            return event.reason
        if isinstance(event, Exploded):
            return "exploded"
    return "abandoned"


def _bad(line: int, reason: str) -> Unreadable:
    return Unreadable("bad-record", line=line, reason=reason)
