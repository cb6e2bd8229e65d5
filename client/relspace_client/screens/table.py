"""The page of a game that is being played."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from relspace.room.commands import ComeBack, HandOver, MakeMove
from relspace.room.state import TalkLine
from relspace.wire.commands import Leave
from relspace.wire.messages import SeatInfo, Snapshot, Talk
from relspace_client.around.lobby import is_alone
from relspace_client.picture.picture import Picture
from relspace_client.plain.votes import vote_over
from relspace_client.screens import people
from relspace_client.screens.dialogs.choose import Choice, Choose, confirm, yes_key
from relspace_client.screens.page import Page, PageName, Stage
from relspace_client.screens.playing_film import PlayingFilm
from relspace_client.screens.table_answers import ARROWS, FOR_PLAYERS, answer, is_pod
from relspace_client.table import notices
from relspace_client.table.cursor import Action, Open, press
from relspace_client.table.film import film
from relspace_client.table.form import Form
from relspace_client.table.frame import Frames
from relspace_client.table.own import seat_waits
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

FRAMES: Final = Frames()
"""The public pictures, shared by all sessions of the process."""

TALK_SECONDS: Final = 20.0
"""How long a new line of talk takes the place of the last log line."""

NO_KEYS: Final[frozenset[str]] = frozenset()


class TablePage(Page):
    """Pods, stashes, the log; what is chosen, and moves."""

    name: ClassVar[PageName] = "table"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._table = Table(FRAMES)
        self._state = TableState()
        self._seen: Snapshot | None = None
        self._film: Final = PlayingFilm(stage.seconds, stage.after)
        self._heard = 0.0
        self._talk: tuple[TalkLine, ...] | None = stage.model.talks.get(stage.model.room)
        """What was said in the room; None until it was told, all at once and none of it news."""
        self._said: tuple[str, Talk] = ("", Talk("", ()))
        """A game, and what was said since it began: talk of an earlier one is no part of its log."""
        self._missed_told = False
        """Whether what the viewer missed has been read."""
        self._answer: tuple[str, ...] = ()
        """What is said to a key that did nothing, until the next move or key; and a shorter way to say it."""
        self._vote_over: tuple[str, ...] = ()
        """How a vote ended, until the next move or key."""
        self._late: tuple[str, ...] = ()
        """That the viewer's time was up, until the next key."""
        self._talked: int | None = None
        """The plies made when the last line was said, until it makes room for the log again."""
        self._talked_until = 0.0
        self._talk_is_new = False
        self._waits = 0
        """Milliseconds until the autopilot may play for the player on turn; 0 once the page is to be drawn then."""

    @property
    def snapshot(self) -> Snapshot:
        """The room."""
        snapshot = self.stage.model.snapshot
        assert snapshot is not None
        return snapshot

    # ── drawing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def picture(self, width: int, height: int) -> Picture:
        """The table."""
        reader = self.stage.reader
        form = Form(width, height, reader.glyphs, reader.words)
        talked = self._talked if self.stage.seconds() < self._talked_until else None
        state, relieved = self._state, self._relieved
        alone = is_alone(self.stage.model.lobby)
        if (state.talked, state.relieved, state.alone) != (talked, relieved, alone):
            state = replace(state, talked=talked, relieved=relieved, alone=alone)
        talk = self._said[1]
        still = self._film.still
        picture = self._table.picture(self.snapshot, state, form, talk=talk, clock=self._clock, still=still)
        return self._with_sentences(picture, form)

    def _with_sentences(self, picture: Picture, form: Form) -> Picture:
        """The picture, and over it what is to be told; most of the time there is nothing."""
        reader, snapshot = self.stage.reader, self.snapshot
        yours = bool(snapshot.legal) and not snapshot.ahead
        line = self._answer or people.vote_sentences(reader, snapshot) or self._vote_over or self._late
        if line:
            picture = notices.below_prompt(picture, line, self._table.text_column, form, yours=yours)
        if self.stage.notice:
            return notices.for_prompt(picture, (self.stage.notice,), self._table.text_column, form)
        if self._in_place_of_the_prompt:
            return notices.for_prompt(picture, self._in_place_of_the_prompt, 0, form)
        news = () if self._missed_told else people.missed_sentences(reader, snapshot)
        return notices.over_log(picture, news, self._table.text_column, form, yours=yours) if news else picture

    @property
    def _in_place_of_the_prompt(self) -> tuple[str, ...]:
        """What there is to say while nothing is asked of the viewer but a key, and more shortly; often nothing."""
        if self._on_autopilot:
            say = self.stage.reader.say
            long = say("The autopilot plays for you. Any key takes your seat back.")
            return long, say("The autopilot plays. Press any key.")
        return (self._over,) if self.snapshot.phase == "over" else ()

    @property
    def _over(self) -> str:
        """How the game ended, in a sentence."""
        reader, result = self.stage.reader, self.snapshot.result
        winner = next((one for one in result.standings if one.seat == result.winner), None) if result else None
        if result is None or winner is None:
            return reader.say("Nobody escaped. Any key goes on.")
        if result.reason == "last_left":
            if winner.seat == result.you:
                return reader.say("You are the last one left. Any key goes on.")
            return reader.say("{name} is the last one left. Any key goes on.", name=winner.name)
        if winner.seat == result.you:
            return reader.say("You escaped! Any key goes on.")
        return reader.say("{name} escaped. Any key goes on.", name=winner.name)

    @property
    def _clock(self) -> int | None:
        """Milliseconds left of the turn, now."""
        clock = self.snapshot.clock
        if clock is None:
            return None
        return max(0, clock.left - int(1000 * (self.stage.seconds() - self._heard)))

    def _may_hand_over(self, seat: SeatInfo) -> bool:
        """Whether the viewer may let the autopilot play for a seat by now."""
        waits = seat.hand_over_in
        return (
            waits is not None
            and seat.presence == "away"
            and 1000 * (self.stage.seconds() - self._heard) >= waits
            and self.snapshot.you is not None
        )

    @property
    def _relieved(self) -> bool:
        """Whether the viewer may let the autopilot play for the player on turn."""
        seat = self._on_turn
        return seat is not None and self._may_hand_over(seat)

    @property
    def _on_turn(self) -> SeatInfo | None:
        """The seat on turn."""
        snapshot = self.snapshot
        view, seats = snapshot.view, snapshot.seats
        return seats[view.turn - 1] if view is not None and view.turn <= len(seats) else None

    @property
    def _on_autopilot(self) -> bool:
        """Whether the autopilot plays for the viewer."""
        snapshot = self.snapshot
        return (
            snapshot.phase == "playing"
            and snapshot.you is not None
            and snapshot.seats[snapshot.you - 1].presence == "autopilot"
        )

    # ── following the room ───────────────────────────────────────────────────────────────────────────────────────

    def follow(self) -> None:
        """Lets go of what can no longer be chosen, and takes the time of a new clock."""
        snapshot = self.snapshot
        if snapshot is not self._seen:
            self._show_what_happened(self._seen, snapshot)
            self._seen, self._heard = snapshot, self.stage.seconds()
            self._state = follow(self._state, snapshot)
            seat = self._on_turn
            self._waits = seat.hand_over_in or 0 if seat else 0
        self._listen(snapshot, self.stage.model.talks.get(snapshot.room))

    def _listen(self, snapshot: Snapshot, talk: tuple[TalkLine, ...] | None) -> None:
        """Takes what was said: the last line is news if it was said since this viewer listens."""
        before = self._talk
        if talk is None:
            return
        if talk is not before or snapshot.game != self._said[0]:
            since = tuple([line for line in talk if line.at >= snapshot.started])
            self._said = (snapshot.game, Talk(snapshot.room, since))
        if talk != before:
            self._talk = talk
            self._talk_is_new = bool(talk) and before is not None and talk[-1:] != before[-1:]
            self._talked = self._state.ply
            self._talked_until = self.stage.seconds() + TALK_SECONDS if self._talk_is_new else 0.0

    def _show_what_happened(self, before: Snapshot | None, after: Snapshot) -> None:
        """Shows the newest move for a moment; only to somebody of whom it is known whether they want motion."""
        if before is not None and (after.vote is not None or after.log != before.log):
            self._vote_over = self._answer = ()
        if before is not None and (said := vote_over(self.stage.reader, before, after)):
            self._vote_over = (said,)
        if before is not None and _was_late(before, after):
            say = self.stage.reader.say
            self._late = say("Your time was up: the autopilot played for you."), say("Time was up: autopilot.")
        if before is not None and self.stage.model.me is not None:
            motion = self.stage.settings.motion
            self._film.begin(film(before, after, motion=motion), motion=motion)
            self._film.roll()

    @property
    def ticks(self) -> bool:
        """A clock runs."""
        return self.snapshot.clock is not None and self.snapshot.phase == "playing"

    @property
    def unsettled(self) -> bool:
        """A line of talk is to make room for the log again, or somebody is to be away for long enough."""
        return self._talk_is_new or self._waits > 0

    def settle(self) -> None:
        """Has the log and the prompt drawn again in time."""
        if self._waits > 0:
            self.stage.redraw_after(self._waits / 1000)
            self._waits = 0
        if self._talk_is_new:
            self._talk_is_new = False
            self.stage.redraw_after(TALK_SECONDS)

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def quick(self) -> frozenset[str]:
        """The arrows only move the cursor, unless something is asked or any key means that the player is back."""
        return NO_KEYS if self._state.asking or self._on_autopilot or self.snapshot.phase == "over" else ARROWS

    def press(self, key: str) -> None:
        """What the table's keys do; in a seat on autopilot every key takes it back."""
        self._film.skip()
        if self._on_autopilot:
            self.stage.send(ComeBack(self.snapshot.room))
            return
        self._missed_told, self._answer, self._vote_over = self.snapshot.away is not None, (), ()
        self._late = ()
        asks = self.stage.settings.ask_jam
        before = self._state = self._state if self._state.asks == asks else replace(self._state, asks=asks)
        self._state, action = press(key, self.snapshot, before, yes=yes_key(self.stage.reader))
        if action is not None:
            self._do(action)
        elif self._state == before or self._comes_to_nothing(key, before):
            self._answer = self._nothing(key)

    def _comes_to_nothing(self, key: str, before: TableState) -> bool:
        """Whether a key that changed what is chosen does not do what the viewer must expect of it."""
        if self.snapshot.you is None:
            return key in FOR_PLAYERS
        return self.snapshot.ahead and is_pod(key) and not before.letter

    def _nothing(self, key: str) -> tuple[str, ...]:
        """Why a key did nothing, and a shorter way to say so; empty if there is nothing to say."""
        if self._state.show != "table":
            return ()
        said = answer(key, self.snapshot, self._state, self.stage.reader)
        unused = "" if said else self.unused(key)
        return said or ((unused, self.stage.reader.say("{key} does nothing here.", key=key)) if unused else ())

    def _do(self, action: Action) -> None:
        if not isinstance(action, Open):
            self.stage.send(MakeMove(self.snapshot.room, action.move, action.ply))
        elif action.what == "talk":
            people.talk(self.stage, self.snapshot)
        elif action.what == "keys":
            self._help()
        else:
            self._menu()

    # ── the menu ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _menu(self) -> None:
        reader = self.stage.reader
        self.stage.ask(Choose(reader, reader.say("Menu"), "", self._choices()), self._chosen)

    def _choices(self) -> Sequence[Choice]:
        """What the menu offers the viewer now."""
        reader, snapshot = self.stage.reader, self.snapshot
        gone = snapshot.you is None or (snapshot.view is not None and snapshot.view.seats[snapshot.you - 1].out)
        resume = Choice("resume", reader.say("Watch on") if gone else reader.say("Play on"))
        keys = Choice("keys", reader.say("Keys and rules"))
        votes = people.vote_choices(reader, snapshot)
        players = Choice("players", reader.say("Players"))
        if snapshot.you is None:
            return (resume, keys, players, Choice("leave", reader.say("Back to the lobby")))
        away = [
            Choice(f"hand {number}", reader.say("Let the autopilot play for {name}", name=seat.name))
            for number, seat in enumerate(snapshot.seats, 1)
            if self._may_hand_over(seat) and number != snapshot.you
        ]
        resign = [] if gone else [Choice("resign", reader.say("Resign"))]
        return (resume, *votes, keys, *away, players, Choice("leave", reader.say("Leave the table")), *resign)

    def _chosen(self, answer: str) -> None:
        kind, _, seat = answer.partition(" ")
        if kind == "hand":
            self.stage.send(HandOver(self.snapshot.room, int(seat)))
        elif people.cast(self.stage, self.snapshot, answer):
            return
        elif kind == "players":
            people.ask_whom(self.stage, self.snapshot)
        elif kind == "keys":
            self._help()
        elif kind == "leave":
            self._leave()
        elif kind == "resign":
            self._resign()

    def _help(self) -> None:
        """The keys of somebody who plays, or of somebody who watches."""
        self.stage.help("table" if self.snapshot.you is not None else "watching")

    def _leave(self) -> None:
        """Leaves; asks first if a seat waits."""
        reader, command = self.stage.reader, Leave(self.snapshot.room)
        if not seat_waits(self.snapshot):
            self.stage.send(command)
            return
        waits = (
            reader.say("Your seat waits for you. The autopilot plays for you when your time runs out.")
            if self.snapshot.options.clock
            else reader.say("Your seat waits for you, and the others wait too.")
        )
        lobby = self.stage.model.lobby
        if lobby is not None and lobby.guest:
            lost = reader.say("As a guest you cannot come back as the same person once the connection drops.")
            waits = f"{waits} {lost}"
        dialog = confirm(reader, reader.say("Leave the table?"), waits, reader.say("Leave"), reader.say("Stay"))
        self.stage.ask(dialog, lambda answer: self.stage.send(command) if answer == "yes" else None)

    def _resign(self) -> None:
        reader = self.stage.reader
        question = reader.say("Your stash leaves the game. This cannot be undone.")
        dialog = confirm(reader, reader.say("Resign?"), question, reader.say("Resign"), reader.say("Play on"))
        self.stage.ask(dialog, self._resigned)

    def _resigned(self, answer: str) -> None:
        view = self.snapshot.view
        if answer == "yes" and view is not None:
            self.stage.send(MakeMove(self.snapshot.room, "resign", view.ply))


def _was_late(before: Snapshot, after: Snapshot) -> bool:
    """Whether the autopilot has just moved for the viewer, who was there."""
    you = after.you
    if you is None or before.game != after.game or before.seats[you - 1].presence != "here":
        return False
    return any(entry.auto and entry.seat == you and entry not in before.log for entry in after.log)
