"""The game behind the SSH door: who comes in gets a name, a link to the rooms, and an app."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Final

from relspace.errors import Illegal, NotNow, Refused
from relspace.room.state import Player, RoomState
from relspace.text.width import fit, width
from relspace.wire.questions import Answer as Found
from relspace.wire.questions import AskProfile, Question
from relspace.wire.summary import summary
from relspace_client.app import RelspaceApp
from relspace_client.around.parts import Reader
from relspace_client.locale.environment import language_of
from relspace_client.locale.titles import title_in
from relspace_client.locale.words import Words, message, term, words
from relspace_client.look.glyphs import ASCII
from relspace_client.plain.session import PlainSession
from relspace_client.terminal import Terminal
from relspace_server.account_desk import AccountDesk
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.bans import Banned, Bans
from relspace_server.accounts.links import Links
from relspace_server.accounts.wished_name import told_of_name
from relspace_server.networks import network_of
from relspace_server.people import People
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.visit import Visit
from relspace_server.ssh.door import Access, Answer, InLobby, JoinRoom, Start, Visitor, WatchRoom

_WIDTHS: Final = (6, 15, 9, 8)
"""Columns of the table of rooms but for the last one, in cells."""

ROOMS_TOLD: Final = 100
"""Public rooms that are told to whoever asks for them without coming in."""

_PHASES: Final = {"gathering": message("open"), "playing": message("playing"), "over": message("over")}


class Desk:
    """Implements `relspace_server.ssh.door.Door`."""

    def __init__(self, hub: Hub, accounts: Accounts, bans: Bans | None = None) -> None:
        self._hub = hub
        self._accounts = accounts
        self._bans = bans
        self.people = People(accounts, hub)
        if bans is not None:
            self.people.barred = bans.of_name
            self.people.keep_out = self._refuse_banned
        self.accounts = AccountDesk(self.people, Links(accounts))
        self._visits: dict[str, Visit] = {}

    async def recognise(self, visitor: Visitor) -> Visitor:
        """The visitor, with the account that their key leads to, and the language that is set there.

        Raises:
            Fault: the store does not answer.
        """
        if visitor.guest or visitor.owner:
            return visitor
        owner = await self._viewer(visitor)
        account = await self._accounts.get(owner)
        return replace(visitor, owner=owner, reads=account.settings.language if account else "")

    async def keep_out(self, visitor: Visitor) -> None:
        """Turns a visitor away whom the host has banned; nothing is made of somebody new.

        Raises:
            Banned: their account is banned, or the name that they have, or would get if they came in.
            Fault: the store does not answer.
        """
        if self._bans is not None and not self._bans.empty:
            self._refuse_banned(await self._player_to_be(visitor))

    async def _player_to_be(self, visitor: Visitor) -> Player:
        """Who the visitor is in the game, or would be if they came in now."""
        viewer = await self._viewer(visitor)
        account = None if visitor.guest else await self._accounts.get(viewer)
        if account is not None and not account.gone:
            return account.player
        return Player(viewer, await self._accounts.names.would_get(viewer, visitor.suggested_name))

    async def open_session(self, visitor: Visitor, start: Start, terminal: Terminal) -> RelspaceApp:
        """Makes the app of a session. Who asks for a room that is not there comes into the lobby, and reads it there.

        Raises:
            Refused: the room that was asked for is full, or may not be watched.
            Fault: the store does not answer.
        """
        visit = await self._visit(visitor, start, tells_of_name=True, lobby_will_do=True)
        return RelspaceApp(visit, terminal, start, language_of(visitor.language))

    async def open_plain(
        self,
        visitor: Visitor,
        start: Start,
        write: Callable[[str], None],
        fail: Callable[[Exception], None],
        on_terminal: bool,
    ) -> PlainSession:
        """Makes a session in plain lines. On a terminal a room that is not there leads to the lobby, as in the app.

        Raises:
            Refused: the room that was asked for is full, may not be watched, or is not there.
            Fault: the store does not answer.
        """
        visit = await self._visit(visitor, start, tells_of_name=True, lobby_will_do=on_terminal)
        reads = words(visit.settings.language) if visit.settings.language else visitor.words
        return PlainSession(visit, Reader(reads, ASCII), start, write, fail)

    async def open_api(self, visitor: Visitor) -> Access:
        """Lets a program in, at the lobby.

        Raises:
            Fault: the store does not answer.
        """
        visit = await self._visit(visitor, InLobby())
        return Access(visit, lambda: self._hub.hall.lobby(visit))

    def session_ended(self, visitor: Visitor) -> None:
        """Closes the session's visit; its seat shows away."""
        visit = self._visits.pop(visitor.session, None)
        if visit is not None:
            visit.close()
            self._forget(visit.player)

    async def rooms(self, visitor: Visitor) -> Answer:
        """The visitor's own rooms and the first public ones, in the order of the lobby."""
        now = self._hub.around.now()
        viewer = await self._viewer(visitor)
        board = self._hub.hall.board
        codes = dict.fromkeys((*board.seats_of(viewer), *(one.code for one in board.first(ROOMS_TOLD))))
        rooms = [self._hub.room(code) for code in codes]
        summaries = [summary(room.state, viewer, now, room.watching) for room in rooms]
        text = _table([room.state for room in rooms], visitor.words)
        if board.public > ROOMS_TOLD:
            text += "\n" + visitor.words.count("There is {n} room.", "There are {n} rooms.", board.public)
        return Answer(text, [asdict(one) for one in summaries])

    async def record(self, visitor: Visitor, game: str) -> Answer:
        """The record of a game, finished or not, by its id.

        Raises:
            Refused: `no-such-record`.
        """
        text = await self._hub.lookups.record(game, await self._viewer(visitor))
        return Answer(text, [json.loads(line) for line in text.splitlines()])

    async def look_up(self, visitor: Visitor, question: Question) -> Found:
        """Looks something up for the visitor.

        Raises:
            Refused: there is no such thing.
            Fault: the store does not answer.
        """
        if question == AskProfile() and not visitor.guest:
            player = (await self._accounts.enter(visitor.account, visitor.suggested_name)).player
        else:
            player = Player(await self._viewer(visitor), "", "guest" if visitor.guest else "person")
        return await self._hub.lookups.answer(question, player)

    async def _viewer(self, visitor: Visitor) -> str:
        """Whose eyes the visitor's are: their account's id, whether there is such an account yet or not."""
        return visitor.account if visitor.guest else await self._accounts.keys.account_of(visitor.account)

    async def _visit(
        self, visitor: Visitor, start: Start, *, tells_of_name: bool = False, lobby_will_do: bool = False
    ) -> Visit:
        """A link for a visitor who may go where they ask; somebody new reads why they are not called as they wished.

        Where the room is not there, and `lobby_will_do`, they may come in all the same.
        """
        account, came = None, self._hub.around.now()
        if visitor.guest:
            player = await self._accounts.guest(visitor.session, visitor.suggested_name)
        else:
            await self.keep_out(visitor)
            account = await self._accounts.enter(visitor.account, visitor.suggested_name)
            player = account.player
        try:
            if isinstance(start, JoinRoom | WatchRoom):
                await self._hub.find(start.code)
            self._check(player, start, lobby_will_do=lobby_will_do)
        except BaseException:
            self._forget(player)
            raise
        person = self.people.of(account) if account is not None else self.people.guest(player)
        network = network_of(visitor.address)
        visit = self._hub.visit(player, visitor.session, person, visitor.answers, network)
        self._visits[visitor.session] = visit
        if tells_of_name and (account is None or account.created >= came):
            visit.first_told = told_of_name(visitor.suggested_name, player.name)
        return visit

    def _forget(self, player: Player) -> None:
        """Frees the name of a guest who is gone."""
        if player.kind == "guest":
            self._accounts.names.hand_back(player.name)

    async def freeze(self) -> None:
        """The server stops: nobody is asked anything any more, clocks stand still, and what is under way is done."""
        await self._hub.freeze()

    def _check_host(self, player: Player) -> None:
        """Keeps out whom the host has banned and, when the server is about to stop, who plays nowhere."""
        self._refuse_banned(player)
        if self._hub.around.standing.draining and not any(
            room.state.phase == "playing" and room.state.seat_of(player.id) is not None for room in self._hub.rooms
        ):
            raise NotNow("draining")

    def _refuse_banned(self, player: Player) -> None:
        """Raises `Banned` if the host keeps the player out."""
        ban = self._bans.of_player(player.id, player.name) if self._bans is not None else None
        if ban is not None:
            raise Banned(ban)

    def _check(self, player: Player, start: Start, *, lobby_will_do: bool) -> None:
        """Refuses at the door what the session could not lead to."""
        self._check_host(player)
        if not isinstance(start, JoinRoom | WatchRoom):
            return
        try:
            state = self._hub.room(start.code).state
        except Refused:
            if lobby_will_do:
                return
            raise
        if state.seat_of(player.id) is not None:
            return
        if isinstance(start, WatchRoom):
            if not state.options.watching:
                raise Illegal("no-watching")
        elif state.phase == "playing":
            raise NotNow("game-running", room=state.code)
        elif all(seat.player for seat in state.seats) and len(state.seats) >= state.options.seats:
            raise NotNow("room-full", room=state.code)


def _table(rooms: list[RoomState], reads: Words) -> str:
    if not rooms:
        return reads.say("No rooms are open. Open one: connect, and press n.")
    heads = (term("column", "code"), term("column", "name"), term("column", "state"), term("column", "seats"))
    lines = [_row((*(reads.term("column", head) for head in heads), reads.term("column", "clock")))]
    for state in rooms:
        taken = sum(seat.player is not None for seat in state.seats)
        seats = reads.say("{taken} of {seats}", taken=taken, seats=state.options.seats)
        clock = reads.say("{n} s", n=state.options.clock) if state.options.clock else reads.say("off")
        title = title_in(reads, state)
        lines.append(_row((state.code, title, reads.say(_PHASES[state.phase]), seats, clock)))
    return "\n".join(lines)


def _row(cells: tuple[str, ...]) -> str:
    *columns, last = cells
    fitted = (cell if width(cell) > wide else fit(cell, wide) for cell, wide in zip(columns, _WIDTHS, strict=True))
    return " ".join([*fitted, last])
