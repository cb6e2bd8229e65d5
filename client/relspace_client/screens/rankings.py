"""The page of the rankings."""

from typing import ClassVar, Final

from relspace.wire.questions import AskRankings, Rank, Rankings
from relspace_client.around.rankings import Scene, rankings_picture
from relspace_client.picture.picture import Picture
from relspace_client.screens.list_page import ListPage
from relspace_client.screens.page import PageName, Stage
from relspace_client.screens.profile import ProfilePage

AHEAD: Final = 20
"""So many rows before the last one that is known, the next ones are asked for."""


class RankingsPage(ListPage):
    """Everybody who is ranked, from the first place on; rows are asked for as they are needed."""

    name: ClassVar[PageName] = "rankings"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._rows: tuple[Rank, ...] = ()
        self._total = 0
        self._you: Rank | None = None
        self._waits = False

    @classmethod
    def show(cls, stage: Stage) -> None:
        """Opens the rankings."""
        page = cls(stage)
        stage.open(page)
        page._ask()  # the answer comes to the page that is shown

    def picture(self, width: int, height: int) -> Picture:
        """The rankings."""
        me = self.stage.model.me
        scene = Scene(
            self._rows, self._total, self._you, me.name if me else "", self._cursor, self._waits, self.stage.notice
        )
        return rankings_picture(scene, self.stage.reader, width, height)

    def press(self, key: str) -> None:
        """What the keys do."""
        if key == "m":
            ProfilePage.show(self.stage, "")
        elif key == "?":
            self.stage.help("rankings")
        else:
            super().press(key)

    @property
    def rows(self) -> int:
        """The rows that are known so far."""
        return len(self._rows)

    def enter(self, row: int) -> None:
        """Opens a player's profile."""
        ProfilePage.show(self.stage, self._rows[row].name)

    def go(self, row: int) -> None:
        """Chooses a row, and asks for more where they end soon."""
        super().go(row)
        if self._cursor >= len(self._rows) - AHEAD and len(self._rows) < self._total:
            self._ask()

    def _ask(self) -> None:
        self._waits = True
        self.stage.look_up(AskRankings(len(self._rows) + 1), Rankings, self._take)

    def _take(self, found: Rankings) -> None:
        """More rows; those that have moved up meanwhile are not listed twice."""
        known = {rank.name for rank in self._rows}
        new = tuple(rank for rank in found.rows if rank.name not in known)
        self._rows += new
        self._total = found.total if new else len(self._rows)
        self._you = found.you
        self._waits = False
