"""Where somebody stands in a lesson, and what each key does."""

from dataclasses import replace
from typing import Final, NamedTuple

from relspace.rules.moves import Move, Peek, Play, Use, parse_move
from relspace.wire.messages import Snapshot
from relspace_client.learn.lesson import Lesson, Reply, Step
from relspace_client.learn.room import LessonRoom
from relspace_client.table.cursor import Send, press
from relspace_client.table.podkeys import key_of
from relspace_client.table.state import TableState, follow

CHOOSING: Final = frozenset(("left", "right", "up", "down"))
"""Keys that can do no harm: they are never wrong."""


class Ready(NamedTuple):
    """A card that is chosen as a step asks for, so that one key is left to press."""

    space: str
    """Where it lies."""
    key: str
    """The key: a pod's, or `enter`."""


class Course:
    """One lesson, from its beginning to its end.

    Args:
        lesson: what is learnt.
        title: what the bar calls it.
        yes: the key that answers yes in the learner's language.
    """

    def __init__(self, lesson: Lesson, title: str, yes: str) -> None:
        self.lesson: Final = lesson
        self._yes: Final = yes
        self._room: Final = LessonRoom(lesson, title)
        self._number = 0
        self._replies: list[Reply] = []
        self.snapshot: Snapshot = self._room.snapshot
        """What is on the table."""
        self.state: TableState = follow(TableState(hint=False), self.snapshot)
        """What is chosen there."""
        self.wrong = False
        """Whether the last key was not what is asked for."""
        self.other = ""
        """The space of the card that the last key was for, if the step asks for another one's."""

    @property
    def number(self) -> int:
        """Which step it is, from 1; the last one also when all are done."""
        return min(self._number + 1, len(self.lesson.steps))

    @property
    def step(self) -> Step | None:
        """What is to be done; None when all is done, and while the others play."""
        if self._replies or self._number == len(self.lesson.steps):
            return None
        return self.lesson.steps[self._number]

    @property
    def ready(self) -> Ready | None:
        """The card that is chosen already, if the step asks for it; None while it is still to be chosen."""
        for move in _moves(self.step):
            if self.state.chosen is not None and _space(move) == self.state.chosen:
                return Ready(self.state.chosen, self._last_key(move))
        return None

    @property
    def next_reply(self) -> Reply | None:
        """What another player is about to do."""
        return self._replies[0] if self._replies else None

    @property
    def done(self) -> bool:
        """Whether all steps are done."""
        return not self._replies and self._number == len(self.lesson.steps)

    def press(self, key: str) -> None:
        """A key at the table, or a click. One that does not belong to the step does nothing but show that."""
        while self._replies:
            self.reply()
        step = self.step
        if step is None:
            return
        self.other = ""
        before = self.state
        self.state, action = press(key, self.snapshot, replace(before, asks=True), yes=self._yes)
        if isinstance(action, Send):
            self._send(step, action.move)
        elif self.state.asking and self.state.asking not in step.moves:
            self.state, self.wrong = replace(self.state, asking=""), True
        elif self.state.show != "table":
            self.state, self.wrong = before, True
        else:
            harmless = key in CHOOSING or bool(self.state.letter)
            refused = bool(before.asking) and not self.state.asking
            self.wrong = action is not None or refused or (self.state == before and not harmless)
            if step.chooses and self.state.chosen is not None:
                self._number += 1
                self.wrong = False
        if self.wrong and before.chosen is not None and (key.isdecimal() or key == "enter"):
            self.other = "" if before.chosen in map(_space, _moves(step)) else before.chosen

    def reply(self) -> None:
        """The next of the others makes their move."""
        if self._replies:
            self._room.reply(self._replies.pop(0))
            self._follow()

    def _last_key(self, move: Move) -> str:
        """What makes a move whose card is chosen."""
        return str(key_of(move.pod, self.state.keys)) if isinstance(move, Play) else "enter"

    def _send(self, step: Step, move: str) -> None:
        self.wrong = move not in step.moves
        if self.wrong:
            return
        self._room.play(move)
        self._number += 1
        self._replies = list(step.replies)
        self._follow()

    def _follow(self) -> None:
        self.snapshot = self._room.snapshot
        self.state = follow(self.state, self.snapshot)


def _moves(step: Step | None) -> list[Move]:
    """The moves that a step asks for."""
    return [parse_move(move) for move in step.moves] if step else []


def _space(move: Move) -> str | None:
    """The space of the card that a move is about; None if it is about none."""
    return move.space if isinstance(move, (Play, Use, Peek)) else None
