"""The welcome: what everybody sees before their first game, once."""

from dataclasses import replace
from typing import ClassVar, Literal

from relspace.wire.commands import QuickPlay
from relspace_client.around.choices import WELCOME
from relspace_client.around.welcome import Scene, welcome_picture
from relspace_client.picture.picture import Picture
from relspace_client.screens import entering
from relspace_client.screens.changing import ChangingPage
from relspace_client.screens.learn import open_learn
from relspace_client.screens.page import PageName, Stage
from relspace_client.start import InLobby, JoinRoom, Start, WatchRoom


class WelcomePage(ChangingPage):
    """Name, language, and whether cards look right; Enter goes on where the person wanted to go.

    Args:
        stage: the app.
        start: what they asked for on the command line.
    """

    name: ClassVar[PageName] = "welcome"
    stays = True
    listed = WELCOME
    keep = False

    def __init__(self, stage: Stage, start: Start) -> None:
        super().__init__(stage)
        self._start = start

    @property
    def _goes(self) -> Literal["plays", "joins", "watches"]:
        if isinstance(self._start, JoinRoom):
            return "joins"
        return "watches" if isinstance(self._start, WatchRoom) else "plays"

    def picture(self, width: int, height: int) -> Picture:
        """The welcome."""
        lobby = self.stage.model.lobby
        address = lobby.address if lobby else ""
        room = self._start.code.upper() if isinstance(self._start, (JoinRoom, WatchRoom)) else ""
        scene = Scene(self.chosen, self.guest, self._goes, address, self.stage.notice, room)
        return welcome_picture(scene, self.stage.reader, width, height)

    def press(self, key: str) -> None:
        """What the keys do."""
        if key == "enter":
            self._done()
            if isinstance(self._start, InLobby):
                self.stage.play(QuickPlay())
            else:
                entering.start(self.stage, self._start)
        elif key == "escape":
            self._done()
        elif key == "l":
            open_learn(self.stage)
        elif key == "?":
            self.stage.help("welcome")
        elif not self.change(key):
            self.tell_unused(key)

    def _done(self) -> None:
        """Everything is kept, and the welcome does not come again."""
        self.stage.close()
        self.stage.set(replace(self.stage.settings, welcomed=True))
