"""Help: what the keys and the cards do, over whatever page it was asked for on."""

from typing import ClassVar, Final

from relspace_client.around.help import USUAL, Scene, help_picture, most_scrolled, rows_for
from relspace_client.around.lobby import is_alone
from relspace_client.around.page_keys import HelpName
from relspace_client.picture.picture import Picture
from relspace_client.screens.page import Page, PageName, Stage
from relspace_client.screens.settings import SettingsPage


class HelpPage(Page):
    """The keys of a page, and the cards."""

    name: ClassVar[PageName] = "help"
    stays = True

    def __init__(self, stage: Stage, of: HelpName) -> None:
        super().__init__(stage)
        self.of: Final[HelpName] = of
        self._cards = False
        self._offset = 0
        self._size = (80, 24)

    @property
    def _scene(self) -> Scene:
        model = self.stage.model
        players = len(model.snapshot.seats) if model.snapshot else USUAL
        return Scene(self.of, self._cards, self._offset, is_alone(model.lobby), players)

    def picture(self, width: int, height: int) -> Picture:
        """The keys, or the cards."""
        self._size = width, height
        return help_picture(self._scene, self.stage.reader, width, height)

    def press(self, key: str) -> None:
        """Tab turns it over, arrows scroll what is too long; every other key closes it."""
        page = rows_for(self._size[1]) - 1
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -1000, "end": 1000}
        if key in ("tab", "left", "right"):
            self._cards, self._offset = not self._cards, 0
        elif key in steps:
            self._scroll(steps[key])
        else:
            self.stage.close()
            if key == "s" and self.of != "settings":
                self.stage.open(SettingsPage(self.stage))

    def _scroll(self, step: int) -> None:
        """Scrolls, no further than there is something to see."""
        width, height = self._size
        most = most_scrolled(self._scene.sheet(self.stage.reader, width, height), height)
        self._offset = max(0, min(self._offset + step, most))
