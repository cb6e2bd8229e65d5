"""Where a replay stands, and what each key does to it."""

from dataclasses import dataclass, replace
from typing import Final

from relspace_client.table.measures import Show

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Plies a second."""

MOST_DIGITS: Final = 3
"""Digits of a ply that is jumped to; a game has at most 500 plies."""


DIGITS: Final = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class Reel:
    """Where a replay stands."""

    last: int
    """The last position's number; the deal is 0."""
    seats: int
    """How many played."""
    at: int = 0
    """The position that is shown."""
    eyes: int | None = None
    """The seat through whose eyes the game is seen; None for all cards open."""
    playing: bool = False
    speed: int = 1
    """Which of `SPEEDS`."""
    typed: str | None = None
    """The digits of the ply that is being typed; None if none is."""
    show: Show = "table"
    facts: bool = False
    """Whether the last step was made: to how the game ended."""
    done: bool = False
    """Whether the replay is to be left."""

    @property
    def seconds(self) -> float:
        """Seconds from one ply to the next while it plays."""
        return 1 / SPEEDS[self.speed]


def press(reel: Reel, key: str) -> Reel:
    """The reel after a key.

    Args:
        reel: where the replay stands.
        key: a printable key by its character, others as Textual names them; for a click, the area's action.
    """
    if reel.typed is not None:
        return _type(reel, reel.typed, key)
    if reel.facts and key in ("left", "up", "right", "down", "enter"):
        return replace(reel, facts=key in ("right", "down", "enter"))
    if reel.facts and key not in ("q", "escape"):
        reel = replace(reel, facts=False)
    if key in DIGITS:
        return _look(reel, int(key) or 10)
    if key.startswith("seat "):
        return _look(reel, int(key.removeprefix("seat ")))
    match key:
        case "left" | "up":
            return step(reel, -1)
        case "right" | "down" | "enter":
            return step(reel, 1)
        case "home":
            return replace(reel, at=0, playing=False)
        case "end":
            return replace(reel, at=reel.last, playing=False)
        case " " | "space":
            return _play(reel)
        case "+" | "=":
            return replace(reel, speed=min(reel.speed + 1, len(SPEEDS) - 1))
        case "-":
            return replace(reel, speed=max(reel.speed - 1, 0))
        case "g":
            return replace(reel, typed="", playing=False)
        case "a":
            return replace(reel, eyes=None)
        case "o" | "s" | "p":
            wanted: Show = "pods" if key == "p" else "stashes"
            return replace(reel, show="table" if reel.show == wanted else wanted)
        case "escape" if reel.show != "table":
            return replace(reel, show="table")
        case "q" | "escape":
            return replace(reel, done=True)
        case _:
            return reel


def step(reel: Reel, by: int) -> Reel:
    """So many positions further; it stops playing. After the last one comes how the game ended."""
    if by > 0 and reel.at == reel.last:
        return replace(reel, facts=True, playing=False)
    return replace(reel, at=max(0, min(reel.at + by, reel.last)), playing=False)


def tick(reel: Reel) -> Reel:
    """The next position, while it plays; it stops at the last one."""
    if not reel.playing:
        return reel
    at = min(reel.at + 1, reel.last)
    return replace(reel, at=at, playing=at < reel.last)


def _play(reel: Reel) -> Reel:
    """Plays or pauses; at the end it starts anew."""
    if reel.playing:
        return replace(reel, playing=False)
    return replace(reel, playing=reel.last > 0, at=0 if reel.at == reel.last else reel.at)


def _look(reel: Reel, seat: int) -> Reel:
    """Through a seat's eyes, if there is such a seat."""
    return replace(reel, eyes=seat) if 1 <= seat <= reel.seats else reel


def _type(reel: Reel, typed: str, key: str) -> Reel:
    """A ply's number is being typed: Enter goes there, any other key leaves it."""
    if key in DIGITS:
        return replace(reel, typed=(typed + key)[:MOST_DIGITS])
    if key == "backspace":
        return replace(reel, typed=typed[:-1])
    if key == "enter" and typed:
        return replace(reel, typed=None, at=min(int(typed), reel.last))
    return replace(reel, typed=None)
