"""One person's link to the rooms of this process."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal

from relspace.errors import Fault, Illegal, Refused
from relspace.room.commands import Asked, Depart, Say, SetReady, Sit
from relspace.room.options import QUICK_PLAY, RoomOptions
from relspace.room.state import Player, RoomState
from relspace.wire.commands import (
    AddBot,
    Command,
    Create,
    Done,
    Ignore,
    Join,
    Leave,
    QuickPlay,
    Rename,
    SaveSettings,
    Watch,
)
from relspace.wire.frame import Frame
from relspace.wire.messages import Message, Notice
from relspace.wire.questions import Answer, Question
from relspace.wire.settings import PlayerSettings
from relspace_server.rooms.ears import Ears, speakers
from relspace_server.rooms.person import Passing, Person
from relspace_server.rooms.quick_play import tables

if TYPE_CHECKING:
    from relspace_server.rooms.hub import Hub
    from relspace_server.rooms.lobby import Listing

LEFT_KEPT: Final = 16
"""Rooms of which a visit remembers that the person has left them."""

Answers = Callable[[], bool]
"""Whether a connection answered when it was last asked whether it is there."""


def always() -> bool:
    """Answers for a connection that nobody asks."""
    return True


class Visit:
    """Implements `relspace.link.Link` within the process."""

    def __init__(
        self, hub: Hub, player: Player, session: str, person: Person | None, answers: Answers, network: str
    ) -> None:
        self._hub = hub
        self._person = person or Passing(player)
        self._person.follow(self._person_changed)
        self.session = session
        self.since: Final = hub.around.now()
        """Wall-clock milliseconds of its beginning."""
        self.answers: Final = answers
        """Whether the connection answered when it was last asked whether it is there."""
        self.network: Final = network
        """What counts as the address that they come from; empty where that is not known."""
        self._receive: Callable[[Frame], None] | None = None
        self._closed = False
        self._room = ""
        self._lobby: Message | None = None
        """The lobby that was sent last."""
        self._ears = Ears()
        self._left: tuple[str, ...] = ()
        """The rooms that the person left last: they did not want to wait there."""
        self.first_told: Notice | None = None
        """What the person is told once they are in."""
        self.leaving: str = ""
        """The code of a room in which their seat is being freed: it is not theirs any more. Empty if there is none."""

    @property
    def player(self) -> Player:
        """Who sits at a table."""
        return self._person.player

    @property
    def player_id(self) -> str:
        """Whose eyes these are."""
        return self.player.id

    @property
    def settings(self) -> PlayerSettings:
        """What they have set, in so far as it is known."""
        return self._person.me.settings

    @property
    def unheard(self) -> frozenset[str]:
        """Ids of players whose lines they do not want to hear."""
        return self._ears.unheard

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
        return "game" if self._hub.plays(self._room) else "room"

    def open(self, receive: Callable[[Frame], None]) -> None:
        """Starts the flow of frames, the lobby first; not of a visit that has ended already."""
        if self._closed:
            return
        self._receive = receive
        self.push(Frame.of(self._person.me))
        self._enter_lobby()
        if self.first_told is not None:
            self.push(Frame.of(self.first_told))
        self._hub.hall.changed()

    def push(self, frame: Frame) -> None:
        """Hands a frame on."""
        if self._receive is None:
            return
        self._receive(frame)

    def goes_to_lobby(self) -> None:
        """Looks away from a room that is gone; it is told by `room_closed`."""
        self._room = ""

    def room_closed(self, code: str) -> None:
        """Tells that the room is gone, and what there is in the lobby."""
        self.push(Frame.of(Notice("room-closed", code)))
        self._enter_lobby()

    def tell_lobby(self, listing: Listing) -> None:
        """Sends the lobby as it was listed, if it is looked at and something in it has changed."""
        if self.in_lobby:
            lobby = listing.seen_by(self)
            if lobby != self._lobby:
                self._lobby = lobby
                self.push(Frame.of(lobby))

    def close(self) -> None:
        """Ends the visit, whether it was opened or not; the seat shows away."""
        if not self._closed:
            self._closed = True
            self._receive = None
            self._person.leave(self._person_changed)
            self._drop_room()
            self._hub.forget(self)

    async def send(self, command: Command) -> Done:
        """Carries a command out.

        Raises:
            Refused: it cannot be had.
            Fault: the store does not answer.
        """
        with self._hub.around.standing.command():
            return await self._carry_out(command)

    async def ask(self, question: Question) -> Answer:
        """Looks something up.

        Raises:
            Refused: there is no such thing.
            Fault: the store does not answer.
        """
        return await self._hub.lookups.answer(question, self.player)

    async def _carry_out(self, command: Command) -> Done:
        match command:
            case Create():
                return await self._create(command.title, command.options, command.bots, command.level)
            case QuickPlay():
                return await self._quick_play()
            case Join():
                await self._hub.find(command.room)
                return await self._join(command.room, take_over=command.take_over)
            case Watch():
                await self._hub.find(command.room)
                return await self._watch(command.room)
            case Leave():
                return await self._leave(command.room)
            case Rename():
                await self._person.rename(command.name)
                return Done(self._room)
            case SaveSettings():
                await self._person.save(command.settings)
                return Done(self._room)
            case Ignore():
                self._ignore(command)
                return Done(self._room)
            case AddBot():
                await self._hub.seat_bot(command.room, self.player, command.level)
            case Say():
                await self._say(command)
            case _:
                await self._ask(command)
        return Done(command.room)

    def _person_changed(self) -> None:
        """Tells the person what has become of them, and the others how they are called."""
        self.push(Frame.of(self._person.me))
        self._hub.hall.changed()

    # ── coming and going ─────────────────────────────────────────────────────────────────────────────────────────

    async def _create(self, title: str, options: RoomOptions, bots: int, level: str) -> Done:
        code = await self._hub.open(self.player, self.session, title, options, bots, level, self.network)
        self._look_at(code)
        return Done(code)

    async def _quick_play(self) -> Done:
        """Takes a seat where a game is about to begin, or opens a room in which bots take the other seats."""
        codes = [code for code in self._hub.hall.board.waiting() if code not in self._left]
        for code in tables(codes, self._state_of, self.player_id, self._hub.around.now()):
            try:
                done = await self._join(code, take_over=False)
            except Refused:
                continue
            else:
                with suppress(Refused):  # the game has begun in this very moment, or the host has freed the seat
                    await self._ask(SetReady(done.room, ready=True))
                return done
        done = await self._create("", QUICK_PLAY, QUICK_PLAY.seats - 1, "")
        await self._ask(SetReady(done.room, ready=True))
        return done

    def _state_of(self, code: str) -> RoomState | None:
        try:
            return self._hub.room(code).state
        except Refused:
            return None

    async def _join(self, room: str, *, take_over: bool) -> Done:
        known = self._hub.room(room).state
        seat = known.seat_of(self.player.id)
        holder = known.seats[seat - 1].session if seat else ""
        gives_way = take_over or (holder != self.session and self._hub.presence.is_lost(holder))
        try:
            state = await self._hub.change(room, Sit(self.session, holder if gives_way else ""), self.player)
        except Fault:
            if self._room != known.code:  # else they would be marked away where they are
                self._hub.presence.leave_later(known.code, self.session)  # they may have the seat and not know it
            raise
        if holder and holder != self.session:
            self._hub.take_over(holder, state.code)
        self._look_at(state.code)
        return Done(state.code)

    async def _watch(self, room: str) -> Done:
        """Looks on; takes the own seat if nobody has it: who sees their own cards would be shown away to the others."""
        state = self._hub.room(room).state
        number = state.seat_of(self.player.id)
        if number is not None and not state.seats[number - 1].session:
            return await self._join(room, take_over=False)
        if not state.options.watching and number is None:
            raise Illegal("no-watching")
        self._look_at(state.code)
        return Done(state.code)

    async def _leave(self, room: str) -> Done:
        state = self._hub.room(room).state
        code = state.code
        self._left = (*self._left, code)[-LEFT_KEPT:]
        self.leaving = code if state.phase != "playing" and state.seat_of(self.player_id) else ""
        try:
            if self._room == code:
                self._hub.room(code).detach(self)
                self._enter_lobby()
            await self._hub.change(code, Depart(self.session), self.player)
        except Fault:
            self._hub.presence.leave_later(code, self.session)  # they have seen themselves leave
            raise
        finally:
            self.leaving = ""
            self.tell_lobby(self._hub.hall.listing())
        return Done(code)

    def _look_at(self, code: str) -> None:
        if self._closed:
            return  # it ended while the room was asked; the hub sees to the seat
        room = self._hub.room(code)
        if self._room != code:
            self._drop_room()
            self._room = code
        room.attach(self)
        self._hub.hall.changed()

    def _drop_room(self) -> None:
        """Looks away from the room; a seat there shows away."""
        code, self._room = self._room, ""
        if not code:
            return
        try:
            self._hub.room(code).detach(self)
        except Refused:
            return
        self._hub.presence.leave_later(code, self.session)

    def lose_room(self, code: str, why: Literal["taken-over", "removed"]) -> None:
        """Goes back to the lobby: another connection of the same player took the seat, or the host freed it."""
        if self._room == code:
            self._hub.room(code).detach(self)
            self.push(Frame.of(Notice(why, code)))
            self._enter_lobby()

    def _enter_lobby(self) -> None:
        self._room = ""
        frame = self._hub.hall.lobby(self)
        self._lobby = frame.message
        self.push(frame)
        self.push(self._hub.hall.talk(self.unheard))

    # ── asking the room ──────────────────────────────────────────────────────────────────────────────────────────

    async def _ask(self, command: Asked) -> None:
        await self._hub.change(command.room, command, self.player)

    def _ignore(self, command: Ignore) -> None:
        """Hides what somebody says, or shows it again; what was said is told anew."""
        hub = self._hub
        if command.on:
            room = hub.room(self._room).state if self._room else None
            lines = hub.hall.lines + (room.talk if room else ())
            seated = [seat.player for seat in room.seats if seat.player] if room else []
            here = [*seated, *(visit.player for visit in hub.presence.visits)]
            here += [Player(one.player, one.name) for one in hub.elsewhere.people]
            self._ears.ignore(command.name, speakers(lines, here, self.player_id))
        else:
            self._ears.hear(command.name)
        self.push(hub.room(self._room).talk(self.unheard) if self._room else hub.hall.talk(self.unheard))

    async def _say(self, command: Say) -> None:
        now, chatter = self._hub.around.now(), self._hub.hall.chatter
        chatter.speak(self.player_id, now)  # before it is stored: others of the same person may be on their way
        try:
            if command.room:
                await self._hub.change(command.room, command, self.player)
            else:
                await self._hub.hall.say(self.player, command.text)
        except (Refused, Fault):
            chatter.take_back(self.player_id, now)
            raise
