"""The page of a game that is being played."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from relspace.room.commands import ComeBack, HandOver, MakeMove
from relspace.wire.commands import Leave
from relspace.wire.messages import Snapshot, Talk
from relspace_client.around.parts import wrap
from relspace_client.look.styles import ACCENT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.screens.dialogs.choose import Choice, Choose, confirm, yes_key
from relspace_client.screens.page import Page, PageName, Stage
from relspace_client.table.cursor import Action, Open, press
from relspace_client.table.form import Form
from relspace_client.table.frame import Frame, Frames
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

FRAMES: Final = Frames()
"""The public pictures, shared by all sessions of the process."""

TALK_SECONDS: Final = 20.0
"""How long a new line of talk takes the place of the last log line."""

ARROWS: Final = frozenset(("left", "right", "up", "down"))

NO_KEYS: Final[frozenset[str]] = frozenset()


class TablePage(Page):
    """Pods, stashes, the log; what is chosen, and moves."""

    name: ClassVar[PageName] = "table"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._table = Table(FRAMES)
        self._state = TableState()
        self._seen: Snapshot | None = None
        self._heard = 0.0
        self._talk = stage.model.talk
        self._talked_until = 0.0
        self._talk_is_new = False

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
        state = replace(self._state, talked=self.stage.seconds() < self._talked_until)
        talk = Talk(self.snapshot.room, self.stage.model.talk)
        picture = self._table.picture(self.snapshot, state, form, talk=talk, clock=self._clock)
        return _with_sentence(picture, self._sentence) if self._sentence else picture

    @property
    def _sentence(self) -> str:
        """What takes the place of the prompt; empty most of the time."""
        if self.stage.notice:
            return self.stage.notice
        if self._on_autopilot:
            return self.stage.reader.say("The autopilot plays for you. Any key takes your seat back.")
        if self.snapshot.phase == "over":
            return self._over
        return ""

    @property
    def _over(self) -> str:
        """How the game ended, in a sentence."""
        reader, result = self.stage.reader, self.snapshot.result
        winner = next((one for one in result.standings if one.seat == result.winner), None) if result else None
        if result is None or winner is None:
            return reader.say("Nobody escaped. Any key goes on.")
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
        snapshot, talk = self.snapshot, self.stage.model.talk
        if snapshot is not self._seen:
            self._seen, self._heard = snapshot, self.stage.seconds()
            self._state = follow(self._state, snapshot)
        if talk != self._talk:
            self._talk_is_new = bool(talk and (not self._talk or talk[-1] != self._talk[-1]))
            self._talk = talk
            self._talked_until = self.stage.seconds() + TALK_SECONDS if self._talk_is_new else 0.0

    @property
    def ticks(self) -> bool:
        """A clock runs."""
        return self.snapshot.clock is not None and self.snapshot.phase == "playing"

    @property
    def unsettled(self) -> bool:
        """A line of talk is to make room for the log again."""
        return self._talk_is_new

    def settle(self) -> None:
        """Has the log drawn again in time."""
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
        if self._on_autopilot:
            self.stage.send(ComeBack(self.snapshot.room))
            return
        self._state, action = press(key, self.snapshot, self._state, yes=yes_key(self.stage.reader))
        if action is not None:
            self._do(action)

    def _do(self, action: Action) -> None:
        if not isinstance(action, Open):
            self.stage.send(MakeMove(self.snapshot.room, action.move, action.ply))
        elif action.what == "talk":
            if self.snapshot.you is not None:
                self.stage.talk()
        elif action.what == "keys":
            self.stage.help("table")
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
        keys = Choice("keys", reader.say("Keys and cards"))
        if snapshot.you is None:
            return (resume, keys, Choice("leave", reader.say("Back to the lobby")))
        away = [
            Choice(f"hand {number}", reader.say("Let the autopilot play for {name}", name=seat.name))
            for number, seat in enumerate(snapshot.seats, 1)
            if seat.presence == "away" and not snapshot.options.clock and number != snapshot.you
        ]
        resign = [] if gone else [Choice("resign", reader.say("Resign"))]
        return (resume, keys, *away, Choice("leave", reader.say("Leave the table")), *resign)

    def _chosen(self, answer: str) -> None:
        kind, _, seat = answer.partition(" ")
        if kind == "hand":
            self.stage.send(HandOver(self.snapshot.room, int(seat)))
        elif kind == "keys":
            self.stage.help("table")
        elif kind == "leave":
            self._leave()
        elif kind == "resign":
            self._resign()

    def _leave(self) -> None:
        """Leaves; asks first if a seat waits."""
        reader, command = self.stage.reader, Leave(self.snapshot.room)
        if self.snapshot.you is None:
            self.stage.send(command)
            return
        waits = (
            reader.say("Your seat waits for you. The autopilot plays for you when your time runs out.")
            if self.snapshot.options.clock
            else reader.say("Your seat waits for you, and the others wait too.")
        )
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


def _with_sentence(picture: Picture, sentence: str) -> Picture:
    """The picture with a sentence in place of the prompt, and of the line below it if it is too long."""
    frame = picture.sheet
    if not isinstance(frame, Frame):
        return picture
    pane = frame.measures.panes["prompt"]
    canvas = Canvas(pane.width, pane.height)
    lines = wrap(sentence, pane.width - 2)
    for y, line in enumerate(lines[: pane.height]):
        canvas.put(2 if pane.width >= 80 else 1, y, line, ACCENT)
    first = frame.measures.first["prompt"]
    rows = dict(enumerate(canvas.rows(), first))
    return replace(picture, private={**picture.private, **rows})
