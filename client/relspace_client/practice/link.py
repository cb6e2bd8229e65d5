"""The practice link: rooms with bots in the player's own process, on the pure room and nothing else.

A thin loop over `relspace.room.due`: it does what a command or the clock asks, shows what came of it, and sets the
clock for what is due next.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, Literal

from relspace.bots.levels import DEFAULT_LEVEL
from relspace.bots.names import NAMES
from relspace.bots.table import add_bot, fire, question
from relspace.errors import NotNow, Refused
from relspace.link import Link
from relspace.room.commands import Asked, Depart, SetReady, Sit
from relspace.room.create import create
from relspace.room.due import Due, due
from relspace.room.options import QUICK_PLAY, RoomOptions
from relspace.room.record import record_of
from relspace.room.state import Player, RoomState
from relspace.room.stored import encode_room
from relspace.room.update import update
from relspace.rules.record import write_record
from relspace.text import checked_name
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
from relspace.wire.messages import Lobby, Me, Message, Notice, Person, Snapshot, Talk
from relspace.wire.questions import Answer, AskProfile, AskRankings, AskRecord, Question, Rankings, RecordText
from relspace.wire.settings import PlayerSettings
from relspace.wire.snapshot import snapshot
from relspace.wire.summary import summary
from relspace_client.practice.around import Around, Keeps, Timer
from relspace_client.practice.chance import Chance
from relspace_client.practice.past import profile_of
from relspace_client.practice.thinker import Thinker
from relspace_client.practice.waiting import SESSION, YOU, WaitingGames, plays_on

LOG: Final = logging.getLogger(__name__)

MOST_ROOMS: Final = 8
"""Rooms open at one time."""


class _Table:
    """One room."""

    def __init__(self, state: RoomState) -> None:
        self.state = state
        self.rev = 1
        self.timer: Timer | None = None
        self.kept = ""
        """The game whose record is kept."""


class Practice(Link):
    """Rooms with bots, and one player.

    Args:
        name: what the player is called.
        settings: how the game looks and behaves for them.
        keeps: where settings and records are kept.
        levels: of the bots in rooms for which nobody chose one, by turns.
        seed: of the first game, 32 bytes; the same one makes the same rooms, bots and games. None for new ones.
        around: the world.
        tells_of_others: whether the player is told on coming in that another program plays kept games.
        unkept: why nothing can be kept, which the player is told on coming in; empty if it can.
    """

    def __init__(
        self,
        name: str,
        settings: PlayerSettings,
        keeps: Keeps,
        levels: Sequence[str] = (DEFAULT_LEVEL,),
        seed: bytes | None = None,
        around: Around | None = None,
        *,
        tells_of_others: bool = False,
        unkept: str = "",
    ) -> None:
        self._tells_of_others = tells_of_others
        self._unkept = unkept
        self._around = around or Around()
        self._keeps = keeps
        self._levels = tuple(levels)
        self._chance = Chance(seed, self._around.entropy)
        self._me = Me(name, settings=settings)
        self._tables: dict[str, _Table] = {}
        self._waiting: Final = WaitingGames(keeps)
        self._room = ""
        self._receive: Callable[[Frame], None] | None = None
        self._thinker = Thinker()
        self._tasks: set[asyncio.Task[None]] = set()
        self.left: int = 0
        """Games that waited for the player when the link was closed; they are kept."""

    @property
    def settings(self) -> PlayerSettings:
        """How the game looks and behaves for the player."""
        return self._me.settings

    @property
    def player(self) -> Player:
        """Who plays."""
        return Player(YOU, self._me.name)

    # ── the link ─────────────────────────────────────────────────────────────────────────────────────────────────

    def open(self, receive: Callable[[Frame], None]) -> None:
        """Starts the flow of frames."""
        self._receive = receive
        self._push(self._me)
        self._enter_lobby()
        if self._tells_of_others and self._keeps.played_elsewhere():
            self._push(Notice("elsewhere"))
        if self._unkept:
            self._push(Notice("unkept", text=self._unkept))

    def close(self) -> None:
        """Ends everything: clocks, searches, the process that searches. Games that are not over stay kept."""
        self._receive = None
        for table in self._tables.values():
            if table.timer is not None:
                table.timer.cancel()
        self._tables.clear()
        self._keeps.leave_games()
        self._waiting.look(self._tables)
        self.left = sum(map(plays_on, self._waiting.states.values()))
        for task in self._tasks:
            task.cancel()
        self._thinker.close()

    async def send(self, command: Command) -> Done:
        """Carries a command out.

        Raises:
            Refused: it cannot be had.
        """
        match command:
            case Join(room) | Watch(room) if not self._can_go_to(room):
                return Done()
            case Create(title, options, bots, level):
                return self._create(title, options, bots, level)
            case QuickPlay():
                done = self._create("", QUICK_PLAY, QUICK_PLAY.seats - 1, "")
                return self._ask(SetReady(done.room, ready=True))
            case Join(room):
                return self._join(room)
            case Watch(room):
                return self._look_at(self._table(room))
            case Leave(room):
                return self._leave(self._table(room))
            case AddBot(room, level):
                return self._add_bot(self._table(room), level)
            case Rename(name):
                return self._rename(name)
            case SaveSettings(settings):
                return self._set(self._me.name, settings)
            case Ignore():
                return Done()
            case _:
                return self._ask(command)

    async def ask(self, question: Question) -> Answer:
        """Looks something up in what is kept.

        Raises:
            Refused: `no-such-record`; `no-such-player` for somebody else, of whom nothing is known here.
        """
        match question:
            case AskRecord(game):
                return RecordText(game, self._record(game))
            case AskProfile(name):
                if name not in ("", self._me.name):
                    raise Refused("no-such-player", name=name)
                return await asyncio.to_thread(profile_of, self._me.name, self._keeps.records())
            case AskRankings():
                return Rankings(0, ())

    # ── rooms ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _table(self, room: str) -> _Table:
        table = self._tables.get(room.upper())
        if table is None:
            raise Refused("no-such-room", room=room[:16])
        return table

    def _create(self, title: str, options: RoomOptions, bots: int, level: str) -> Done:
        if len(self._tables) >= MOST_ROOMS:
            raise NotNow("too-many-rooms")
        taken = {state.title for state in self._states()}
        now = self._around.now()
        state = create(self.player, SESSION, title, options, now, self._chance.drawn(), taken)
        while state.code in self._tables or state.code in self._waiting.states:
            state = create(self.player, SESSION, title, options, now, self._chance.drawn(), taken)
        for nth in range(min(bots, options.seats - 1)):
            wanted = level or self._levels[nth % len(self._levels)]
            state = add_bot(state, self.player, wanted, now, self._chance.drawn())
        table = self._tables[state.code] = _Table(state)
        self._schedule(table)
        return self._look_at(table)

    def _join(self, room: str) -> Done:
        table = self._table(room)
        self._change(table, lambda now, entropy: update(table.state, Sit(SESSION), self.player, now, entropy))
        return self._look_at(table)

    def _add_bot(self, table: _Table, level: str) -> Done:
        taken = sum(seat.is_bot for seat in table.state.seats)
        wanted = level or self._levels[taken % len(self._levels)]
        self._change(table, lambda now, entropy: add_bot(table.state, self.player, wanted, now, entropy))
        return Done(table.state.code)

    def _ask(self, command: Asked) -> Done:
        table = self._table(command.room)
        self._change(table, lambda now, entropy: update(table.state, command, self.player, now, entropy))
        return Done(table.state.code)

    def _leave(self, table: _Table) -> Done:
        self._room = ""
        self._change(table, lambda now, entropy: update(table.state, Depart(SESSION), self.player, now, entropy))
        self._enter_lobby()
        return Done(table.state.code)

    def _change(self, table: _Table, change: Callable[[int, bytes], RoomState]) -> None:
        """Puts a change of a room through, and shows what came of it."""
        before = table.state
        state = change(self._around.now(), self._chance.for_a_game())
        if state.game is not None and (before.game is None or before.game.number != state.game.number):
            self._chance.game_began()
        table.state = state
        table.rev += 1
        self._keep_record(table)
        self._keep_game(before, state)
        if state.closed:
            self._drop(table)
        else:
            self._schedule(table)
            self._show(table, talk=state.talk != before.talk)

    def _drop(self, table: _Table) -> None:
        code = table.state.code
        del self._tables[code]
        if table.timer is not None:
            table.timer.cancel()
        if self._room == code:
            self._push(Notice("room-closed", code))
            self._enter_lobby()
        elif not self._room:
            self._push(self._lobby())

    def _can_go_to(self, room: str) -> bool:
        """Takes a game that waits; returns False, and tells why, if it is not to be had any more."""
        code = room.upper()
        why = self._take_game(code) if code in self._waiting.states else ""
        if why == "played elsewhere":
            self._push(Notice("elsewhere"))
        elif why == "over":
            self._enter_lobby()
        return not why

    def _take_game(self, code: str) -> Literal["", "played elsewhere", "over"]:
        """A game that waits is played here from now on; returns why it is not, if it cannot be."""
        state = self._waiting.take(code, self._around.now())
        if not isinstance(state, RoomState):
            return state
        table = self._tables[code] = _Table(state)
        self._schedule(table)
        return ""

    def _let_bots_end(self) -> None:
        """Bots go on with games in which the player is no more, now that something is played here."""
        for code in [code for code, state in self._waiting.states.items() if not plays_on(state)]:
            self._take_game(code)

    def _keep_record(self, table: _Table) -> None:
        state = table.state
        if state.phase == "over" and state.game is not None and table.kept != state.game_id:
            table.kept = state.game_id
            self._keeps.keep_record(state.game_id, write_record(record_of(state)))

    def _keep_game(self, before: RoomState, state: RoomState) -> None:
        """Keeps a game at each change: nobody tells this process that its window is closed."""
        if state.phase == "playing" and not state.closed:
            self._keeps.keep_game(state.code, encode_room(state))
        elif before.phase == "playing":
            self._keeps.forget_game(state.code)

    def _record(self, game: str) -> str:
        for table in self._tables.values():
            if table.state.game is not None and table.state.game_id == game:
                return write_record(record_of(table.state))
        return self._keeps.record(game)

    # ── the player ───────────────────────────────────────────────────────────────────────────────────────────────

    def _rename(self, text: str) -> Done:
        return self._set(checked_name(text, NAMES), self._me.settings)

    def _set(self, name: str, settings: PlayerSettings) -> Done:
        self._me = Me(name, settings=settings)
        self._keeps.keep_player(name, settings)
        self._push(self._me)
        if not self._room:
            self._push(self._lobby())
        return Done()

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def _push(self, message: Message) -> None:
        if self._receive is not None:
            self._receive(Frame.of(message))

    def _look_at(self, table: _Table) -> Done:
        self._room = table.state.code
        self._let_bots_end()
        self._show(table, talk=True)
        return Done(self._room)

    def _show(self, table: _Table, *, talk: bool) -> None:
        if self._room == table.state.code:
            self._push(self._snapshot(table))
            if talk:
                self._push(Talk(table.state.code, table.state.talk))
        elif not self._room:
            self._push(self._lobby())

    def _snapshot(self, table: _Table) -> Snapshot:
        return snapshot(table.state, table.rev, YOU, self._around.now(), watching=0)

    def _enter_lobby(self) -> None:
        self._room = ""
        self._waiting.look(self._tables)
        self._push(self._lobby())
        self._push(Talk("", ()))

    def _lobby(self) -> Lobby:
        rooms = tuple(summary(state, YOU, self._around.now()) for state in self._states())
        return Lobby(self._me.name, "", rooms, (Person(self._me.name, you=True),))

    def _states(self) -> list[RoomState]:
        """The rooms that there are, those that wait to be gone to last."""
        return [*(table.state for table in self._tables.values()), *self._waiting.states.values()]

    # ── what is due ──────────────────────────────────────────────────────────────────────────────────────────────

    def _schedule(self, table: _Table) -> None:
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        what = due(table.state, self._around.pace)
        if what is not None and self._receive is not None:
            wait = max(0.0, (what.at - self._around.now()) / 1000)
            table.timer = self._around.later(wait, lambda: self._spawn(table, self._fire(table, what)))

    async def _fire(self, table: _Table, what: Due) -> None:
        """Does what the clock asks, if it still does once the bot has thought."""
        if self._around.now() < what.at:
            self._schedule(table)
            return
        state, pace = table.state, self._around.pace
        thinks = what.kind == "bot" and state.phase == "playing"
        move = await self._thinker.move(question(state, auto=False)) if thinks else None
        try:
            self._change(table, lambda now, entropy: fire(table.state, what, pace, now, entropy, move))
        except Refused as error:
            if error.code not in ("not-due", "room-closed"):
                raise

    def _spawn(self, table: _Table, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(partial(self._finished, table))

    def _finished(self, table: _Table, task: asyncio.Task[None]) -> None:
        """A room whose task failed is closed: the player goes back to the lobby and reads so."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a practice room failed", exc_info=error)
            if table.state.code in self._tables:
                self._keeps.forget_game(table.state.code)  # or it would fail again at each start
                self._drop(table)
