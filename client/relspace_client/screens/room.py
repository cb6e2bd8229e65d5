"""The page of a room before the game."""

from typing import ClassVar, Final

from relspace.room.commands import RemoveSeat, SetOptions, SetReady, Start
from relspace.wire.commands import AddBot, Leave
from relspace.wire.messages import Snapshot
from relspace_client.around.room import Scene, can_bring_somebody, invitation, room_picture
from relspace_client.around.seats import all_ready, free_seats, others
from relspace_client.picture.picture import Picture
from relspace_client.screens import people
from relspace_client.screens.dialogs.choose import confirm
from relspace_client.screens.dialogs.room_form import RoomForm
from relspace_client.screens.entering import join
from relspace_client.screens.page import Page, PageName, Stage

PATIENCE_SECONDS: Final = 10.0
"""How long somebody waits for others before they read how to play at once."""


class RoomPage(Page):
    """Seats, options, and how to bring a friend."""

    name: ClassVar[PageName] = "room"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._removing = False
        self._patient_until = stage.seconds() + PATIENCE_SECONDS
        self._told_later = False

    @property
    def snapshot(self) -> Snapshot:
        """The room."""
        snapshot = self.stage.model.snapshot
        assert snapshot is not None
        return snapshot

    @property
    def address(self) -> str:
        """What friends type after `ssh`."""
        lobby = self.stage.model.lobby
        return lobby.address if lobby else ""

    def picture(self, width: int, height: int) -> Picture:
        """The room."""
        waited = self.stage.seconds() >= self._patient_until
        scene = Scene(self.snapshot, self.address, self.stage.model.talk, self._removing, self.stage.notice, waited)
        return room_picture(scene, self.stage.reader, width, height)

    def settle(self) -> None:
        """Has the page say, after a while, how to play without waiting for others."""
        if not self._told_later:
            self._told_later = True
            self.stage.redraw_after(PATIENCE_SECONDS)

    def press(self, key: str) -> None:
        """What the room's keys do."""
        removing, self._removing = self._removing, False
        kind, _, rest = key.partition(" ")
        if kind == "remove" and rest:
            self._remove(int(rest))
        elif removing and (key.isdecimal() or key == "escape"):
            if key != "escape":
                self._remove(int(key) or 10)
        elif key == "escape":
            self._leave()
        elif key == "enter":
            self._enter()
        elif key == "c" and self.address and can_bring_somebody(self.snapshot):
            self.stage.copy(invitation(self.address, self.snapshot))
        elif key == "t":
            people.talk(self.stage, self.snapshot)
        elif key == "?":
            self.stage.help("room")
        elif key == "p":
            people.ask_whom(self.stage, self.snapshot)
        elif key not in ("b", "x", "o", "s"):
            self.tell_unused(key)
        elif self.snapshot.you is not None and self.snapshot.you == self.snapshot.host:
            self._host_presses(key)
        else:
            self.stage.tell(self.stage.reader.say("Only the host can do that."))

    def _enter(self) -> None:
        snapshot = self.snapshot
        if snapshot.you is not None:
            self.stage.send(SetReady(snapshot.room, ready=not snapshot.seats[snapshot.you - 1].ready))
        elif free_seats(snapshot):
            join(self.stage, snapshot.room)
        else:
            self.stage.tell(self.stage.reader.say("Every seat is taken."))

    def _host_presses(self, key: str) -> None:
        snapshot = self.snapshot
        say = self.stage.reader.say
        if key == "s" and all_ready(snapshot):
            self.stage.send(Start(snapshot.room))
        elif key == "s":
            self.stage.tell(say("Two or more must sit, and all of them be ready."))
        elif key == "b" and free_seats(snapshot):
            self.stage.send(AddBot(snapshot.room))
        elif key == "b":
            self.stage.tell(say("Every seat is taken."))
        elif key == "x":
            self._removing = bool(others(snapshot))
            if not self._removing:
                self.stage.tell(say("Nobody else has a seat."))
        else:
            self._options()

    def _leave(self) -> None:
        """Goes back to the lobby; asks first where the room closes with that, and invitations lead nowhere."""
        snapshot, reader = self.snapshot, self.stage.reader
        people = sum(seat.kind in ("person", "guest") for seat in snapshot.seats)
        leave = Leave(snapshot.room)
        if snapshot.you is None or people > 1:
            self.stage.send(leave)
            return
        dialog = confirm(
            reader,
            reader.say("Leave the room"),
            reader.say("Nobody else is in it: it closes, and its code leads nowhere."),
            reader.say("Leave, and close it"),
            reader.say("Stay here"),
        )
        self.stage.ask(dialog, lambda answer: self.stage.send(leave) if answer == "yes" else None)

    def _remove(self, number: int) -> None:
        """Frees a seat; asks first if a person sits there."""
        snapshot = self.snapshot
        if not 1 <= number <= len(snapshot.seats) or number == snapshot.you:
            return
        seat = snapshot.seats[number - 1]
        command = RemoveSeat(snapshot.room, number)
        if seat.kind == "bot":
            self.stage.send(command)
        elif seat.kind != "free":
            reader = self.stage.reader
            dialog = confirm(
                reader,
                reader.say("Free a seat"),
                reader.say("{name} goes back to the lobby.", name=seat.name),
                reader.say("Free the seat"),
                reader.say("Leave it as it is"),
            )
            self.stage.ask(dialog, lambda answer: self.stage.send(command) if answer == "yes" else None)

    def _options(self) -> None:
        reader, snapshot = self.stage.reader, self.snapshot
        taken = sum(seat.kind != "free" for seat in snapshot.seats)
        form = RoomForm(reader, reader.say("Options"), reader.say("Take these"), snapshot.options, taken=taken)
        self.stage.ask(form, lambda chosen: self.stage.send(SetOptions(snapshot.room, chosen.options)))
