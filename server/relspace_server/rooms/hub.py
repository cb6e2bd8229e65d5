"""The rooms of one node, and the only door to them.

Nobody owns a room: every change is a pure function put through the store by compare-and-set, and what anybody changed
comes back through the store's watch. The hub keeps the newest states, tells viewers, and fires what is due.
"""

import logging
from functools import partial
from typing import Final

from relspace.bots.table import add_bot
from relspace.errors import Refused
from relspace.room.clock import deadline_of
from relspace.room.options import RoomOptions
from relspace.room.settling import followed
from relspace.room.state import Player, RoomState
from relspace.room.update import update, with_operation
from relspace.wire.frame import Frame
from relspace.wire.messages import Notice
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.rankings import Rankings
from relspace_server.accounts.roll import Roll
from relspace_server.rooms.clockwork import Clockwork
from relspace_server.rooms.elsewhere import EVERY as TOLD_EVERY
from relspace_server.rooms.elsewhere import Elsewhere
from relspace_server.rooms.fanout import FanOut
from relspace_server.rooms.following import follow_rooms, read_room
from relspace_server.rooms.form import ROOM_FORM, Change
from relspace_server.rooms.hall import Hall
from relspace_server.rooms.heartbeat import Heartbeat
from relspace_server.rooms.lobby_talk import SharedTalk
from relspace_server.rooms.lookups import Lookups
from relspace_server.rooms.nodes import BEAT_EVERY, Nodes
from relspace_server.rooms.onlookers import Onlookers
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.opening import Opening, may_be_code
from relspace_server.rooms.person import Person
from relspace_server.rooms.presence import Presence
from relspace_server.rooms.records import Records
from relspace_server.rooms.settling import Settling
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.rooms.tickets import TicketOffice
from relspace_server.rooms.unread import Unread
from relspace_server.rooms.visit import Answers, Visit, always
from relspace_server.store.bucket import Store, Value
from relspace_server.store.update import Updater
from relspace_server.tasks import Tasks, slowly

log = logging.getLogger(__name__)

FREEZE_SECONDS: Final = 5.0
"""Seconds that changes under way have to be stored when the server stops."""


