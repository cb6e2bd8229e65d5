"""The Textual app of a replay: one picture, and keys."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer

from relspace_client.compat import HostedApp
from relspace_client.locale.words import words
from relspace_client.look.appearance import PLAIN, Appearance
from relspace_client.look.glyphs import GLYPHS
from relspace_client.look.palette import palette
from relspace_client.picture.picture import Picture
from relspace_client.replaying.checked import Checked
from relspace_client.replaying.picture import ReplayPicture
from relspace_client.replaying.reel import Reel, press, tick
from relspace_client.replaying.seen import Game
from relspace_client.screens.picture_screen import PictureScreen
from relspace_client.screens.theme import THEME
from relspace_client.table.form import Form


class ReplayApp(HostedApp):
    """Shows a game that is over.

    Args:
        checked: the game.
        look: how it is shown.
        own: where the viewer sat; None where nobody knows.
    """

    TITLE = "Relative Space"
    THEME = THEME
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "help_quit", show=False, priority=True)]

    def __init__(self, checked: Checked, look: Appearance = PLAIN, own: int | None = None) -> None:
        super().__init__()
        game = Game(checked)
        self.reel: Reel = Reel(last=len(game.steps) - 1, seats=len(game.names))
        self._picture: Final = ReplayPicture(game, own=own)
        self._timer: Timer | None = None
        self._look: Final = look
        colours = palette(look.theme, look.colours, underlines=look.glyphs == "box")
        self._base: Final = PictureScreen(self, None, colours)

    def get_default_screen(self) -> Screen[None]:
        """The one screen."""
        return self._base

    def picture(self, width: int, height: int) -> Picture:
        """What is to be shown on a terminal of this size."""
        form = Form(width, height, GLYPHS[self._look.glyphs], words(self._look.language))
        return self._picture.picture(self.reel, form)

    def press(self, key: str) -> None:
        """A key, or a click on an area."""
        before, self.reel = self.reel, press(self.reel, key)
        if self.reel.done:
            self.leave()
            return
        if (before.playing, before.speed) != (self.reel.playing, self.reel.speed):
            self._set_timer()
        self._base.paint()

    def _set_timer(self) -> None:
        """Has the next ply shown in time, while it plays."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(self.reel.seconds, self._tick) if self.reel.playing else None

    def _tick(self) -> None:
        self.reel = tick(self.reel)
        if not self.reel.playing:
            self._set_timer()
        self._base.paint()
