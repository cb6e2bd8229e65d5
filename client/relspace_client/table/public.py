"""What everybody may see of a room. Pictures that viewers share are drawn from this type alone.

So nothing of one viewer's can slip into what is shown to another: every stash is in here as a spectator sees it, with
no face of a face-down card, and with face-up ones only where stashes are open.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from relspace.room.options import RoomOptions
from relspace.room.state import LogEntry
from relspace.rules.cards import DOWN, HIDDEN, Space
from relspace.rules.layout import LAYOUTS
from relspace.rules.position import Direction, Phase, Pod
from relspace.rules.stash import cards_left
from relspace.rules.view import StashView
from relspace.wire.messages import Presence, SeatInfo, SeatKind, Snapshot
from relspace.wire.snapshot import seen_by_others
from relspace_client.locale.titles import Title

_REMEMBERED: Final = 1_024
"""Stashes that are kept as everybody sees them: a move changes one of a table."""


class Held(NamedTuple):
    """How many cards one row of a stash holds."""

    up: int
    """Face-up ones."""
    down: int
    """Face-down ones."""
    size: int
    """Spaces."""

    @property
    def left(self) -> int:
        """All of them."""
        return self.up + self.down


class Player(NamedTuple):
    """One seat."""

    name: str
    kind: SeatKind
    presence: Presence
    rating: int | None
    left: int
    """Cards left."""
    rows: tuple[Held, ...]
    """Rows A, B and C."""
    extra: int
    """Cards in row X."""
    out: bool
    """Whether this player has left the game."""


@dataclass(frozen=True, slots=True)
class Public:
    """A room in which a game is played, as everybody sees it."""

    room: str
    title: Title
    rev: int
    options: RoomOptions
    rated: bool
    """Whether the game counts for ratings."""
    players: tuple[Player, ...]
    turn: int
    """The seat on turn."""
    direction: Direction
    phase: Phase
    pods: tuple[Pod, ...]
    away: Pod | None
    stashes: tuple[StashView, ...]
    """By seat; what is hidden from anybody is hidden."""
    log: tuple[LogEntry, ...]
    """The last moves, oldest first, without anybody's secrets."""


def public(snapshot: Snapshot) -> Public | None:
    """What everybody may see of a snapshot; the same for each viewer's. None while there is no game."""
    view = snapshot.view
    if view is None:
        return None
    open_stashes = snapshot.options.stashes == "open"
    rows = LAYOUTS[view.options.layout].rows
    return Public(
        room=snapshot.room,
        title=Title(snapshot.title, snapshot.named),
        rev=snapshot.rev,
        options=snapshot.options,
        rated=snapshot.rated,
        players=tuple([_player(info, stash, rows) for info, stash in zip(snapshot.seats, view.seats, strict=False)]),
        turn=view.turn,
        direction=view.direction,
        phase=view.phase,
        pods=view.pods,
        away=view.away,
        stashes=tuple([_stash(stash, open_stashes=open_stashes) for stash in view.seats]),
        log=seen_by_others(snapshot.log, open_stashes=open_stashes),
    )


def _player(info: SeatInfo, stash: StashView, rows: tuple[range, ...]) -> Player:
    counted = _counted(stash.spaces, rows)
    extra = len(stash.extra) - stash.extra.count(None)
    return Player(info.name, info.kind, info.presence, info.rating, cards_left(stash), counted, extra, stash.out)


@lru_cache(maxsize=_REMEMBERED)
def _counted(spaces: tuple[Space, ...], rows: tuple[range, ...]) -> tuple[Held, ...]:
    return tuple(_row([spaces[number] for number in row]) for row in rows)


def _row(spaces: list[Space]) -> Held:
    down = sum(space is not None and space[0] == DOWN for space in spaces)
    return Held(len(spaces) - spaces.count(None) - down, down, len(spaces))


@lru_cache(maxsize=_REMEMBERED)
def _stash(stash: StashView, *, open_stashes: bool) -> StashView:
    """A stash as a spectator sees it."""
    return StashView(
        tuple(_space(space, open_stashes=open_stashes) for space in stash.spaces),
        tuple(_space(space, open_stashes=open_stashes) for space in stash.extra),
        (),
        stash.out,
    )


def _space(space: Space, *, open_stashes: bool) -> Space:
    if space is None or (open_stashes and space[0] != DOWN):
        return space
    return DOWN if space[0] == DOWN else HIDDEN
