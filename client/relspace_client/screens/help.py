"""Help: what the keys and the cards do, over whatever page it was asked for on."""

from typing import ClassVar, Final

from relspace_client.around.help import HelpName, cards_picture, keys_picture
from relspace_client.picture.picture import Picture
from relspace_client.screens.page import Page, PageName, Stage


class HelpPage(Page):
    """The keys of a page, and the cards."""

    name: ClassVar[PageName] = "help"

    def __init__(self, stage: Stage, of: HelpName) -> None:
        super().__init__(stage)
        self.of: Final[HelpName] = of
        self._cards = False

    def picture(self, width: int, height: int) -> Picture:
        """The keys, or the cards."""
        reader = self.stage.reader
        return cards_picture(reader, width, height) if self._cards else keys_picture(self.of, reader, width, height)

    def press(self, key: str) -> None:
        """Tab turns it over, as arrows do; every other key closes it."""
        if key in ("tab", "left", "right", "up", "down"):
            self._cards = not self._cards
        else:
            self.stage.close_help()
