"""The page of a player's profile."""

from typing import ClassVar

from relspace.wire.questions import AskProfile, PlayedGame, Profile
from relspace_client.around.profile import Scene, own_seat, profile_picture
from relspace_client.picture.picture import Picture
from relspace_client.screens.list_page import ListPage
from relspace_client.screens.page import PageName, Stage
from relspace_client.screens.replay import open_replay


class ProfilePage(ListPage):
    """What a player has done so far, and the last games, which can be seen again."""

    name: ClassVar[PageName] = "profile"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._profile: Profile | None = None

    @classmethod
    def show(cls, stage: Stage, name: str) -> None:
        """Opens the profile of a player; of the viewer if `name` is empty."""
        page = cls(stage)
        stage.open(page)
        stage.look_up(AskProfile(name), Profile, page.take)

    def take(self, profile: Profile) -> None:
        """The profile that was asked for."""
        self._profile = profile

    def picture(self, width: int, height: int) -> Picture:
        """The profile."""
        me = self.stage.model.me
        scene = Scene(self._profile, me.name if me else "", self._cursor, notice=self.stage.notice)
        return profile_picture(scene, self.stage.reader, width, height)

    @property
    def _games(self) -> tuple[PlayedGame, ...]:
        return self._profile.last if self._profile else ()

    @property
    def rows(self) -> int:
        """The last games."""
        return len(self._games)

    def enter(self, row: int) -> None:
        """Shows a game again."""
        me, profile = self.stage.model.me, self._profile
        assert profile is not None
        game = self._games[row]
        own = own_seat(game, profile.name) if me is not None and profile.name == me.name else None
        open_replay(self.stage, game.game, own)

    def press(self, key: str) -> None:
        """What the keys do."""
        if key == "?":
            self.stage.help("profile")
        else:
            super().press(key)
