"""One person's link to the rooms of this process."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal

from relspace.errors import Illegal, NotNow, Refused
from relspace.room.commands import Asked, Depart, Say, SetReady, Sit
from relspace.room.options import RoomOptions
from relspace.room.state import Player, RoomState
from relspace.wire.commands import AddBot, Command, Create, Done, Join, Leave, QuickPlay, Watch
from relspace.wire.frame import Frame
from relspace.wire.messages import Message, Notice

if TYPE_CHECKING:
    from relspace_server.rooms.hub import Hub

TALK_LINES: Final = 5
"""Lines that one person may say in `TALK_WITHIN`."""

TALK_WITHIN: Final = 10_000
"""Milliseconds."""

QUICK_SEATS: Final = 4
"""Seats of a room that is opened for somebody who wants to play at once."""

QUICK_BOTS: Final = 3


class Visit:
    """Implements `relspace.link.Link` within the process."""

    def __init__(self, hub: Hub, player: Player, session: str) -> None:
        self._hub = hub
        self.player = player
        self.session = session
        self._receive: Callable[[Frame], None] | None = None
        self._closed = False
        self._room = ""
        self._lobby: Message | None = None
        """The lobby that was sent last."""
        self._said: deque[int] = deque(maxlen=TALK_LINES)

    @property
    def player_id(self) -> str:
        """Whose eyes these are."""
        return self.player.id

    @property
    def room(self) -> str:
        """The code of the room that is looked at; empty in the lobby."""
        return self._room

    @property
    def in_lobby(self) -> bool:
        """Whether the lobby is looked at."""
        return self._receive is not None and not self._room

    @property
    def place(self) -> Literal["lobby", "room", "game"]:
        """Where the person is: in the lobby, in a room without a game, or at a game."""
        if not self._room:
            return "lobby"
        return "game" if self._hub.room(self._room).state.phase == "playing" else "room"

    def open(self, receive: Callable[[Frame], None]) -> None:
        """Starts the flow of frames, the lobby first; not of a visit that has ended already."""
        if self._closed:
            return
        self._receive = receive
        self._enter_lobby()
        self._hub.lobby_changed()

    def push(self, frame: Frame) -> None:
        """Hands a frame on."""
        if self._receive is None:
            return
        self._receive(frame)

    def room_closed(self, code: str) -> None:
        """Goes back to the lobby: the room is gone."""
        if self._room == code:
            self.push(Frame.of(Notice("room-closed", code)))
            self._enter_lobby()

    def tell_lobby(self) -> None:
        """Sends the lobby, if it is looked at and something in it has changed."""
        if self.in_lobby:
            frame = self._hub.lobby(self)
            if frame.message != self._lobby:
                self._lobby = frame.message
                self.push(frame)

    def close(self) -> None:
        """Ends the visit, whether it was opened or not; the seat shows away."""
        if not self._closed:
            self._closed = True
            self._receive = None
            self._drop_room()
            self._hub.forget(self)

    async def send(self, command: Command) -> Done:
        """Carries a command out.

        Raises:
            Refused: it cannot be had.
            Fault: the store does not answer.
        """
        match command:
            case Create():
                return await self._create(command.title, command.options, command.bots, command.level)
            case QuickPlay():
                return await self._quick_play()
            case Join():
                return await self._join(command.room, take_over=command.take_over)
            case Watch():
                return self._watch(command.room)
            case Leave():
                return await self._leave(command.room)
            case AddBot():
                await self._hub.seat_bot(command.room, self.player, command.level)
            case Say():
                await self._say(command)
            case _:
                await self._ask(command)
        return Done(command.room)

    # ── coming and going ─────────────────────────────────────────────────────────────────────────────────────────

    async def _create(self, title: str, options: RoomOptions, bots: int, level: str) -> Done:
        code = await self._hub.open(self.player, self.session, title, options, bots, level)
        self._look_at(code)
        return Done(code)

    async def _quick_play(self) -> Done:
        """Takes a seat where people wait, or opens a room in which bots take the other seats."""
        for room in self._hub.rooms:
            if _waits_for_people(room.state):
                try:
                    done = await self._join(room.state.code, take_over=False)
                except Refused:
                    continue
                await self._ask(SetReady(done.room, ready=True))
                return done
        done = await self._create("", RoomOptions(seats=QUICK_SEATS, clock=0), QUICK_BOTS, "")
        await self._ask(SetReady(done.room, ready=True))
        return done

    async def _join(self, room: str, *, take_over: bool) -> Done:
        known = self._hub.room(room).state
        seat = known.seat_of(self.player.id)
        holder = known.seats[seat - 1].session if seat else ""
        state = await self._hub.change(room, Sit(self.session, take_over), self.player)
        if holder and holder != self.session:
            self._hub.take_over(holder, state.code)
        self._look_at(state.code)
        return Done(state.code)

    def _watch(self, room: str) -> Done:
        state = self._hub.room(room).state
        if not state.options.watching and state.seat_of(self.player.id) is None:
            raise Illegal("no-watching")
        self._look_at(state.code)
        return Done(state.code)

    async def _leave(self, room: str) -> Done:
        code = self._hub.room(room).state.code
        if self._room == code:
            self._hub.room(code).detach(self)
            self._enter_lobby()
        await self._hub.change(code, Depart(self.session), self.player)
        return Done(code)

    def _look_at(self, code: str) -> None:
        if self._closed:
            return  # it ended while the room was asked; the hub sees to the seat
        if self._room != code:
            self._drop_room()
            self._room = code
        self._hub.room(code).attach(self)
        self._hub.lobby_changed()

    def _drop_room(self) -> None:
        """Looks away from the room; a seat there shows away."""
        code, self._room = self._room, ""
        if not code:
            return
        try:
            self._hub.room(code).detach(self)
        except Refused:
            return
        self._hub.leave_later(code, self.session)

    def lose_room(self, code: str, why: Literal["taken-over", "removed"]) -> None:
        """Goes back to the lobby: another connection of the same player took the seat, or the host freed it."""
        if self._room == code:
            self._hub.room(code).detach(self)
            self.push(Frame.of(Notice(why, code)))
            self._enter_lobby()

    def _enter_lobby(self) -> None:
        self._room = ""
        frame = self._hub.lobby(self)
        self._lobby = frame.message
        self.push(frame)
        self.push(self._hub.lobby_talk())

    # ── asking the room ──────────────────────────────────────────────────────────────────────────────────────────

    async def _ask(self, command: Asked) -> None:
        await self._hub.change(command.room, command, self.player)

    async def _say(self, command: Say) -> None:
        now = self._hub.around.now()
        if len(self._said) == TALK_LINES and now - self._said[0] < TALK_WITHIN:
            raise NotNow("too-fast", lines=TALK_LINES, seconds=TALK_WITHIN // 1000)
        if command.room:
            await self._hub.change(command.room, command, self.player)
        else:
            self._hub.say_in_lobby(self.player, command.text)
        self._said.append(now)


def _waits_for_people(state: RoomState) -> bool:
    """Whether a public room has a free seat and a connected person who waits in it."""
    free = any(seat.player is None for seat in state.seats)
    waiting = any(seat.is_person and seat.session for seat in state.seats)
    return state.phase == "gathering" and state.options.public and free and waiting
