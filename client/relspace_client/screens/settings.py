"""The page of settings."""

from typing import ClassVar, Literal

from relspace_client.around.choices import SETTINGS
from relspace_client.around.settings import Scene, settings_picture
from relspace_client.picture.picture import Picture
from relspace_client.screens.changing import ChangingPage
from relspace_client.screens.page import PageName


class SettingsPage(ChangingPage):
    """How the game looks and behaves; each change applies at once."""

    name: ClassVar[PageName] = "settings"
    stays = True
    listed = SETTINGS

    def picture(self, width: int, height: int) -> Picture:
        """The settings."""
        return settings_picture(Scene(self.chosen, self._kept, self.stage.notice), self.stage.reader, width, height)

    @property
    def _kept(self) -> Literal["account", "session", "machine"]:
        """How long settings last; practice has no address."""
        lobby = self.stage.model.lobby
        if lobby is not None and not lobby.address:
            return "machine"
        return "session" if self.guest else "account"

    def press(self, key: str) -> None:
        """What the keys do."""
        if key in ("escape", "q"):
            self.stage.close()
        elif key == "?":
            self.stage.help("settings")
        elif key == "enter":
            self.change("right")
        elif not self.change(key):
            self.tell_unused(key)
