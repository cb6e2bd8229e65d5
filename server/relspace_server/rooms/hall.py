"""The lobby of this node: what is said there, and telling everybody in it what has changed."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from contextvars import Context
from functools import partial
from typing import Final

from relspace.room.state import TALK_KEPT, Player, TalkLine
from relspace.room.talking import safe_line
from relspace.wire.frame import Frame
from relspace.wire.talk import talk_message
from relspace_server.rooms.chatter import Chatter
from relspace_server.rooms.elsewhere import Connected
from relspace_server.rooms.fanout import FanOut
from relspace_server.rooms.lobby import Listing
from relspace_server.rooms.lobby_talk import SharedTalk
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.rooms.visit import Visit

LOBBY_EVERY: Final = 0.25
"""Seconds between two tellings of the lobby, at least."""


class Hall:
    """Where everybody is who looks at no room.

    Args:
        around: the time, and the address.
        rooms: every room, as it changes.
        visits: everybody who is connected, as they come and go.
        fanout: how many are told.
        shared: what is said in the lobbies of all nodes; None where there is one node.
    """

    def __init__(
        self,
        around: Surroundings,
        rooms: Mapping[str, OpenRoom],
        visits: Collection[Visit],
        fanout: FanOut,
        shared: SharedTalk | None = None,
    ) -> None:
        self._shared = shared
        self.elsewhere: Callable[[], Iterable[Connected]] = tuple
        """Those who are connected to other nodes."""
        self._around = around
        self._rooms = rooms
        self._visits = visits
        self._fanout = fanout
        self._talk: deque[TalkLine] = deque(maxlen=TALK_KEPT)
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self.chatter: Final = Chatter()
        """How much everybody says."""

    def listing(self) -> Listing:
        """The lobby as it is now, for all who look at it."""
        return Listing(self._rooms.values(), self._visits, self._around, self.elsewhere())

    def lobby(self, visit: Visit) -> Frame:
        """The lobby as this visitor sees it."""
        return Frame.of(self.listing().seen_by(visit))

    @property
    def lines(self) -> tuple[TalkLine, ...]:
        """What was said in the lobby, and by whom."""
        return tuple(self._talk)

    def talk(self, unheard: frozenset[str]) -> Frame:
        """The same, as it is told to somebody who does not want to hear everybody."""
        return Frame.of(talk_message("", self._talk, unheard))

    async def say(self, player: Player, text: str) -> None:
        """Says a line in the lobby.

        Raises:
            Refused: `nothing-to-say`.
            Fault: the store does not answer.
        """
        line = TalkLine(player.name, safe_line(text), self._around.now(), player.id)
        if self._shared is not None:
            self._hear(await self._shared.add(line, self._around.entropy()[:8].hex()))
        else:
            self._hear((*self._talk, line))

    async def follow(self) -> None:
        """Takes what is said on other nodes, until it is closed."""
        if self._shared is not None:
            async for lines in self._shared:
                self._hear(lines)

    def _hear(self, lines: Iterable[TalkLine]) -> None:
        """Takes the last lines, and tells everybody in the lobby if they are new."""
        before = tuple(self._talk)
        self._talk.clear()
        self._talk.extend(lines)
        if tuple(self._talk) == before:
            return
        everything = self.talk(frozenset())
        self._fanout.add(
            partial(visit.push, self.talk(visit.unheard) if visit.unheard else everything)
            for visit in self._visits
            if visit.in_lobby
        )

    def changed(self) -> None:
        """Tells those in the lobby, soon and once for many changes."""
        if self._timer is None and not self._closed:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(LOBBY_EVERY, self.tell, context=Context())

    def tell(self) -> None:
        """Tells those in the lobby now."""
        self._timer = None
        listing = self.listing()
        self._fanout.add(partial(visit.tell_lobby, listing) for visit in self._visits if visit.in_lobby)

    def close(self) -> None:
        """Tells nobody any more."""
        self._closed = True
        if self._shared is not None:
            self._shared.close()
        if self._timer is not None:
            self._timer.cancel()
