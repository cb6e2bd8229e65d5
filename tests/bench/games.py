"""Games as whoever measures follows them: it knows all cards, so it knows which keys make the next move."""

import base64
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

from relspace.room.state import RoomState
from relspace.room.stored import decode_room
from relspace.rules.apply import apply
from relspace.rules.forecast import forecast
from relspace.rules.legal import legal_moves
from relspace.rules.moves import Give, Move, Peek, Play, Resign, Use
from relspace.rules.position import Position
from relspace.rules.stash import cards_left
from relspace.rules.view import view
from relspace_client.table.podkeys import PodKeys, key_of, pod_keys

from .floor import MOVE

FEW_CARDS = 6
"""From so few cards on a seat jams where it can, so that the game goes on for as long as it is measured."""

JAMS = 0.25
"""How often a seat jams before that."""


class Chosen(NamedTuple):
    """What the seat on turn is going to do."""

    seat: int
    before: Sequence[bytes]
    """Keys that choose the card, each pressed by itself."""
    key: bytes
    """The key that makes the move."""
    move: str
    ply: int


class Room(Protocol):
    """A room in which moves are made."""

    code: str

    def choose(self) -> Chosen | None:
        """The next move; None when there is none."""
        ...

    def made(self) -> None:
        """The move that was chosen was made."""
        ...


class GameRoom:
    """A room of the real server.

    Args:
        state: the room, with a game.
        seed: of the choices.
    """

    def __init__(self, state: RoomState, seed: int) -> None:
        assert state.game is not None
        self.code = state.code
        self._random = Random(seed)
        self._position = state.game.position
        self._seed = state.game.seed.reveal()
        self._keys: PodKeys = ()
        self._next: Position | None = None
        self._follow(self._position)

    def choose(self) -> Chosen | None:
        """A legal move that does not end the game, and its keys."""
        position = self._position
        if position.phase == "over":
            return None
        moves = self._moves(position)
        self._random.shuffle(moves)
        for _, move, jams in sorted(moves, key=lambda one: one[0]):
            after = apply(position, position.turn, move, self._seed).position
            if after.phase != "over":
                self._next = after
                *before, key = self._keys_of(move, jams=jams)
                return Chosen(position.turn, before, key, str(move), position.ply)
        return None

    def made(self) -> None:
        """The move that was chosen was made."""
        assert self._next is not None
        self._follow(self._next)

    def _follow(self, position: Position) -> None:
        self._position = position
        away = (position.away.id,) if position.away else ()
        self._keys = pod_keys((*(pod.id for pod in position.pods), *away), self._keys)

    def _moves(self, position: Position) -> list[tuple[int, Move, bool]]:
        """The moves that can be made by a card's name: how unwelcome each is, and whether it is asked about."""
        seen = view(position, position.turn, "private")
        few = cards_left(position.seats[position.turn - 1]) <= FEW_CARDS
        jam = few or self._random.random() < JAMS
        moves: list[tuple[int, Move, bool]] = []
        for move in legal_moves(position):
            if isinstance(move, Resign) or (isinstance(move, Play | Use) and len(move.space) > 2):
                continue
            verdict = forecast(seen, position.turn, move).verdict
            moves.append((int((verdict in ("jams", "unknown")) != jam), move, verdict == "jams"))
        return moves

    def _keys_of(self, move: Move, *, jams: bool) -> list[bytes]:
        match move:
            case Play(space, pod):
                keys = f"{space.lower()}{key_of(pod, self._keys)}{'y' if jams else ''}"
            case Use(space) | Peek(space):
                keys = f"{space.lower()}\r"
            case Give(seat):
                keys = str(seat % 10)
            case _:
                raise AssertionError(move)
        return [key.encode() for key in keys]


class FloorRoom:
    """A room of the floor: somebody presses a key, and everybody is sent bytes.

    Args:
        code: the room's.
        people: how many are there.
    """

    def __init__(self, code: str, people: int) -> None:
        self.code = code
        self._people = people
        self._moves = 0

    def choose(self) -> Chosen:
        """The next one in turn."""
        seat = self._moves % self._people + 1
        return Chosen(seat, (b"a", b"1"), MOVE, "", self._moves)

    def made(self) -> None:
        """It was written."""
        self._moves += 1


def rooms_of(stored: Sequence[str], codes: Sequence[str]) -> list[GameRoom]:
    """The running games of these rooms, in their order.

    Args:
        stored: all rooms, as the server's control tells them.
        codes: those that are wanted.
    """
    states = {state.code: state for state in (decode_room(base64.b64decode(one)) for one in stored)}
    return [GameRoom(states[code], number) for number, code in enumerate(codes)]
