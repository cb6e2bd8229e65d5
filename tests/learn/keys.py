"""The keys that a lesson asks for."""

from relspace.rules.moves import parse_move
from relspace_client.learn.course import Course

from ..practice.typed import keys_of


def asked_for(course: Course, which: int = 0) -> list[str]:
    """What to press now; of several moves the one with this number, or the last.

    Args:
        course: a lesson in which something is to be done.
        which: which of the moves that will do.
    """
    assert course.step is not None
    if course.step.chooses:
        return ["right"]
    move = course.step.moves[min(which, len(course.step.moves) - 1)]
    return keys_of(parse_move(move), course.snapshot)
