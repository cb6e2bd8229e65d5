"""One room as this node knows it: the newest state, the viewers connected here, and what each is sent."""

import asyncio
from collections.abc import Callable, Hashable
from functools import partial
from typing import Final, Protocol

from relspace.room.state import RoomState
from relspace.wire.frame import Frame
from relspace.wire.frames import Frames
from relspace.wire.talk import talk_message
from relspace_server.rooms.fanout import FanOut, Tell
from relspace_server.rooms.soon import LOOP, Soon, Timers

WATCHING_EVERY: Final = 0.25
"""Seconds between two tellings of how many look on, at least."""


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
        timers: Timers = LOOP,
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
        self._viewers: dict[Viewer, Frame | None] = {}
        """Who looks at it, with what they were told last."""
        self._elsewhere = 0
        self._fanout = fanout
        self._number = Soon(self._tell_number, WATCHING_EVERY, timers)
        """Tells how many look on."""
        self._now = now
        self._frames: Frames | None = None
        self._talks: dict[frozenset[str], Frame] = {}
        """What was said, by whom a viewer does not hear."""

    @property
    def attended(self) -> bool:
        """Whether anybody connected here looks at it."""
        return bool(self._viewers)

    @property
    def occupied(self) -> bool:
        """Whether anybody looks at it, here or on another node."""
        return bool(self._viewers) or self._elsewhere > 0

    @property
    def watching(self) -> int:
        """Connected viewers without a seat."""
        seated = {seat.player.id for seat in self.state.seats if seat.player is not None}
        return self._elsewhere + sum([viewer.player_id not in seated for viewer in self._viewers])

    def watched_elsewhere(self, number: int) -> None:
        """Takes how many viewers without a seat are connected to other nodes."""
        if number != self._elsewhere:
            self._elsewhere = number
            self._frames = None
            self._number_changed()

    def newer(self, state: RoomState, rev: int) -> bool:
        """Takes a state if it is newer than the one known, and tells every viewer. Returns whether it was."""
        if rev <= self.rev:
            return False
        talked = state.talk != self.state.talk
        self.state, self.rev = state, rev
        self.publish(talk=talked)
        return True

    def publish(self, *, talk: bool = False) -> None:
        """Tells every viewer what the room is now, each of them once when it is their turn, and what is new by then.

        A snapshot has the last moves, so that who was told of one move late misses nothing of it.
        """
        self._number.cancel()
        self._frames = None
        tells = self._tells()
        if talk:
            self._talks = {}
            tells += [(self._key(viewer, "talk"), partial(self._tell_talk, viewer)) for viewer in self._viewers]
        self._fanout.renew(tells)

    def attach(self, viewer: Viewer) -> None:
        """Adds a viewer, who is told at once; the others see how many watch, soon."""
        self._forget(viewer)
        self._frames = self._viewers[viewer] = None
        self._tell(viewer)
        self._tell_talk(viewer)
        self._number_changed()

    def detach(self, viewer: Viewer) -> None:
        """Removes a viewer."""
        if viewer in self._viewers:
            self._forget(viewer)
            self._frames = None
            self._number_changed()

    def close(self) -> None:
        """Nobody is told anything any more, and nothing is due: the room is gone."""
        if self.timer is not None:
            self.timer.cancel()
        for viewer in list(self._viewers):
            self._forget(viewer)
        self._number.cancel()

    def frame(self, player_id: str) -> Frame:
        """The newest snapshot for this player; spectators share one."""
        if self._frames is None:
            self._frames = Frames(self.state, self.rev, self._now(), self.watching)
        return self._frames.of(player_id)

    def _number_changed(self) -> None:
        """Somebody has come to look, or gone."""
        if self._viewers:
            self._number.changed()
        self._watched(self)

    def _tell_number(self) -> None:
        self._fanout.renew(self._tells())

    def _tells(self) -> list[tuple[Hashable, Tell]]:
        return [(self._key(viewer, "room"), partial(self._tell, viewer)) for viewer in self._viewers]

    def _tell(self, viewer: Viewer) -> None:
        """Tells a viewer what the room is now, unless they know: who has just come does."""
        frame = self.frame(viewer.player_id)
        if self._viewers[viewer] is not frame:
            self._viewers[viewer] = frame
            viewer.push(frame)

    def _forget(self, viewer: Viewer) -> None:
        """Takes a viewer out, and what was still to be told to them."""
        self._viewers.pop(viewer, None)
        self._fanout.forget(self._key(viewer, "room"))
        self._fanout.forget(self._key(viewer, "talk"))

    def _key(self, viewer: Viewer, what: str) -> Hashable:
        return self, viewer, what

    def talk(self, unheard: frozenset[str]) -> Frame:
        """What was said here, without the lines of those whom somebody does not want to hear."""
        frame = self._talks.get(unheard)
        if frame is None:
            frame = self._talks[unheard] = Frame.of(talk_message(self.state.code, self.state.talk, unheard))
        return frame

    def _tell_talk(self, viewer: Viewer) -> None:
        viewer.push(self.talk(viewer.unheard))
