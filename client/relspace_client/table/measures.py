"""Where everything stands at each size: three layouts, stretched to the room there is.

`large` needs 120 × 40 cells, `medium` 80 × 24, `small` 40 × 18. The largest that fits is used; what is over goes to
the pods' piles, the log and the talk.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.rules.layout import LayoutName
from relspace_client.picture.picture import Grid, Slot
from relspace_client.table.chips import CHIP_LINES, chips

SizeName: TypeAlias = Literal["large", "medium", "small"]

Show: TypeAlias = Literal["table", "stashes", "pods", "log"]
"""What stands on the table screen: the table itself, everybody's stash, all cards of the pods, or the whole log."""

PaneName: TypeAlias = Literal["bar", "ring", "pods", "prompt", "stash", "card", "log", "talk", "legend", "keys", "body"]
"""The parts of the table; `body` is what stands between the ring and the keys while something else is shown."""

OWN: Final[frozenset[PaneName]] = frozenset(("prompt", "stash", "card", "keys"))
"""The panes that say something of their own to each player."""

MIN_WIDTH: Final = 40
MIN_HEIGHT: Final = 18
"""Below these the table cannot be drawn."""

MOST_LOGGED: Final = 8
"""Log entries that a snapshot has."""

LOG_TEXT: Final = 8
"""The column of the log's pane at which texts begin; the names before them have slots of their own."""

_WIDEST: Final = 160
"""Columns that the large layout takes; on a wider terminal it stands in the middle."""

_STASH: Final[Mapping[tuple[SizeName, LayoutName], int]] = {
    ("large", "grid"): 66,
    ("large", "pyramid"): 67,
    ("medium", "grid"): 36,
    ("medium", "pyramid"): 37,
}
"""Columns of a stash with its row X, and an empty one after it."""

_ROOMY_PROMPT: Final = 3
"""Lines of a prompt that has an empty one above it and one below."""

_TALK_HEAD: Final = 2
"""An empty line and a heading."""


class Pane(NamedTuple):
    """A rectangle of the picture."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class Measures:
    """The panes of the table at one size."""

    size: SizeName
    width: int
    height: int
    panes: Mapping[PaneName, Pane]
    """Panes never overlap; one that has no room is missing."""
    first: Mapping[PaneName, int]
    """The number of each pane's first slot in `grid`."""
    pane_of: tuple[PaneName, ...]
    """By slot: the pane that it is a part of."""
    own: frozenset[int]
    """The slots of the panes that say something of their own to each player."""
    grid: Grid
    heading: bool = True
    """Whether the lines of the pods have a heading (`small`)."""


def size_of(width: int, height: int) -> SizeName | None:
    """The layout for a terminal, or None if it is too small for any."""
    if width >= 120 and height >= 40:
        return "large"
    if width >= 80 and height >= 24:
        return "medium"
    return "small" if width >= MIN_WIDTH and height >= MIN_HEIGHT else None


def measures(
    width: int, height: int, show: Show = "table", pods: int = 4, players: int = 4, layout: LayoutName = "grid"
) -> Measures:
    """The panes at a size of at least `MIN_WIDTH` × `MIN_HEIGHT`, one object for all pictures that have them alike.

    Args:
        width: cells across.
        height: lines.
        show: what is shown.
        pods: pods that are out or away; the small layout has a line for each.
        players: seats in the game; each has slots of its own in the ring.
        layout: how the stashes lie.
    """
    size = size_of(width, height)
    assert size is not None, (width, height)
    lines = pods if size == "small" and show == "table" else 0
    return _measured(size, width, height, show, lines, players, layout)


@lru_cache(maxsize=256)
def _measured(
    size: SizeName, width: int, height: int, show: Show, pods: int, players: int, layout: LayoutName
) -> Measures:
    heading = True
    if show == "stashes":
        panes = _stashes(size, width, height)
    elif show != "table":
        panes = _lists(size, width, height)
    elif size == "large":
        panes = _large(width, height, _STASH[size, layout])
    elif size == "medium":
        panes = _medium(width, height, _STASH[size, layout])
    else:
        panes, heading = _small(width, height, pods)
    first: dict[PaneName, int] = {}
    slots: list[Slot] = []
    pane_of: list[PaneName] = []
    for name, pane in panes.items():
        first[name] = len(slots)
        slots += _chips(pane, players) if name == "ring" else _log(pane) if name == "log" else _lines(pane, name)
        pane_of.extend(repeat(name, len(slots) - first[name]))
    own = frozenset(number for number, name in enumerate(pane_of) if name in OWN)
    return Measures(size, width, height, panes, first, tuple(pane_of), own, Grid(width, height, slots), heading)


def _lines(pane: Pane, name: PaneName) -> list[Slot]:
    """A slot for each line. A player's stash changes in a way of its own each time, and is shown to nobody else."""
    recurs = name != "stash"
    return [Slot(pane.x, pane.y + line, pane.width, recurs) for line in range(pane.height)]


def _log(pane: Pane) -> list[Slot]:
    """A slot for each name, then one for each text."""
    rest = Pane(pane.x + LOG_TEXT, pane.y, pane.width - LOG_TEXT, pane.height)
    return [*_lines(pane._replace(width=LOG_TEXT), "log"), *_lines(rest, "log")]


def _chips(pane: Pane, players: int) -> list[Slot]:
    """Two slots for each player; a slot for each line where players have no chips."""
    stand = chips(pane.width, pane.height, players)
    if stand is None:
        return _lines(pane, "ring")
    left = pane.x + stand.x
    places = ((left + number * stand.pitch, pane.y + line) for number in range(players) for line in range(CHIP_LINES))
    return [Slot(x, y, stand.pitch) for x, y in places]


