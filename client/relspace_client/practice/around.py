"""What practice takes from the world: the time, chance, and a place where things are kept."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from relspace.room.due import Pace
from relspace.wire.settings import PlayerSettings


class Keeps(Protocol):
    """Where settings and the records of finished games are kept."""

    def keep_player(self, name: str, settings: PlayerSettings) -> None:
        """Keeps what the player is called, and their settings. Never raises."""
        ...

    def keep_record(self, game: str, text: str) -> None:
        """Keeps the record of a finished game. Never raises."""
        ...

    def record(self, game: str) -> str:
        """The record of a game.

        Raises:
            Refused: `no-such-record`.
        """
        ...

    def keep_game(self, room: str, data: bytes) -> None:
        """Keeps a room whose game is not over, as it is now. Never raises."""
        ...

    def forget_game(self, room: str) -> None:
        """The game in a room is over: it is not kept any more. Never raises."""
        ...

    def waiting_games(self) -> Iterable[bytes]:
        """The rooms that are kept and that no program plays. They stay so."""
        ...

    def played_elsewhere(self) -> bool:
        """Whether another program plays one of those that are kept."""
        ...

    def take_game(self, room: str) -> bytes | None:
        """A room that was kept, which is the caller's from now on, as it is now. It stays kept until it is forgotten.

        Returns:
            None if another program plays it; nothing, `b""`, if it is not kept any more.
        """
        ...

    def leave_games(self) -> None:
        """They are not the caller's any more. Never raises."""
        ...

    def records(self) -> Iterable[str]:
        """The records that are kept, newest first."""
        ...


class Timer(Protocol):
    """Something that will be called."""

    def cancel(self) -> None:
        """It will not be called."""
        ...


def _wall_clock() -> int:
    return time.time_ns() // 1_000_000


def _call_later(seconds: float, then: Callable[[], None]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, then)


@dataclass(frozen=True)
class Around:
    """What practice takes from the world; tests give it their own."""

    now: Callable[[], int] = _wall_clock
    """Wall-clock milliseconds."""
    later: Callable[[float, Callable[[], None]], Timer] = _call_later
    """Calls something after so many seconds."""
    entropy: Callable[[], bytes] = field(default=lambda: secrets.token_bytes(32))
    """32 unguessable bytes."""
    pace: Pace = field(default_factory=Pace)
