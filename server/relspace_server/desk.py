"""The game behind the SSH door: who comes in gets a name, a link to the rooms, and an app."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from relspace.errors import Illegal, NotNow
from relspace.room.state import Player, RoomState
from relspace_client.app import RelspaceApp
from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
from relspace_client.look.glyphs import ASCII
from relspace_client.plain.session import PlainSession
from relspace_client.terminal import Terminal
from relspace_server.accounts.accounts import Accounts
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.lobby import listed, summary
from relspace_server.rooms.visit import Visit
from relspace_server.ssh.door import Answer, JoinRoom, Start, Visitor, WatchRoom

_PHASES: Final = {"gathering": "open", "playing": "playing", "over": "finished"}


class Desk:
    """Implements `relspace_server.ssh.door.Door`."""

    def __init__(self, hub: Hub, accounts: Accounts) -> None:
        self._hub = hub
        self._accounts = accounts
        self._visits: dict[str, Visit] = {}

    async def open_session(self, visitor: Visitor, start: Start, terminal: Terminal) -> RelspaceApp:
        """Makes the app of a session.

        Raises:
            Refused: the room that was asked for does not exist, is full, or may not be watched.
            Fault: the store does not answer.
        """
        visit = await self._visit(visitor, start)
        return RelspaceApp(visit, terminal, start, _language(visitor))

    async def open_plain(
        self, visitor: Visitor, start: Start, write: Callable[[str], None], fail: Callable[[Exception], None]
    ) -> PlainSession:
        """Makes a session in plain lines.

        Raises:
            Refused: the room that was asked for does not exist, is full, or may not be watched.
            Fault: the store does not answer.
        """
        visit = await self._visit(visitor, start)
        return PlainSession(visit, Reader(words(_language(visitor)), ASCII), start, write, fail)

    def session_ended(self, visitor: Visitor) -> None:
        """Closes the session's visit; its seat shows away."""
        visit = self._visits.pop(visitor.session, None)
        if visit is not None:
            visit.close()
            self._forget(visit.player)

    async def rooms(self, visitor: Visitor) -> Answer:
        """The rooms that the visitor may know of."""
        now = self._hub.around.now()
        rooms = [room for room in self._hub.rooms if listed(room.state, visitor.account)]
        summaries = [summary(room.state, visitor.account, now, room.watching) for room in rooms]
        return Answer(_table([room.state for room in rooms]), [asdict(one) for one in summaries])

    async def record(self, visitor: Visitor, game: str) -> Answer:  # noqa: ARG002 - records are for everybody
        """The record of a game, finished or not, by its id.

        Raises:
            Refused: `no-such-record`.
        """
        text = await self._hub.records.text(game, (room.state for room in self._hub.rooms))
        return Answer(text, [json.loads(line) for line in text.splitlines()])

    async def whoami(self, visitor: Visitor) -> Answer:
        """What is known of the visitor."""
        player = await self._player(visitor)
        self._forget(player)
        text = f"{player.name}, a guest: make a key with ssh-keygen, and you are somebody."
        if not visitor.guest:
            text = f"{player.name}, by the key {visitor.account}"
        return Answer(text, {"name": player.name, "guest": visitor.guest, "account": visitor.account})

    async def _visit(self, visitor: Visitor, start: Start) -> Visit:
        """A link for a visitor who may go where they ask."""
        player = await self._player(visitor)
        try:
            self._check(player, start)
        except Exception:
            self._forget(player)
            raise
        visit = self._visits[visitor.session] = self._hub.visit(player, visitor.session)
        return visit

    async def _player(self, visitor: Visitor) -> Player:
        if visitor.guest:
            return await self._accounts.guest(visitor.session, visitor.suggested_name)
        return await self._accounts.enter(visitor.account, visitor.suggested_name)

    def _forget(self, player: Player) -> None:
        if player.kind == "guest":
            self._accounts.forget_guest(player)

    def _check(self, player: Player, start: Start) -> None:
        """Refuses at the door what the app could not lead to."""
        if not isinstance(start, JoinRoom | WatchRoom):
            return
        state = self._hub.room(start.code).state
        if state.seat_of(player.id) is not None:
            return
        if isinstance(start, WatchRoom):
            if not state.options.watching:
                raise Illegal("no-watching")
        elif state.phase == "playing":
            raise NotNow("game-running", room=state.code)
        elif all(seat.player for seat in state.seats) and len(state.seats) >= state.options.seats:
            raise NotNow("room-full", room=state.code)


def _language(visitor: Visitor) -> str:
    """`es` of `es_ES.UTF-8`."""
    return visitor.language.partition("_")[0]


def _table(rooms: list[RoomState]) -> str:
    if not rooms:
        return "No rooms are open. Open one: connect, and press n."
    lines = [f"{'code':<6} {'name':<15} {'state':<9} {'seats':<8} clock"]
    for state in rooms:
        taken = sum(seat.player is not None for seat in state.seats)
        seats = f"{taken} of {len(state.seats)}"
        clock = f"{state.options.clock} s" if state.options.clock else "off"
        lines.append(f"{state.code:<6} {state.title:<15} {_PHASES[state.phase]:<9} {seats:<8} {clock}")
    return "\n".join(lines)
