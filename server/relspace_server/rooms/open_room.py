"""One room as this node knows it: the newest state, the viewers connected here, and what each is sent."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from relspace.room.state import RoomState
from relspace.wire.frame import Frame
from relspace.wire.frames import Frames
from relspace.wire.messages import Talk
from relspace_server.rooms.fanout import FanOut


class Viewer(Protocol):
    """Whoever looks at a room."""

    @property
    def player_id(self) -> str:
        """Whose eyes these are."""
        ...

    def push(self, frame: Frame) -> None:
        """Takes a frame; returns at once and never raises."""
        ...


class OpenRoom:
    """Keeps the newest revision and hands it out."""

    def __init__(self, state: RoomState, rev: int, fanout: FanOut, now: Callable[[], int]) -> None:
        self.state = state
        self.rev = rev
        self.timer: asyncio.TimerHandle | None = None
        """What is due next, once it is scheduled."""
        self._viewers: dict[Viewer, None] = {}
        self._fanout = fanout
        self._now = now
        self._frames: Frames | None = None

    @property
    def watching(self) -> int:
        """Connected viewers without a seat."""
        return sum(self.state.seat_of(viewer.player_id) is None for viewer in self._viewers)

    def newer(self, state: RoomState, rev: int) -> bool:
        """Takes a state if it is newer than the one known, and tells every viewer. Returns whether it was."""
        if rev <= self.rev:
            return False
        talked = state.talk != self.state.talk
        self.state, self.rev = state, rev
        self.publish(talk=talked)
        return True

    def publish(self, *, talk: bool = False) -> None:
        """Tells every viewer what the room is now."""
        self._frames = None
        tells: list[Callable[[], None]] = [self._teller(viewer) for viewer in self._viewers]
        if talk:
            line = Frame.of(self._talk())
            tells += [self._talk_teller(viewer, line) for viewer in self._viewers]
        self._fanout.add(tells)

    def attach(self, viewer: Viewer) -> None:
        """Adds a viewer, who is told at once; the others see how many watch."""
        self._viewers.pop(viewer, None)
        others = [self._teller(other) for other in self._viewers]
        self._viewers[viewer] = None
        self._frames = None
        viewer.push(self.frame(viewer.player_id))
        viewer.push(Frame.of(self._talk()))
        self._fanout.add(others)

    def detach(self, viewer: Viewer) -> None:
        """Removes a viewer."""
        if viewer in self._viewers:
            del self._viewers[viewer]
            self.publish()

    def frame(self, player_id: str) -> Frame:
        """The newest snapshot for this player; spectators share one."""
        if self._frames is None:
            self._frames = Frames(self.state, self.rev, self._now(), self.watching)
        return self._frames.of(player_id)

    def _teller(self, viewer: Viewer) -> Callable[[], None]:
        def tell() -> None:
            if viewer in self._viewers:
                viewer.push(self.frame(viewer.player_id))

        return tell

    def _talk_teller(self, viewer: Viewer, line: Frame) -> Callable[[], None]:
        def tell() -> None:
            if viewer in self._viewers:
                viewer.push(line)

        return tell

    def _talk(self) -> Talk:
        return Talk(self.state.code, self.state.talk)
