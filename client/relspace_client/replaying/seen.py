"""What a game that is over looked like: each of its positions as a snapshot, for any seat or with all cards open."""

import re
from collections.abc import Sequence
from typing import Final

from relspace.room.options import RoomOptions
from relspace.room.state import LOG_KEPT, LogEntry
from relspace.rules.events import seen_by
from relspace.rules.position import Position
from relspace.rules.replay import Step
from relspace.rules.stash import cards_left
from relspace.rules.view import StashView, View, view
from relspace.text import clean
from relspace.wire.messages import SeatInfo, Snapshot
from relspace.wire.snapshot import moves_seen
from relspace_client.replaying.checked import Checked

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")

MOST_COLUMNS: Final = 200
"""Columns of a text that comes out of a record."""


class Game:
    """A game that is over, as snapshots."""

    def __init__(self, checked: Checked) -> None:
        head = checked.record.game
        self.steps: Final[Sequence[Step]] = checked.steps
        self.moves: Final = sum(step.made is not None for step in checked.steps)
        """How many moves were made: one less than the steps after the deal, if the game was abandoned."""
        self.checked: Final = checked
        self.names: Final = tuple(_safe(name) for name in head.seats)
        """Who played, by seat."""
        self._id, self._started = _safe(head.id), _minute(_safe(head.started))
        self._commitment = head.commitment
        self._rev = 0

    def snapshot(self, at: int, eyes: int | None) -> Snapshot:
        """One position.

        Args:
            at: its number; the deal is 0.
            eyes: the seat that sees it; None for all cards open, those that nobody knew included.
        """
        self._rev += 1  # what was drawn of another position, or for other eyes, is not to be taken for this one
        position = self.steps[at].position
        seen = view(position, eyes, "private") if eyes is not None else everything(position)
        options = position.options
        return Snapshot(
            room=self._started,
            title=self._id,
            rev=self._rev,
            phase="playing",
            options=RoomOptions(
                seats=len(self.names),
                clock=0,
                layout=options.layout,
                strict=options.strict,
                stashes="open" if eyes is None else "private",
            ),
            seats=tuple(
                SeatInfo(name, "person", left=cards_left(stash))
                for name, stash in zip(self.names, position.seats, strict=True)
            ),
            you=eyes,
            view=seen,
            legal=() if eyes is None or seen.phase == "over" else moves_seen(seen, eyes),
            ahead=eyes is not None and eyes != seen.turn,
            log=self.log(at, eyes),
            commitment=self._commitment,
        )

    def log(self, at: int, eyes: int | None, most: int = LOG_KEPT) -> tuple[LogEntry, ...]:
        """The last moves up to a position, oldest first, as they were told."""
        entries = []
        for step in self.steps[max(0, at + 1 - most) : at + 1]:
            if step.made is not None:
                owner = eyes is None or step.made.seat == eyes
                events = seen_by(step.events, owner=owner, open_stashes=False)
                entries.append(LogEntry(step.position.ply, step.made.seat, events, step.made.auto))
        return tuple(entries)


def _safe(text: str) -> str:
    """A text from a record as one line that is safe to show in a terminal."""
    return clean(text, MOST_COLUMNS, 4 * MOST_COLUMNS)


def _minute(moment: str) -> str:
    """A moment as people read it, to the minute: `2026-11-29 20:00 UTC`."""
    return f"{moment[:10]} {moment[11:16]} UTC" if _MOMENT.fullmatch(moment) else moment


def everything(position: Position) -> View:
    """A position with nothing taken out: fit for a game that is over, and for no other."""
    return View(*position[:8], tuple(StashView(*stash) for stash in position.seats), *position[9:])
