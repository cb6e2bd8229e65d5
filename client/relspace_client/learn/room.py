"""The room of a lesson: a game that is played by the rules, with the learner in the first seat."""

from typing import Final

from relspace.room.commands import MakeMove, PlayForSeat
from relspace.room.options import RoomOptions
from relspace.room.secret import Secret
from relspace.room.state import Game, Player, RoomState, Seat
from relspace.room.update import SERVER, update
from relspace.rules.fairness import commitment
from relspace.wire.messages import Snapshot
from relspace.wire.snapshot import snapshot
from relspace_client.learn.lesson import Lesson, Reply

SEED: Final = b"the same jam for every learner 1"
"""Of every lesson: what jams bring back is always the same."""

YOU: Final = "you"
"""The learner's id."""


class LessonRoom:
    """One game of a lesson.

    Args:
        lesson: what is learnt.
        title: what the bar calls it.
    """

    def __init__(self, lesson: Lesson, title: str) -> None:
        people = tuple(
            Player(YOU if number == 0 else f"bot:{name}", name, "person" if number == 0 else "bot")
            for number, name in enumerate(lesson.names)
        )
        self._you: Final = people[0]
        game = Game(
            number=1,
            first=1,
            position=lesson.start,
            seed=Secret(SEED),
            commitment=commitment(SEED),
            started=0,
            moved=0,
            players=people,
            jams=(0,) * len(people),
        )
        self._state = RoomState(
            code="",
            title=title,
            options=RoomOptions(seats=len(people), clock=0),
            seats=tuple(Seat(player, session="learn" if player is people[0] else "") for player in people),
            host=YOU,
            created=0,
            touched=0,
            phase="playing",
            game=game,
        )
        self._rev = 1

    @property
    def snapshot(self) -> Snapshot:
        """What the learner sees."""
        return snapshot(self._state, self._rev, YOU, now=0, watching=0)

    def play(self, move: str) -> None:
        """The learner's move.

        Raises:
            Refused: the rules do not allow it.
        """
        assert self._state.game is not None
        command = MakeMove("", move, self._state.game.position.ply)
        self._state = update(self._state, command, self._you, 0, SEED)
        self._rev += 1

    def reply(self, reply: Reply) -> None:
        """Another player's move.

        Raises:
            Refused: the rules do not allow it.
        """
        game = self._state.game
        assert game is not None
        assert game.position.turn == reply.seat, (game.position.turn, reply)
        command = PlayForSeat(game.number, game.position.ply, reply.move, auto=False)
        self._state = update(self._state, command, SERVER, 0, SEED)
        self._rev += 1
