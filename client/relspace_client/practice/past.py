"""What somebody has done so far, read off the records of their games."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from relspace.errors import Unreadable
from relspace.rules.events import Jammed
from relspace.rules.record import Record, read_record
from relspace.rules.replay import replay
from relspace.wire.questions import GAMES_SHOWN, PlayedGame, Profile

MOST_READ: Final = 200
"""Games that are counted, the newest."""

OWN: Final = 1
"""The player's seat in every room here: whoever opens one has the first, and bots have the others."""


def profile_of(name: str, records: Iterable[str]) -> Profile:
    """A player's games.

    Args:
        name: what the player is called now.
        records: texts of records, newest first. One that cannot be read is left out.
    """
    games = wins = jams = fastest = 0
    last: list[PlayedGame] = []
    for record, game in finished(text for _, text in zip(range(MOST_READ), records, strict=False)):
        try:
            jammed = _jams(record)
        except Unreadable:
            continue
        end = record.end
        assert end is not None
        games += 1
        jams += jammed
        wins += end.winner == OWN
        if end.winner == OWN and end.reason == "escaped":
            fastest = min(fastest or end.ply, end.ply)
        if len(last) < GAMES_SHOWN:
            last.append(game)
    return Profile(name, games=games, wins=wins, jams=jams, fastest=fastest, last=tuple(last))


def finished(records: Iterable[str]) -> Iterator[tuple[Record, PlayedGame]]:
    """The games that are over, each with what a list tells of it; a record that cannot be read is left out.

    Args:
        records: their texts.
    """
    for text in records:
        try:
            record = read_record(text.splitlines())
        except Unreadable:
            continue
        if record.end is not None:
            seats = record.game.seats
            winner = seats[record.end.winner - 1] if record.end.winner else ""
            yield record, PlayedGame(record.game.id, _ended(record), seats, winner, seat=OWN)


def _jams(record: Record) -> int:
    """How many pods the player jammed."""
    return sum(
        isinstance(event, Jammed)
        for step in replay(record)
        if step.made is not None and step.made.seat == OWN
        for event in step.events
    )


def _ended(record: Record) -> int:
    """When the last move was made, in wall-clock milliseconds; 0 if the record does not say."""
    try:
        started = int(datetime.fromisoformat(record.game.started).timestamp() * 1000)
    except ValueError:
        return 0
    return started + (record.moves[-1].ms if record.moves else 0)
