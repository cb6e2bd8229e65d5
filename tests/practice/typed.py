"""The keys with which a person makes a move at the table."""

from relspace.rules.moves import Give, Move, Peek, Play, Use
from relspace.wire.messages import Snapshot


def keys_of(move: Move, snapshot: Snapshot) -> list[str]:
    """The card by its name, then the pod, or Enter; `y` where the game asks before a jam.

    Args:
        move: a legal move onto a pod whose id has one digit.
        snapshot: what the player sees, on turn.
    """
    match move:
        case Play(space, pod):
            jams = any(one.move == str(move) and one.verdict == "jams" for one in snapshot.legal)
            return [space[0].lower(), space[1:], str(pod), *(["y"] if jams else [])]
        case Use(space) | Peek(space):
            return [space[0].lower(), space[1:], "enter"]
        case Give(seat):
            return [str(seat % 10)]
    raise AssertionError(move)
