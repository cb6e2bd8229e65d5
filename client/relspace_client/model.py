"""What an app knows of the rooms: the newest of each message that came down the link."""

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from relspace.room.state import TalkLine
from relspace.wire.messages import Lobby, Me, Message, Notice, Snapshot, Talk

NOTICES_KEPT: Final = 8
"""Notices that wait to be shown; the oldest is dropped."""


class Model:
    """The newest lobby, room, talk and notices. Knows neither Textual nor the link."""

    def __init__(self) -> None:
        self.me: Me | None = None
        """Who the person is; None until it was told."""
        self.lobby: Lobby | None = None
        """The newest lobby, also while a room is looked at; None until the first one has come."""
        self.snapshot: Snapshot | None = None
        """The room that is looked at; None in the lobby."""
        self.notices: Final[deque[Notice]] = deque(maxlen=NOTICES_KEPT)
        """What the person has not been told yet, oldest first."""
        self.ignored: Final[set[str]] = set()
        """The names of those whose lines the person does not want to read in this session."""
        self._talk: dict[str, tuple[TalkLine, ...]] = {}

    @property
    def room(self) -> str:
        """The code of the room that is looked at; empty in the lobby."""
        return self.snapshot.room if self.snapshot else ""

    @property
    def guest(self) -> bool:
        """Whether the person has no account: they cannot come back as the same one."""
        return (self.me is not None and self.me.guest) or (self.lobby is not None and self.lobby.guest)

    @property
    def talk(self) -> tuple[TalkLine, ...]:
        """What was said last in the room that is looked at, or in the lobby; oldest first."""
        return self._talk.get(self.room, ())

    @property
    def talks(self) -> Mapping[str, tuple[TalkLine, ...]]:
        """What was said, by room; the lobby's code is empty."""
        return MappingProxyType(self._talk)

    def take(self, message: Message) -> bool:
        """Takes a message; returns whether it changed what is known.

        A lobby means that no room is looked at any more: while one is, none is sent. Whoever comes back to a room is
        told anew what was said there.
        """
        match message:
            case Snapshot():
                return self._take_snapshot(message)
            case Lobby():
                self.lobby = message
                self.snapshot = None
                self._talk = {room: lines for room, lines in self._talk.items() if not room}
            case Talk():
                self._take_talk(message)
            case Notice():
                self.notices.append(message)
            case Me():
                self.me = message
        return True

    def _take_snapshot(self, snapshot: Snapshot) -> bool:
        known = self.snapshot
        if known is not None and known.room == snapshot.room and snapshot.rev < known.rev:
            return False
        self.snapshot = snapshot
        return True

    def _take_talk(self, talk: Talk) -> None:
        if talk.room:
            self._talk = {room: lines for room, lines in self._talk.items() if not room}
        self._talk[talk.room] = talk.lines
