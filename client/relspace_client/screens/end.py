"""The page at the end of a game."""

from typing import ClassVar

from relspace.room.commands import SetReady
from relspace.wire.commands import Leave
from relspace.wire.messages import Snapshot
from relspace_client.around.end import Scene, can_sit, can_want_rematch, end_picture
from relspace_client.around.lobby import is_alone
from relspace_client.around.record import record_command
from relspace_client.picture.picture import Picture
from relspace_client.screens import people
from relspace_client.screens.dialogs.record import RecordBox
from relspace_client.screens.entering import join
from relspace_client.screens.page import Page, PageName
from relspace_client.screens.profile import ProfilePage
from relspace_client.screens.replay import open_replay


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
        scene = Scene(self.snapshot, self.stage.model.talk, self.stage.notice, is_alone(self.stage.model.lobby))
        return end_picture(scene, self.stage.reader, width, height)

    def press(self, key: str) -> None:
        """What the keys do."""
        snapshot = self.snapshot
        if key == "r" and snapshot.you is not None and can_want_rematch(snapshot):
            self.stage.send(SetReady(snapshot.room, ready=not snapshot.seats[snapshot.you - 1].ready))
        elif key == "enter" and can_sit(snapshot):
            join(self.stage, snapshot.room)
        elif key == "escape":
            self.stage.send(Leave(snapshot.room))
        elif key == "s":
            self._show_record()
        elif key == "v" and snapshot.game:
            open_replay(self.stage, snapshot.game, snapshot.result.you if snapshot.result else None)
        elif key == "t":
            people.talk(self.stage, self.snapshot)
        elif key == "?":
            self.stage.help("end" if snapshot.you is not None else "end-watched")
        elif key == "p":
            people.ask_whom(self.stage, snapshot)
        elif key.isdecimal() or key.startswith("place "):
            self._profile(int(key.removeprefix("place ")) or 10)
        elif key in ("r", "enter") and snapshot.you is not None and not can_want_rematch(snapshot):
            self.stage.tell(self.stage.reader.say("The others have left. Esc leads to the lobby."))
        elif key == "r":
            self.stage.tell(self.stage.reader.say("Only those who have a seat can want a rematch."))
        elif key == "enter" and snapshot.you is not None:
            self.stage.tell(self.stage.reader.say("r asks for a rematch, Esc leads to the lobby."))
        else:
            self.tell_unused(key)

    def _profile(self, place: int) -> None:
        """The profile of the player in a place."""
        result = self.snapshot.result
        if result is not None and place <= len(result.standings):
            ProfilePage.show(self.stage, result.standings[place - 1].name)

    def _show_record(self) -> None:
        """Says what saves the record on the person's own machine, and offers to put that on their clipboard."""
        lobby = self.stage.model.lobby
        if lobby is not None:
            command = record_command(lobby.address, self.snapshot.game)
            box = RecordBox(self.stage.reader, command, here=not lobby.address)
            self.stage.ask(box, lambda answer: self.stage.copy(command) if answer == "copy" else None)
