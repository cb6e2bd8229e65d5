"""The rooms of one node, and the only door to them.

Nobody owns a room: every change is a pure function put through the store by compare-and-set, and what anybody changed
comes back through the store's watch. The hub keeps the newest states, tells viewers, and fires what is due.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NoReturn

from relspace.bots.table import add_bot, fire, question
from relspace.errors import Fault, NotNow, Refused
from relspace.room.commands import LoseSession
from relspace.room.create import create
from relspace.room.due import Due, Pace, due
from relspace.room.options import RoomOptions
from relspace.room.state import TALK_KEPT, Player, RoomState, TalkLine
from relspace.room.stored import decode_room, encode_room
from relspace.room.talking import safe_line
from relspace.room.update import SERVER, update, with_operation
from relspace.rules.moves import Move
from relspace.wire.frame import Frame
from relspace.wire.messages import Notice, Talk
from relspace_server.rooms.fanout import FanOut
from relspace_server.rooms.lobby import lobby_message
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.records import Records
from relspace_server.rooms.thinkers import Thinkers
from relspace_server.rooms.visit import Visit
from relspace_server.store.bucket import Store, Value
from relspace_server.store.update import Form, Updater

log = logging.getLogger(__name__)

Change = Callable[[RoomState], RoomState]
"""A pure function from a room's state to its next; may be called again on a newer state."""

MAX_ROOMS: Final = 1_000
"""Rooms open at one time."""

LOBBY_EVERY: Final = 0.25
"""Seconds between two tellings of the lobby, at least."""

RETRY_DUE: Final = 2.0
"""Seconds until something due is tried again when the store does not answer."""


def _no_room(code: str) -> NoReturn:
    raise Refused("no-such-room", room=code)


ROOM_FORM: Final = Form(encode_room, decode_room, lambda state: state.ops, _no_room)


@dataclass(frozen=True)
class Surroundings:
    """What the hub takes from the world; tests give it their own."""

    now: Callable[[], int]
    """Wall-clock milliseconds."""
    entropy: Callable[[], bytes]
    """32 unguessable bytes."""
    node: str
    """Names this process among those that share the store."""
    address: str
    """What friends type after `ssh` to come here."""
    pace: Pace = field(default_factory=Pace)
    max_rooms: int = MAX_ROOMS