def inset(size: SizeName | None, width: int) -> int:
    """The columns at either edge that stay empty on a terminal wider than the large layout."""
    return max(0, width - _WIDEST) // 2 if size == "large" else 0


def _large(width: int, height: int, stash_width: int) -> dict[PaneName, Pane]:
    over = height - 40
    taller = min(over // 2, 2)
    stash = 23 + taller
    left, room = inset("large", width), min(width, _WIDEST)
    right, rest = left + stash_width, room - stash_width
    panes: dict[PaneName, Pane] = {
        "bar": Pane(0, 0, width, 1),
        "ring": Pane(left, 2, room, 2),
        "pods": Pane(left, 5, room, 15 + taller),
        "prompt": Pane(left, stash - 2, room, 2),
        "stash": Pane(left, stash, stash_width, 8),
        "legend": Pane(left, stash + 10, stash_width, 5),
        "card": Pane(right, stash, rest, 2),
        "log": Pane(right, stash + 3, rest, MOST_LOGGED + min(over, 1)),
    }
    talk = panes["log"].y + panes["log"].height
    panes["talk"] = Pane(right, talk, rest, height - 2 - talk)
    panes["keys"] = Pane(0, height - 1, width, 1)
    return panes


def _medium(width: int, height: int, stash_width: int) -> dict[PaneName, Pane]:
    over = height - 24
    taller = min(over // 2, 6)
    stash = 15 + taller
    log = stash + 4
    left, rest = stash_width, width - stash_width
    lines = min(height - 2 - log, MOST_LOGGED)
    panes: dict[PaneName, Pane] = {
        "bar": Pane(0, 0, width, 1),
        "ring": Pane(0, 1, width, 2),
        "pods": Pane(0, 4, width, 8 + taller),
        "prompt": Pane(0, stash - 2, width, 2),
        "stash": Pane(0, stash, stash_width, 7),
        "card": Pane(left, stash, rest, 4),
        "log": Pane(left, log, rest, lines),
    }
    if height - 2 - log - lines > _TALK_HEAD:
        panes["talk"] = Pane(left, log + lines, rest, height - 2 - log - lines)
    panes["keys"] = Pane(0, height - 1, width, 1)
    return panes


def prompt_line(pane: Pane) -> int:
    """The line of the prompt's pane on which the prompt stands: a pane of three has an empty one above it (`small`)."""
    return 1 if pane.height == _ROOMY_PROMPT else 0


def _small(width: int, height: int, pods: int) -> tuple[dict[PaneName, Pane], bool]:
    """The small layout, from which line after line gives way until it fits. Tells whether the pods have a heading."""
    lines = 8 if pods == 7 and height >= 20 else pods
    rows = {"heading": 1, "before": 1, "after": 1, "log": 1, "keys": 1, "ring": 1}
    order = (
        ("before", "after", "heading", "log") if height >= 20 else ("log", "heading", "before", "after", "keys", "ring")
    )
    while (over := height - (10 + lines + sum(rows.values()))) < 0:
        rows[next(name for name in order if rows[name])] = 0
    prompt = rows["before"] + 1 + rows["after"]
    y = Column()
    panes: dict[PaneName, Pane] = {
        "bar": Pane(0, y.take(1), width, 1),
        "ring": Pane(0, y.take(1 + rows["ring"]), width, 1 + rows["ring"]),
        "pods": Pane(0, y.take(rows["heading"] + lines), width, rows["heading"] + lines),
        "prompt": Pane(0, y.take(prompt), width, prompt),
    }
    stash = y.take(7)
    panes["stash"] = Pane(0, stash, 34, 7)
    panes["card"] = Pane(34, stash, width - 34, 7)
    logged = min(rows["log"] * (1 + over), MOST_LOGGED)
    if logged:
        panes["log"] = Pane(0, y.take(logged), width, logged)
    if over + 1 - logged > _TALK_HEAD and rows["log"]:
        panes["talk"] = Pane(0, y.at, width, over + 1 - logged)
    if rows["keys"]:
        panes["keys"] = Pane(0, height - 1, width, 1)
    return panes, bool(rows["heading"])


class Column:
    """Lines that are handed out from the top."""

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def take(self, lines: int) -> int:
        """The first of so many lines."""
        first, self.at = self.at, self.at + lines
        return first

    def skip(self, lines: int) -> "Column":
        """Leaves lines empty."""
        self.at += lines
        return self


def _stashes(size: SizeName, width: int, height: int) -> dict[PaneName, Pane]:
    """Everybody's stash below the pods; in the small layout in their place."""
    left, room = inset(size, width), min(width, _WIDEST) if size == "large" else width
    ring = 2 if size == "large" else 1
    y = Column(ring + 2)
    panes: dict[PaneName, Pane] = {"bar": Pane(0, 0, width, 1), "ring": Pane(left, ring, room, 2)}
    if size != "small":
        lines = 8 if size == "medium" else 15
        panes["pods"] = Pane(left, y.skip(size == "large").take(lines), room, lines)
    panes["prompt"] = Pane(left, y.skip(size == "large").take(1), room, 1)
    panes["body"] = Pane(left, y.at, room, height - 1 - y.at)
    panes["keys"] = Pane(0, height - 1, width, 1)
    return panes


def _lists(size: SizeName, width: int, height: int) -> dict[PaneName, Pane]:
    """A list in place of everything between the ring and the keys."""
    panes = _stashes(size, width, height)
    panes.pop("pods", None)
    y = 5 if size == "large" else 3
    panes["prompt"] = panes["prompt"]._replace(y=y)
    panes["body"] = panes["body"]._replace(y=y + 1, height=height - 2 - y)
    return panes
