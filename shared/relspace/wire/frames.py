"""The frames of one revision of a room: one for each of its players, and one that all spectators share."""

from functools import partial

from relspace.room.state import RoomState
from relspace.wire.frame import Frame
from relspace.wire.messages import Snapshot
from relspace.wire.packed import PackedSnapshots
from relspace.wire.snapshot import Snapshots


class Frames:
    """Makes each frame once, when it is first asked for.

    Args:
        state: the room.
        rev: its revision in the store.
        now: wall-clock milliseconds, for the clock.
        watching: spectators connected at the moment.
    """

    def __init__(self, state: RoomState, rev: int, now: int, watching: int) -> None:
        self._snapshots = Snapshots(state, rev, now, watching)
        self._packed = PackedSnapshots(self._snapshots.public)
        self._spectators = self._frame(self._snapshots.public)
        self._players: dict[str, Frame] = {}

    def of(self, viewer: str) -> Frame:
        """The frame for a viewer, by player id."""
        frame = self._players.get(viewer)
        if frame is None:
            snapshot = self._snapshots.of(viewer)
            if snapshot is self._snapshots.public:
                return self._spectators
            frame = self._players[viewer] = self._frame(snapshot)
        return frame

    def _frame(self, snapshot: Snapshot) -> Frame:
        return Frame.of(snapshot, partial(self._packed.pack, snapshot))
