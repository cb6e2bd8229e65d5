"""The page at the end of a game."""

from typing import ClassVar

from relspace.room.commands import SetReady
from relspace.wire.commands import Leave
from relspace.wire.messages import Snapshot
from relspace_client.around.end import Scene, can_sit, end_picture
from relspace_client.picture.picture import Picture
from relspace_client.screens.entering import join
from relspace_client.screens.page import Page, PageName


class EndPage(Page):
    """How everybody ended, and the rematch."""

    name: ClassVar[PageName] = "end"

    @property
    def snapshot(self) -> Snapshot:
        """The room, whose game is over."""
        snapshot = self.stage.model.snapshot
        assert snapshot is not None
        return snapshot

    def picture(self, width: int, height: int) -> Picture:
        """The end of the game."""
        return end_picture(
            Scene(self.snapshot, self.stage.model.talk, self.stage.notice), self.stage.reader, width, height
        )

    def press(self, key: str) -> None:
        """What the keys do."""
        snapshot = self.snapshot
        if key == "r" and snapshot.you is not None:
            self.stage.send(SetReady(snapshot.room, ready=not snapshot.seats[snapshot.you - 1].ready))
        elif key == "enter" and can_sit(snapshot):
            join(self.stage, snapshot.room)
        elif key == "escape":
            self.stage.send(Leave(snapshot.room))
        elif key == "s":
            self._save_record()
        elif key == "t":
            self.stage.talk()
        elif key == "?":
            self.stage.help("end")

    def _save_record(self) -> None:
        """Says what saves the game's record on the person's own machine, and puts it on their clipboard."""
        lobby = self.stage.model.lobby
        if lobby is not None:
            command = f"ssh {lobby.address} record {self.snapshot.game}"
            self.stage.copy(command)
            self.stage.tell(command)
