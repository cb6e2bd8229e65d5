"""A world for practice rooms in which time passes when a test says so."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import count

from relspace.errors import Refused
from relspace.room.due import Pace
from relspace.wire.frame import Frame
from relspace.wire.messages import Lobby, Me, Message, Snapshot
from relspace.wire.settings import PlayerSettings
from relspace_client.practice.around import Around
from relspace_client.practice.link import Practice

SEED = bytes(range(32))

AT_ONCE = Pace(bot_least=0, bot_most=0, autopilot=0)
"""Bots that need no time."""

WELCOMED = PlayerSettings(welcomed=True)


class Timer:
    """Something that will be called."""

    def __init__(self, at: int, then: Callable[[], None]) -> None:
        self.at, self.then, self.cancelled = at, then, False

    def cancel(self) -> None:
        self.cancelled = True


class World:
    """Clock, entropy and timers."""

    def __init__(self, pace: Pace = AT_ONCE) -> None:
        self.ms = 1_700_000_000_000
        self.timers: list[Timer] = []
        self._drawn = count(1)
        self.around = Around(lambda: self.ms, self._later, lambda: sha256(b"%d" % next(self._drawn)).digest(), pace)

    def _later(self, seconds: float, then: Callable[[], None]) -> Timer:
        timer = Timer(self.ms + round(1000 * seconds), then)
        self.timers.append(timer)
        return timer

    @property
    def waiting(self) -> list[Timer]:
        """The timers that run."""
        return [timer for timer in self.timers if not timer.cancelled]

    async def tick(self) -> bool:
        """Lets the time pass until the next timer, and what it begins be done; whether there was one."""
        if not self.waiting:
            return False
        timer = min(self.waiting, key=lambda timer: timer.at)
        self.timers.remove(timer)
        self.ms = max(self.ms, timer.at)
        timer.then()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        practice = [task for task in others if "Practice" in repr(task.get_coro())]
        if practice:
            await asyncio.wait(practice)
        return True


class Keeps:
    """Keeps everything in memory."""

    def __init__(self) -> None:
        self.players: list[tuple[str, PlayerSettings]] = []
        self.kept: dict[str, str] = {}
        self.games: dict[str, bytes] = {}
        self.elsewhere: set[str] = set()
        """Rooms whose games another program plays."""

    def keep_player(self, name: str, settings: PlayerSettings) -> None:
        self.players.append((name, settings))

    def keep_record(self, game: str, text: str) -> None:
        self.kept[game] = text

    def keep_game(self, room: str, data: bytes) -> None:
        self.games[room] = data

    def forget_game(self, room: str) -> None:
        self.games.pop(room, None)

    def waiting_games(self) -> list[bytes]:
        return [data for room, data in self.games.items() if room not in self.elsewhere]

    def played_elsewhere(self) -> bool:
        return bool(self.elsewhere)

    def take_game(self, room: str) -> bytes | None:
        return None if room in self.elsewhere else self.games.get(room, b"")

    def leave_games(self) -> None:
        pass

    def record(self, game: str) -> str:
        if game not in self.kept:
            raise Refused("no-such-record")
        return self.kept[game]

    def records(self) -> Iterable[str]:
        return reversed(self.kept.values())


class Player:
    """Somebody with a practice link, who remembers what came down."""

    def __init__(
        self,
        world: World,
        *,
        levels: tuple[str, ...] = ("normal",),
        seed: bytes | None = None,
        keeps: Keeps | None = None,
    ) -> None:
        self.world, self.keeps = world, keeps or Keeps()
        self.link = Practice("Vega", WELCOMED, self.keeps, levels, seed, world.around)
        self.heard: list[Message] = []
        self.link.open(self._receive)

    def _receive(self, frame: Frame) -> None:
        self.heard.append(Frame.received(frame.encoded).message)  # as over a wire

    def _last(self, kind: type) -> Iterator[Message]:
        return (message for message in reversed(self.heard) if isinstance(message, kind))

    @property
    def snapshot(self) -> Snapshot:
        """The newest."""
        found = next(self._last(Snapshot))
        assert isinstance(found, Snapshot)
        return found

    @property
    def lobby(self) -> Lobby:
        """The newest."""
        found = next(self._last(Lobby))
        assert isinstance(found, Lobby)
        return found

    @property
    def me(self) -> Me:
        """The newest."""
        found = next(self._last(Me))
        assert isinstance(found, Me)
        return found

    @property
    def kinds(self) -> list[type]:
        """The types of what came, in order."""
        return [type(message) for message in self.heard]
