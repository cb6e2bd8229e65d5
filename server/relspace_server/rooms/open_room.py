"""One room as this node knows it: the newest state, the viewers connected here, and what each is sent."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from relspace.room.state import RoomState
from relspace.wire.frame import Frame
from relspace.wire.frames import Frames
from relspace.wire.talk import talk_message
from relspace_server.rooms.fanout import FanOut


class Viewer(Protocol):
    """Whoever looks at a room."""

    @property
    def player_id(self) -> str:
        """Whose eyes these are."""
        ...

    @property
    def unheard(self) -> frozenset[str]:
        """Ids of players whose lines they do not want to hear."""
        ...

    def push(self, frame: Frame) -> None:
        """Takes a frame; returns at once and never raises."""
        ...


class OpenRoom:
    """Keeps the newest revision and hands it out."""

    def __init__(
        self,
        state: RoomState,
        rev: int,
        fanout: FanOut,
        now: Callable[[], int],
        watched: Callable[["OpenRoom"], None] = lambda _room: None,
    ) -> None:
        self.state = state
        self.rev = rev
        self.timer: asyncio.TimerHandle | None = None
        """What is due next, once it is scheduled."""
        self.held = False
        """Whether nothing is scheduled for now."""
        self.lost = 0
        """How many of the milliseconds that this process has lost are no concern of the turn that runs."""
        self._watched = watched
        """Told when somebody looks at it, or does so no more."""
        self._viewers: dict[Viewer, None] = {}
        self._elsewhere = 0
        self._fanout = fanout
        self._now = now
        self._frames: Frames | None = None
        self._talks: dict[frozenset[str], Frame] = {}
        """What was said, by whom a viewer does not hear."""

    @property
    def attended(self) -> bool:
        """Whether anybody connected here looks at it."""
        return bool(self._viewers)

    @property
    def watching(self) -> int:
        """Connected viewers without a seat."""
        seated = {seat.player.id for seat in self.state.seats if seat.player is not None}
        return self._elsewhere + sum([viewer.player_id not in seated for viewer in self._viewers])

    def watched_elsewhere(self, number: int) -> None:
        """Takes how many viewers without a seat are connected to other nodes."""
        if number != self._elsewhere:
            self._elsewhere = number
            self.publish()
            self._watched(self)

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
            self._talks = {}
            tells += [self._talk_teller(viewer) for viewer in self._viewers]
        self._fanout.add(tells)

    def attach(self, viewer: Viewer) -> None:
        """Adds a viewer, who is told at once; the others see how many watch."""
        self._viewers.pop(viewer, None)
        others = [self._teller(other) for other in self._viewers]
        self._viewers[viewer] = None
        self._frames = None
        viewer.push(self.frame(viewer.player_id))
        viewer.push(self.talk(viewer.unheard))
        self._fanout.add(others)
        self._watched(self)

    def detach(self, viewer: Viewer) -> None:
        """Removes a viewer."""
        if viewer in self._viewers:
            del self._viewers[viewer]
            self.publish()
            self._watched(self)

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

    def talk(self, unheard: frozenset[str]) -> Frame:
        """What was said here, without the lines of those whom somebody does not want to hear."""
        frame = self._talks.get(unheard)
        if frame is None:
            frame = self._talks[unheard] = Frame.of(talk_message(self.state.code, self.state.talk, unheard))
        return frame

    def _talk_teller(self, viewer: Viewer) -> Callable[[], None]:
        def tell() -> None:
            if viewer in self._viewers:
                viewer.push(self.talk(viewer.unheard))

        return tell
