"""What is counted while the server runs: plain numbers, so that counting costs an addition.

Nobody is asked for anything when something happens; whoever wants the figures reads them here (`metrics.py`).
"""

from bisect import bisect_left
from collections import Counter
from typing import Final, TypeAlias

from relspace.room.state import RoomState

KEY_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Seconds from a key to the picture: 100 ms is what a person begins to notice."""

STORE_BOUNDS: Final = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1.0, 5.0)
"""Seconds until the store has answered."""

LAG_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Seconds by which the event loop is late."""

ANSWERED_WITHIN: Final = 1.0
"""Seconds from a key to a picture that answers it; a later one was painted for another reason."""


class Latency:
    """How often something took how long.

    Args:
        bounds: seconds, growing; the upper ends of what is told apart.
    """

    __slots__ = ("bounds", "numbers", "seconds")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.numbers = [0] * (len(bounds) + 1)
        """How many fell within each bound and above the one before; the last number is of those beyond all."""
        self.seconds = 0.0
        """All of them together."""

    def add(self, seconds: float) -> None:
        """Counts one."""
        self.numbers[bisect_left(self.bounds, seconds)] += 1
        self.seconds += seconds

    def __add__(self, other: "Latency") -> "Latency":
        """Both together; the bounds must be the same."""
        both = Latency(self.bounds)
        both.numbers = [one + another for one, another in zip(self.numbers, other.numbers, strict=True)]
        both.seconds = self.seconds + other.seconds
        return both

    def copy(self) -> "Latency":
        """The figures as they are now."""
        copied = Latency(self.bounds)
        copied.numbers, copied.seconds = list(self.numbers), self.seconds
        return copied


SessionRefusal: TypeAlias = str
"""Why a session may not begin: one of the limits, `banned` or `draining`."""


class Counts:
    """Everything that is counted, from the start of the process."""

    def __init__(self) -> None:
        self.frames = 0
        """Pictures and lines sent, one write each."""
        self.bytes_out = 0
        """Bytes of them."""
        self.key_to_paint = Latency(KEY_BOUNDS)
        self.store_reads = Latency(STORE_BOUNDS)
        self.store_writes = Latency(STORE_BOUNDS)
        self.store_failures = 0
        self.lag = Latency(LAG_BOUNDS)
        self.stalls = 0
        """How often the loop was late by more than a person notices."""
        self.disk_free = 0
        """Bytes that are left on the disk of the data folder."""
        self.starts_waiting = 0
        """Sessions that wait for their turn to begin, now."""
        self.incidents = 0
        """Crashes, each of which has an id in the log."""
        self.moves = 0
        self.games_finished = 0
        self.sessions_refused: Counter[SessionRefusal] = Counter()

    def sent(self, size: int) -> None:
        """One picture or line, of so many bytes, goes to a client."""
        self.frames += 1
        self.bytes_out += size

    def room_changed(self, before: RoomState, after: RoomState) -> None:
        """This process has changed a room. What others change, they count."""
        if before.game is not None and after.game is not None and before.game_id == after.game_id:
            self.moves += max(0, len(after.game.moves) - len(before.game.moves))
            self.games_finished += before.phase == "playing" and after.phase == "over"
        elif after.game is not None:
            self.moves += len(after.game.moves)


class Awaited:
    """Measures from the first key that has no answer yet to the next picture."""

    __slots__ = ("_since", "_to")

    def __init__(self, to: Latency) -> None:
        self._to = to
        self._since = 0.0

    def pressed(self, now: float) -> None:
        """A key was pressed, at a time of a clock that never stands at 0."""
        if not self._since or now - self._since > ANSWERED_WITHIN:
            self._since = now

    def painted(self, now: float) -> None:
        """A picture goes to the client."""
        if self._since:
            if now - self._since <= ANSWERED_WITHIN:
                self._to.add(now - self._since)
            self._since = 0.0