class Hub:
    """Keeps the rooms of a node."""

    def __init__(self, store: Store, around: Surroundings) -> None:
        self.around = around
        self._bucket = store.bucket("rooms")
        self._watch = self._bucket.watch(None)
        self._updater = Updater()
        self._rooms: dict[str, OpenRoom] = {}
        self._visits: dict[Visit, None] = {}
        self._sessions: set[str] = set()
        """Of the visits."""
        self._leaving: set[tuple[str, str]] = set()
        """Rooms in which a seat is about to be marked away, and whose it was."""
        self.records = Records(store)
        self._thinkers = Thinkers()
        self._recorded: set[str] = set()
        """Ids of the games of open rooms whose record is kept, or being kept."""
        self._fanout = FanOut()
        self._talk: deque[TalkLine] = deque(maxlen=TALK_KEPT)
        self._tasks: set[asyncio.Task[None]] = set()
        self._lobby_timer: asyncio.TimerHandle | None = None
        self._closing = False

    # ── life ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Reads all rooms, marks everybody away whose connection died with an earlier process, and sets the clocks."""
        for code, value in await self._bucket.scan(""):
            self._take(code, value)
        for room in list(self._rooms.values()):
            for seat in room.state.seats:
                if seat.session:
                    await self.change(room.state.code, LoseSession(seat.session), SERVER)
        self._spawn(self._follow())

    async def close(self) -> None:
        """Ends all visits, marking their seats away, and stops the clocks."""
        self._closing = True
        for visit in list(self._visits):
            visit.close()
        for room in self._rooms.values():
            if room.timer is not None:
                room.timer.cancel()
        if self._lobby_timer is not None:
            self._lobby_timer.cancel()
        last = [task for task in self._tasks if task.get_name().startswith(("leave", "record"))]
        await asyncio.gather(*last, return_exceptions=True)
        self._watch.close()
        self._thinkers.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def visit(self, player: Player, session: str) -> Visit:
        """A link for somebody who has come in."""
        visit = Visit(self, player, f"{self.around.node}/{session}")
        self._visits[visit] = None
        self._sessions.add(visit.session)
        return visit

    def forget(self, visit: Visit) -> None:
        """Drops a visit that has ended."""
        self._visits.pop(visit, None)
        self._sessions.discard(visit.session)
        for room in self._rooms.values():
            self._mark_gone(room.state)
        self.lobby_changed()

    def announce(self, notice: Notice) -> None:
        """Tells everybody something."""
        self._fanout.add(partial(visit.push, Frame.of(notice)) for visit in self._visits)

    # ── rooms ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def rooms(self) -> tuple[OpenRoom, ...]:
        """Every room."""
        return tuple(self._rooms.values())

    def room(self, code: str) -> OpenRoom:
        """The room with this code, in any case.

        Raises:
            Refused: `no-such-room`.
        """
        room = self._rooms.get(code.upper())
        if room is None:
            raise Refused("no-such-room", room=code[:16])
        return room

    async def open(self, host: Player, session: str, title: str, options: RoomOptions, bots: int, level: str) -> str:
        """Opens a room with its host in the first seat and bots in the next ones; returns its code.

        Raises:
            Refused: `bad-options`, `too-many-rooms`.
        """
        if len(self._rooms) >= self.around.max_rooms:
            raise NotNow("too-many-rooms")
        titles = {room.state.title for room in self._rooms.values()}
        while True:
            entropy = self.around.entropy()
            now = self.around.now()
            state = create(host, session, title, options, now, entropy, titles)
            if state.code in self._rooms:
                continue
            for nth in range(min(bots, options.seats - 1)):
                state = add_bot(state, host, level, now, bytes([entropy[9 + nth]]) + entropy)
            revision = await self._bucket.put(state.code, encode_room(state), 0)
            self._know(state.code, state, revision)
            return state.code

    async def change(self, code: str, command: object, actor: Player) -> RoomState:
        """Asks a room for something; returns its new state, which is stored.

        Raises:
            Refused: the room refuses.
            Fault: the store does not answer.
        """
        now, entropy = self.around.now(), self.around.entropy()
        return await self.apply(code, lambda state: update(state, command, actor, now, entropy))  # type: ignore[arg-type]

    async def seat_bot(self, code: str, actor: Player, level: str) -> RoomState:
        """Gives a free seat of a room to a bot.

        Raises:
            Refused: the room refuses.
        """
        now, entropy = self.around.now(), self.around.entropy()
        return await self.apply(code, lambda state: add_bot(state, actor, level, now, entropy))

    async def apply(self, code: str, change: Change, op_id: str = "") -> RoomState:
        """Puts a pure change of a room through the store, and tells what came of it.

        Args:
            code: the room's code, in any case.
            change: from the state to the next one; raises `Refused` to leave it.
            op_id: the same wherever this change is tried, so that it happens once; drawn if empty.

        Raises:
            Refused: as `change` does; `no-such-room`.
            Fault: the store does not answer.
        """
        room = self.room(code)
        key = room.state.code
        op = op_id or self.around.entropy()[:8].hex()
        state, revision = await self._updater.update(
            self._bucket,
            key,
            op,
            lambda state: with_operation(change(state), op),
            ROOM_FORM,
            known=lambda: (room.state, room.rev),
        )
        self._know(key, state, revision)
        if state.closed:
            await self._remove(key, revision)
        return state

    def _tell_removed(self, before: RoomState, room: OpenRoom) -> None:
        """Sends those back to the lobby whose seat is no longer theirs, though they did not leave it."""
        for seat in before.seats:
            if seat.session and seat.player and room.state.seat_of(seat.player.id) is None:
                for visit in self._visits:
                    if visit.session == seat.session:
                        visit.lose_room(room.state.code, "removed")

    def take_over(self, session: str, code: str) -> None:
        """Tells the connection that held a seat that another one has it now."""
        for visit in list(self._visits):
            if visit.session == session:
                visit.lose_room(code, "taken-over")

    async def _remove(self, key: str, revision: int) -> None:
        with suppress(Fault):
            await self._bucket.delete(key, revision)
        self._drop(key)

    def _drop(self, key: str) -> None:
        room = self._rooms.pop(key, None)
        if room is None:
            return
        self._recorded.discard(room.state.game_id)
        if room.timer is not None:
            room.timer.cancel()
        for visit in list(self._visits):
            visit.room_closed(key)
        self.lobby_changed()

    # ── following the store ──────────────────────────────────────────────────────────────────────────────────────

    async def _follow(self) -> None:
        """Takes every change of a room, whoever made it."""
        async for code, value in self._watch:
            if value is None:
                self._drop(code)
            else:
                if self._bucket.turn(code).locked():
                    await asyncio.sleep(0)  # most likely our own write, about to be known without decoding it
                self._take(code, value)

    def _take(self, code: str, value: Value) -> None:
        room = self._rooms.get(code)
        if room is not None and value.revision <= room.rev:
            return
        try:
            state = decode_room(value.data)
        except Refused as error:
            log.error("room %s cannot be read and is left alone: %s", code, error)
            return
        if not state.closed:
            self._know(code, state, value.revision)

    def _know(self, code: str, state: RoomState, revision: int) -> None:
        room = self._rooms.get(code)
        if room is None:
            if state.closed:
                return
            room = self._rooms[code] = OpenRoom(state, revision, self._fanout, self.around.now)
        else:
            before = room.state
            if not room.newer(state, revision):
                return
            self._tell_removed(before, room)
        self._mark_gone(state)
        self._keep_record(state)
        self._schedule(room)
        self.lobby_changed()

    def _mark_gone(self, state: RoomState) -> None:
        """Marks seats away whose connection was lost while they were taken: nobody else knows of them."""
        for seat in state.seats:
            if seat.session.startswith(f"{self.around.node}/") and seat.session not in self._sessions:
                self.leave_later(state.code, seat.session)

    def _keep_record(self, state: RoomState) -> None:
        if state.phase == "over" and state.game_id not in self._recorded:
            self._recorded.add(state.game_id)
            self._spawn(self._kept(state), name=f"record {state.game_id}")

    async def _kept(self, state: RoomState) -> None:
        try:
            await self.records.keep(state)
        except Fault as error:
            log.warning("the record of %s is kept later: %s", state.game_id, error)
            self._recorded.discard(state.game_id)

    # ── what is due ──────────────────────────────────────────────────────────────────────────────────────────────

    def _schedule(self, room: OpenRoom, delay: float = 0.0) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        what = None if self._closing or room.state.closed else due(room.state, self.around.pace)
        if what is not None:
            wait = max(delay, (what.at - self.around.now()) / 1000)
            room.timer = asyncio.get_running_loop().call_later(wait, self._fire, room, what, context=Context())

    def _fire(self, room: OpenRoom, what: Due) -> None:
        self._spawn(self._fired(room, what))

    async def _fired(self, room: OpenRoom, what: Due) -> None:
        now, entropy = self.around.now(), self.around.entropy()
        if now < what.at:
            self._schedule(room)
            return
        try:
            move = await self._move(room.state, what)
            await self.apply(
                room.state.code, lambda state: fire(state, what, self.around.pace, now, entropy, move), what.op_id
            )
        except Refused as error:
            if error.code not in ("not-due", "no-such-room", "room-closed"):
                log.error("room %s refused what was due (%s): %s", room.state.code, what.op_id, error)
        except Fault as error:
            log.warning("room %s: %s is tried again: %s", room.state.code, what.op_id, error)
            self._schedule(room, RETRY_DUE)

    async def _move(self, state: RoomState, what: Due) -> Move | None:
        """The move of the bot whose turn it is, if one is due."""
        if what.kind != "bot" or state.phase != "playing":
            return None
        return await self._thinkers.move(question(state, auto=False))

    # ── the lobby ────────────────────────────────────────────────────────────────────────────────────────────────

    def lobby(self, visit: Visit) -> Frame:
        """The lobby as this visitor sees it."""
        return Frame.of(lobby_message(self._rooms.values(), self._visits, visit, self.around))

    def lobby_talk(self) -> Frame:
        """What was said in the lobby."""
        return Frame.of(Talk("", tuple(self._talk)))

    def say_in_lobby(self, player: Player, text: str) -> None:
        """Says a line in the lobby.

        Raises:
            Refused: `nothing-to-say`.
        """
        self._talk.append(TalkLine(player.name, safe_line(text), self.around.now()))
        talk = self.lobby_talk()
        self._fanout.add(partial(visit.push, talk) for visit in self._visits if visit.in_lobby)

    def lobby_changed(self) -> None:
        """Tells those in the lobby, soon and once for many changes."""
        if self._lobby_timer is None and not self._closing:
            loop = asyncio.get_running_loop()
            self._lobby_timer = loop.call_later(LOBBY_EVERY, self._tell_lobby, context=Context())

    def _tell_lobby(self) -> None:
        self._lobby_timer = None
        self._fanout.add(visit.tell_lobby for visit in self._visits if visit.in_lobby)

    # ── tasks ────────────────────────────────────────────────────────────────────────────────────────────────────

    def leave_later(self, code: str, session: str) -> None:
        """Marks the seat away that a connection held which is gone."""
        if (code, session) not in self._leaving:
            self._leaving.add((code, session))
            self._spawn(self._left(code, session), name=f"leave {session}")

    async def _left(self, code: str, session: str) -> None:
        try:
            with suppress(Refused, Fault):
                await self.change(code, LoseSession(session), SERVER)
        finally:
            self._leaving.discard((code, session))

    def _spawn(self, work: "asyncio._CoroutineLike[None]", name: str | None = None) -> None:
        # As the timers here, it inherits no context: one that comes from an app would keep that app alive.
        task = asyncio.get_running_loop().create_task(work, name=name, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a room task failed", exc_info=task.exception())