class Hub:
    """Keeps the rooms of a node."""

    def __init__(self, store: Store, around: Surroundings) -> None:
        self.around = around
        self._bucket = store.bucket("rooms")
        self._watch = self._bucket.watch(None)
        self._updater = Updater()
        self._rooms: dict[str, OpenRoom] = {}
        self._tasks = Tasks("room")
        self._fanout = FanOut(around.seconds)
        records, accounts = Records(store), Accounts(store, around.now, around.entropy)
        self.rankings = Rankings(store)
        self.lookups = Lookups(accounts, self.rankings, records, lambda: (room.state for room in self.rooms), self.room)
        self.settling = Settling(around, self._bucket, accounts, records, self.rankings, self.apply, self._tasks)
        self.nodes = Nodes(store, around)
        self._shared = store.shared
        self.presence = Presence(around.node, self.change, self._tasks, lambda: self.nodes.others)
        visits, talk = self.presence.visits.keys(), SharedTalk(store) if store.shared else None
        self.hall = Hall(around, self._rooms, visits, self._fanout, talk)
        self.elsewhere = Elsewhere(store, around, self.nodes, visits, self._watched_by, self._changed_elsewhere)
        self.hall.elsewhere = lambda: self.elsewhere.people
        self._unread = Unread(self.nodes.looks_after, lambda: self.hall.here, self._read)
        self._onlookers = Onlookers(self._rooms, lambda: self.elsewhere.watching)
        self._tickets = TicketOffice(store, around.now)
        self._opening = Opening(around, self._bucket, self._rooms, self.rankings, self._tickets, self.apply)
        parts = (self.nodes, self._rooms, self.apply, self._tasks, self._sweep, self.announce)
        self.clocks = Clockwork(around, store, *parts)
        self._node_beats = (
            Heartbeat(BEAT_EVERY, self.nodes.beat, self._tasks),
            Heartbeat(TOLD_EVERY, self.elsewhere.tell, self._tasks),
        )
        self.firing = self.clocks.firing

    # ── life ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Reads all rooms, and begins at once."""
        await self.load()
        self.begin()

    async def load(self) -> Roll:
        """Reads all rooms, in which nothing happens before `begin`, and all accounts, which it returns."""
        await self.nodes.enter()
        roll = await self.rankings.load()
        for code, value in await self._bucket.scan(""):
            self._take(code, value)
        if self._shared:
            self._live_with_others()
        return roll

    def begin(self) -> None:
        """Starts the clocks. What an earlier process left behind is seen to from now on, while people come in."""
        self.clocks.start()
        self._tasks.spawn(follow_rooms(self._bucket, self._watch, self._take, self._drop))
        self._tasks.spawn(self.rankings.follow())
        self.settling.sweep(room.state for room in self.rooms)

    def _live_with_others(self) -> None:
        self._tasks.spawn(self.nodes.follow(self._lost_a_node))
        self._tasks.spawn(self.elsewhere.follow())
        self._tasks.spawn(self.hall.follow())
        for beat in self._node_beats:
            beat.start()

    def _lost_a_node(self) -> None:
        """Sees to what a process has left behind that is gone."""
        self.clocks.see_to_lost()
        self.settling.sweep(room.state for room in self.rooms)

    async def _sweep(self) -> None:
        """Looks for what a store that did not answer, or a clock that was set, has left undone."""
        async for room in slowly(self.rooms):
            if room.state.code not in self._unread:
                self.firing.sweep((room,))
            self.presence.mark_gone(room.state)
        self.settling.sweep(room.state for room in self.rooms)
        if self._shared:
            self.clocks.see_to_lost()
            await self.elsewhere.sweep()
            await self._tickets.sweep()

    async def close(self) -> None:
        """Ends all visits, marking their seats away, and stops the clocks."""
        self.clocks.stop()
        for beat in self._node_beats:
            beat.stop()
        self.hall.close()
        self._onlookers.close()
        for visit in list(self.presence.visits):
            visit.close()
        self.presence.stop()
        self.settling.stop()
        await self._tasks.finish("leave", "settle")
        await self.elsewhere.leave()
        await self.nodes.leave()
        self._watch.close()
        self.rankings.close()
        self.firing.close()
        await self._tasks.finish()

    def visit(
        self, player: Player, session: str, person: Person | None = None, answers: Answers = always, network: str = ""
    ) -> Visit:
        """A link for somebody who has come in.

        Args:
            player: who.
            session: names the connection.
            person: what is kept of them; nothing is if it is not given.
            answers: whether the connection answered when it was last asked whether it is there.
            network: what counts as the address that they come from.
        """
        visit = Visit(self, player, f"{self.around.node}/{session}", person, answers, network)
        self.presence.add(visit)
        self.hall.changed()
        self.rooms_of(player.id)  # reads what other nodes changed there meanwhile: it concerns somebody here now
        return visit

    def forget(self, visit: Visit) -> None:
        """Drops a visit that has ended."""
        self.presence.remove(visit)
        for room in self.rooms_of(visit.player_id):
            self.presence.mark_gone(room.state)
            if visit.player.kind == "guest":
                self.presence.leave_later(room.state.code, visit.session, visit.player_id)
        self.hall.changed()

    async def freeze(self) -> None:
        """Takes no more commands, stops the clocks, and waits for the changes of rooms that are under way."""
        self.around.standing.frozen = True
        self.clocks.stop()
        await self.around.standing.quiet(FREEZE_SECONDS)

    def announce(self, notice: Notice) -> None:
        """Tells everybody something."""
        self._fanout.add(partial(visit.push, Frame.of(notice)) for visit in self.presence.visits)

    # ── rooms ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def rooms(self) -> tuple[OpenRoom, ...]:
        """Every room. Of a game that people of other nodes play the last moves may be missing; see `room`."""
        return tuple(self._rooms.values())

    def rooms_of(self, player_id: str) -> tuple[OpenRoom, ...]:
        """The rooms in which somebody has a seat, as they are now."""
        return tuple(self.room(code) for code in self.hall.board.seats_of(player_id))

    def room(self, code: str) -> OpenRoom:
        """The room with this code, in any case; what other nodes changed in it and was left unread is read first.

        Raises:
            Refused: `no-such-room`.
        """
        room = self._rooms.get(code.upper())
        if room is None:
            raise Refused("no-such-room", room=code[:16])
        self._unread.read(room.state.code)
        return room

    def plays(self, code: str) -> bool:
        """Whether a game is played in a room, as far as it was read."""
        room = self._rooms.get(code)
        return room is not None and room.state.phase == "playing"

    async def find(self, code: str) -> None:
        """Looks for a room that another node has just opened, and of which nothing was heard yet.

        Raises:
            Fault: the store does not answer.
        """
        key = code.upper()
        while self._shared and key not in self._rooms and may_be_code(key):
            removed = self.settling.removals
            value = await self._bucket.get(key)
            if value is None:
                return
            if removed == self.settling.removals:  # else it may be this room that is gone since it was read
                self._take(key, value)
                return

    async def open(
        self, host: Player, session: str, title: str, options: RoomOptions, bots: int, level: str, network: str = ""
    ) -> str:
        """Opens a room; see `Opening.open`. Returns its code.

        Raises:
            Refused: as that does.
            Fault: the store does not answer.
        """
        state, revision = await self._opening.open(host, session, title, options, bots, level, network)
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
        tried: list[tuple[RoomState, RoomState]] = []

        def changed(state: RoomState) -> RoomState:
            tried[:] = [(state, self._changed(state, change, op))]
            return tried[0][1]

        with self.around.standing.update(), self.clocks.lost.asking():
            state, revision = await self._updater.update(
                self._bucket,
                key,
                op,
                changed,
                ROOM_FORM,
                known=lambda: (room.state, room.rev),
            )
        for before, after in tried:
            if after is state or not op_id:  # else another node has done it, and counts it
                self.around.counts.room_changed(before, after)
        if self._rooms.get(key) is room:  # else another node has closed and removed it before the answer came
            self._know(key, state, revision)
            self._unread.read(key)
        if state.closed:
            self._drop(key)
            await self.settling.remove(state, revision)
        return state

    def _changed(self, state: RoomState, change: Change, op_id: str) -> RoomState:
        """The state after a change; the same one if that changes nothing, which then is not stored."""
        changed = followed(state, change(state), self.rankings)
        return changed if changed is state else with_operation(changed, op_id)

    def take_over(self, session: str, code: str) -> None:
        """Tells the connection that held a seat that another one has it now."""
        for visit in self.presence.of_session(session):
            visit.lose_room(code, "taken-over")

    def _watched_by(self, visit: Visit) -> str:
        """The room that somebody looks at without a seat; empty if there is none."""
        room = self._rooms.get(visit.room)
        return visit.room if room is not None and room.state.seat_of(visit.player_id) is None else ""

    def _changed_elsewhere(self) -> None:
        """Somebody has come to another node, left it, or looks at another room there."""
        self._onlookers.changed()
        self.hall.changed()

    def _tell_removed(self, before: RoomState, room: OpenRoom) -> None:
        """Sends those back to the lobby whose seat is no longer theirs, though they did not leave it."""
        for seat in before.seats:
            if room.state.seats is before.seats or not seat.session or not seat.player:
                continue
            number = room.state.seat_of(seat.player.id)
            if number is None:
                for visit in self.presence.of_session(seat.session):
                    visit.lose_room(room.state.code, "removed")
            elif self._shared and room.state.seats[number - 1].session not in ("", seat.session):
                self.take_over(seat.session, room.state.code)

    def _drop(self, key: str) -> None:
        self.settling.removed(key)
        self._unread.forget(key)
        room = self._rooms.pop(key, None)
        if room is None:
            return
        room.close()
        self.hall.room_gone(key)
        there = [visit for visit in self.presence.visits if visit.room == key]
        for visit in there:
            visit.goes_to_lobby()
        for visit in there:  # only now: to each the lobby tells where all the others are
            visit.room_closed(key)

    # ── following the store ──────────────────────────────────────────────────────────────────────────────────────

    def _take(self, code: str, value: Value) -> None:
        room = self._rooms.get(code)
        if value.revision <= (room.rev if room is not None else self.settling.closed_at(code)):
            return
        if room is None or not self._shared or not self._unread.keep(room, value):
            self._read(code, value)

    def _read(self, code: str, value: Value) -> None:
        """Reads a change, and takes it."""
        state = read_room(code, value)
        if state is None:
            return
        if state.closed:
            self.settling.closed(state, value.revision)
        else:
            self._know(code, state, value.revision)

    def _know(self, code: str, state: RoomState, revision: int) -> None:
        """Takes a state that is stored."""
        room = self._rooms.get(code)
        if room is None:
            if state.closed or revision <= self.settling.closed_at(code):
                return
            room = self._rooms[code] = OpenRoom(state, revision, self._fanout, self.around.now, self.hall.room_changed)
            room.lost = self.clocks.lost.total
            room.held = not self.clocks.started
            room.watched_elsewhere(self._onlookers.of(code))
            self.hall.room_changed(room)
        else:
            before = room.state
            if not room.newer(state, revision):
                return
            self.presence.take_back(before, state)
            self.hall.room_changed(room)
            if deadline_of(before) != deadline_of(state):
                room.lost = self.clocks.time.paid_after(before, state, room.lost)
            self._tell_removed(before, room)
        self.presence.mark_gone(state)
        if self.nodes.rank(state) == 0:
            self.settling.ended(state)
        self.firing.schedule(room)
