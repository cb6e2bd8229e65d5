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
from relspace_server.rooms.board import Board
from relspace_server.rooms.chatter import Chatter
from relspace_server.rooms.elsewhere import Connected
from relspace_server.rooms.fanout import FanOut
from relspace_server.rooms.lobby import Listing, People, people_of
from relspace_server.rooms.lobby_talk import SharedTalk
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.rooms.visit import Visit
from relspace_server.store.following import follow

LOBBY_EVERY: Final = 0.25
"""Seconds between two tellings of the lobby, at least."""

EACH: Final = 0.01
"""Seconds more for each who looks at it: a picture of it costs some milliseconds. In a lobby of two hundred on a server
where something changes all the time it comes every two seconds."""

FEW: Final = 1_000
"""People on all nodes who are looked through whenever one of them comes or goes."""

EACH_CONNECTED: Final = 0.0001
"""Seconds more until that is done again for each beyond these: some fifty times what it takes."""


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
        self.board: Final = Board()
        """The rooms as the lobby lists them."""
        self._people: People = ()
        """Who is connected."""
        self._people_changed = True
        """Whether that is no longer so."""
        self._people_from = 0.0
        """When it may be looked again, by the loop's clock."""
        self._here: frozenset[str] | None = None
        """The ids of those who are connected to this node; None once they have changed."""
        self._for_all = False
        """Whether something has changed that everybody in the lobby sees."""
        self._for_some: set[str] = set()
        """The ids of players in whose rooms something has changed."""
        self._next = 0.0
        """When everybody may be told again, by the loop's clock."""
        self.chatter: Final = Chatter()
        """How much everybody says."""

    def listing(self) -> Listing:
        """The lobby as it is now, for all who look at it."""
        now = asyncio.get_running_loop().time()
        if self._people_changed and now >= self._people_from:
            self._people, number = people_of(self._visits, self.elsewhere())
            self._people_changed = False
            self._people_from = now + EACH_CONNECTED * max(0, number - FEW)
        return Listing(self.board, self._rooms, self._people, self._around)

    @property
    def here(self) -> frozenset[str]:
        """The ids of everybody who is connected to this node."""
        if self._here is None:
            self._here = frozenset(visit.player_id for visit in self._visits)
        return self._here

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
            await follow(self._shared, self._hear, "what is said in the lobby")

    def _hear(self, lines: Iterable[TalkLine]) -> None:
        """Takes the last lines, and tells everybody in the lobby if they are new."""
        before = tuple(self._talk)
        self._talk.clear()
        self._talk.extend(lines)
        if tuple(self._talk) == before:
            return
        everything = self.talk(frozenset())
        self._fanout.renew(
            ((visit, "talk"), partial(visit.push, self.talk(visit.unheard) if visit.unheard else everything))
            for visit in self._visits
            if visit.in_lobby
        )

    def changed(self) -> None:
        """Tells those in the lobby, soon and once for many changes: people have come, gone or changed."""
        self._people_changed = self._for_all = True
        self._here = None
        self._soon()

    def room_changed(self, room: OpenRoom) -> None:
        """The same for a room. A move is told to those alone who have a seat there."""
        if self.board.put(room):
            self.changed()
        if playing := self.board.players(room.state.code) & self.here:
            self._for_some |= playing
            self._soon()

    def room_gone(self, code: str) -> None:
        """The same for a room that there is no longer."""
        self.board.drop(code)
        self.changed()

    def _soon(self) -> None:
        if self._timer is None and not self._closed:
            loop = asyncio.get_running_loop()
            when = max(loop.time() + LOBBY_EVERY, self._next, self._people_from if self._for_all else 0.0)
            self._timer = loop.call_at(when, self.tell, context=Context())

    def tell(self) -> None:
        """Tells those in the lobby now."""
        self._timer = None
        in_lobby = [visit for visit in self._visits if visit.in_lobby]
        waiting = [visit for visit in in_lobby if self._for_all or visit.player_id in self._for_some]
        self._for_all, self._for_some = False, set()
        if waiting:
            self._next = asyncio.get_running_loop().time() + EACH * len(waiting)
            listing = self.listing()
            self._fanout.renew(((visit, "lobby"), partial(visit.tell_lobby, listing)) for visit in waiting)
            if self._people_changed:
                self._for_all = True
                self._soon()

    def close(self) -> None:
        """Tells nobody any more."""
        self._closed = True
        if self._shared is not None:
            self._shared.close()
        if self._timer is not None:
            self._timer.cancel()
