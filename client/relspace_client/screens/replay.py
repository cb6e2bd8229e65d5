"""The page of a game that is over: step by step, from any seat's eyes."""

from collections.abc import Callable
from typing import ClassVar, Final

from relspace.errors import Unreadable
from relspace.wire.questions import AskRecord, RecordText
from relspace_client.picture.picture import Picture
from relspace_client.replaying.checked import Checked, check
from relspace_client.replaying.picture import ReplayPicture
from relspace_client.replaying.reel import Reel, press, tick
from relspace_client.replaying.seen import Game
from relspace_client.screens.page import Page, PageName, Stage
from relspace_client.screens.playing_film import PlayingFilm
from relspace_client.table.film import film
from relspace_client.table.form import Form


def open_replay(stage: Stage, game: str, own: int | None = None) -> None:
    """Looks the record of a game up, and shows the game again.

    Args:
        stage: the app.
        game: the game's id.
        own: where the viewer sat in it, if that is known; else their name tells.
    """
    stage.look_up(AskRecord(game), RecordText, lambda found: show_record(stage, found.text, own))


def show_record(stage: Stage, text: str, own: int | None = None) -> None:
    """Shows the game that a record tells of; says so if it cannot be shown."""
    try:
        checked = check(text.splitlines())
    except Unreadable:
        stage.tell(stage.reader.say("That game cannot be shown again: it is not over, or its record is damaged."))
        return
    stage.open(ReplayPage(stage, checked, own=own))


class ReplayPage(Page):
    """Steps, jumps and plays through a game.

    Args:
        stage: the app.
        checked: the game.
        leave: called when the person has seen enough; None closes the page.
        own: where the viewer sat, if that is known; else their name tells.
    """

    name: ClassVar[PageName] = "replay"

    def __init__(
        self, stage: Stage, checked: Checked, leave: Callable[[], None] | None = None, own: int | None = None
    ) -> None:
        super().__init__(stage)
        self._game: Final = Game(checked)
        lobby = stage.model.lobby
        name = lobby.you if lobby is not None else ""
        own = self._game.names.index(name) + 1 if own is None and name in self._game.names else own
        self._picture: Final = ReplayPicture(self._game, is_page=True, own=own)
        self._film: Final = PlayingFilm(stage.seconds, stage.after)
        self._leave: Final = leave or stage.close
        self.reel = Reel(last=len(self._game.steps) - 1, seats=len(self._game.names))
        """Where the replay stands."""
        self._run = 0
        """Counts the times it was played or paused: a timer of an earlier run is one too many."""

    def picture(self, width: int, height: int) -> Picture:
        """The table where the replay stands, or how the game ended."""
        reader = self.stage.reader
        form = Form(width, height, reader.glyphs, reader.words)
        return self._picture.picture(self.reel, form, self.stage.notice, self._film.still)

    def press(self, key: str) -> None:
        """What the replay's keys do."""
        if key in ("?", "question_mark"):
            self.stage.help("replay")
            return
        before, self.reel = self.reel, press(self.reel, key)
        if self.reel.done:
            self._run += 1
            self._leave()
            return
        self._show_step(before)
        if (before.playing, before.speed) != (self.reel.playing, self.reel.speed):
            self._run += 1
            self._play_on(self._run)

    def _play_on(self, run: int) -> None:
        """Has the next ply shown in time, while it plays."""
        if self.reel.playing:
            self.stage.after(self.reel.seconds, lambda: self._tick(run))

    def _tick(self, run: int) -> None:
        if run == self._run:
            before, self.reel = self.reel, tick(self.reel)
            self._show_step(before)
            self._play_on(run)

    def _show_step(self, before: Reel) -> None:
        """Shows what a step forward did, as at a table; every other key ends that."""
        reel = self.reel
        forward = (reel.at, reel.eyes, reel.facts) == (before.at + 1, before.eyes, False)
        frames = (
            film(self._game.snapshot(before.at, reel.eyes), self._game.snapshot(reel.at, reel.eyes)) if forward else ()
        )
        if forward or reel != before:
            self._film.begin(frames, motion=self.stage.settings.motion)
            self._film.roll()
