"""What happened while one was away, in sentences."""

from collections.abc import Iterator
from typing import Final

from relspace.wire.messages import Missed, Snapshot
from relspace_client.around.parts import Reader
from relspace_client.plain.voice import all_of, name_of
from relspace_client.table.logtext import Names, log_lines

NAMED: Final = 5
"""Moves of the autopilot that are named."""


def missed_lines(reader: Reader, snapshot: Snapshot) -> list[str]:
    """What the viewer has missed of the game, as long as the snapshot tells it."""
    return [] if snapshot.away is None else [" ".join(_told(reader, snapshot, snapshot.away))]


def _told(reader: Reader, snapshot: Snapshot, away: Missed) -> Iterator[str]:
    yield reader.count(
        "While you were away, {n} move was made.", "While you were away, {n} moves were made.", away.plies
    )
    yield from told_since(reader, snapshot, away)


def told_since(reader: Reader, snapshot: Snapshot, away: Missed, named: int = NAMED) -> Iterator[str]:
    """What happened, beside the number of moves: a sentence each for the viewer's own cards, pods and players.

    Args:
        reader: who reads it.
        snapshot: the room.
        away: what was missed.
        named: the most moves and pods to name, the last ones.
    """
    if away.auto:
        yield _autopilot(reader, snapshot, away.auto, named)
    pods = away.launched[-named:]
    if len(pods) == 1:
        yield reader.say("Pod {pod} was launched.", pod=pods[0])
    elif pods:
        yield reader.say("Pods {pods} were launched.", pods=all_of(reader, pods))
    for seat in away.left:
        yield reader.say("{name} left the game.", name=name_of(reader, snapshot, seat))


def _autopilot(reader: Reader, snapshot: Snapshot, made: int, named: int) -> str:
    """What the autopilot played for the viewer: the cards, as the log tells them, for as long as it does.

    Where they lay says nothing any more: other cards may lie there now.
    """
    log = [entry for entry in snapshot.log if entry.auto and entry.seat == snapshot.you][-min(made, named) :]
    names = Names(tuple(seat.name for seat in snapshot.seats), snapshot.you)
    moves = "".join(line.text for line in log_lines(tuple(log), names, reader.words))
    if not moves:
        return reader.say("The autopilot made {n} of them for you.", n=made)
    if len(log) < made:
        return reader.say("The autopilot made {n} of them for you, the last ones: {moves}.", n=made, moves=moves)
    return reader.say("The autopilot played for you: {moves}.", moves=moves)
