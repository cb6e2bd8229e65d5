"""What happened while one was away, in sentences."""

from collections.abc import Iterator
from typing import Final

from relspace.rules.moves import Give, Move, Peek, Play, Use, parse_move
from relspace.wire.messages import Missed, Snapshot
from relspace_client.around.parts import Reader
from relspace_client.plain.voice import all_of, name_of, pods_named

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
        moves = reader.say(", ").join(_move(reader, snapshot, move) for move in away.played[-named:])
        if away.auto > named:
            yield reader.say(
                "The autopilot made {n} of them for you, the last ones: {moves}.", n=away.auto, moves=moves
            )
        else:
            yield reader.say("The autopilot played for you: {moves}.", moves=moves)
    pods = away.launched[-named:]
    if len(pods) == 1:
        yield reader.say("Pod {pod} was launched.", pod=pods[0])
    elif pods:
        yield reader.say("Pods {pods} were launched.", pods=all_of(reader, pods))
    for seat in away.left:
        yield reader.say("{name} left the game.", name=name_of(reader, snapshot, seat))


def _move(reader: Reader, snapshot: Snapshot, text: str) -> str:
    """A move within a list: `A1 on pod 2`."""
    move: Move = parse_move(text)
    match move:
        case Play(space, pod):
            return reader.say("{space} on {pods}", space=space, pods=pods_named(reader, [pod]))
        case Use(space):
            return reader.say("{space} opened a pod", space=space)
        case Peek(space):
            return reader.say("a look at {space}", space=space)
        case Give(seat):
            return reader.say("a gift to {name}", name=name_of(reader, snapshot, seat))
        case _:
            return text
