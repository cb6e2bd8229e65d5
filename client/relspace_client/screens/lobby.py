"""The lobby's page."""

from collections.abc import Sequence
from typing import ClassVar, Final

from relspace.errors import Refused
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, QuickPlay
from relspace.wire.messages import Lobby
from relspace_client.around.lobby import Entry, Scene, entries, is_alone, lobby_picture
from relspace_client.around.lobby_rows import enter_does
from relspace_client.around.lost_seats import lost_seats
from relspace_client.picture.picture import Picture
from relspace_client.screens import people
from relspace_client.screens.dialogs.line import Line, code_line
from relspace_client.screens.dialogs.room_form import RoomChoice, RoomForm
from relspace_client.screens.entering import join, watch
from relspace_client.screens.learn import open_learn
from relspace_client.screens.page import Page, PageName, Stage
from relspace_client.screens.profile import ProfilePage
from relspace_client.screens.rankings import RankingsPage
from relspace_client.screens.refusals import refusal
from relspace_client.screens.settings import SettingsPage

NOBODY = Lobby(you="", address="", rooms=(), people=())
"""What is shown until the first lobby has come."""


ARROWS: Final = frozenset(("up", "down"))

PUT_SECONDS: Final = 10.0
"""How long the cursor stays where the person has put it, though a game waits for them."""


class LobbyPage(Page):
    """Rooms to sit down in, and what is being said."""

    name: ClassVar[PageName] = "lobby"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._chosen: Entry | None = None
        self._cursor = 0
        self._moved = False
        """Whether the person has put the cursor where it is."""
        self._moved_at = 0.0
        """When they did so last."""
        self._seen: Lobby | None = None
        """The lobby as it was followed last."""

    @property
    def lobby(self) -> Lobby:
        """The newest lobby."""
        return self.stage.model.lobby or NOBODY

    def picture(self, width: int, height: int) -> Picture:
        """The lobby."""
        scene = Scene(self.lobby, self.stage.model.talks.get("", ()), self._cursor, self.stage.notice)
        return lobby_picture(scene, self.stage.reader, width, height)

    @property
    def quick(self) -> frozenset[str]:
        """The arrows only move the cursor."""
        return ARROWS

    def follow(self) -> None:
        """Keeps the cursor on its room while rooms come and go, and tells of seats that are gone."""
        self._follow_cursor(entries(self.lobby))
        before, self._seen = self._seen, self.stage.model.lobby
        if before is not None and self._seen is not None and before is not self._seen:
            lost = lost_seats(self.stage.reader, before, self._seen)
            if lost:
                self.stage.tell(" ".join(lost))

    def _follow_cursor(self, listed: Sequence[Entry]) -> None:
        """The cursor stays on its room; it goes to a game of the viewer's unless they have put it somewhere else.

        Where they have put it a while ago, it goes to a game that waits for them.
        """
        chosen = self._chosen
        waits = next((i for i, one in enumerate(listed) if one.part == "yours" and one.room.your_turn), None)
        if waits is not None and self.stage.seconds() - self._moved_at >= PUT_SECONDS:
            self._moved = False
        places = {(one.part, one.room.code): i for i, one in enumerate(listed)}
        place = places.get((chosen.part, chosen.room.code)) if chosen is not None else None
        if place is not None and (self._moved or listed[place].part == "yours"):
            self._cursor = place
        elif listed and listed[0].part == "yours":
            self._cursor, self._moved = waits or 0, False
        elif place is not None:
            self._cursor = place
        self._move(0)

    def press(self, key: str) -> None:
        """What the lobby's keys do."""
        kind, _, rest = key.partition(" ")
        if kind == "row" and rest:
            self._click(int(rest))
        elif key in ("up", "down", "home", "end", "pageup", "pagedown"):
            self._put()
            self._move({"up": -1, "down": 1, "pageup": -8, "pagedown": 8}.get(key, -999 if key == "home" else 999))
        elif key == "enter" and self._entry is not None:
            self._enter()
        elif key == "w" and self._entry is not None:
            watch(self.stage, self._entry.room.code)
        elif key in ("j", "t", "i") and is_alone(self.lobby):
            self.stage.tell(self.stage.reader.say("Nobody else is here."))
        elif key == "p":
            self.stage.play(QuickPlay())
        elif key == "n":
            self._new_room()
        elif key == "j":
            self.stage.ask(code_line(self.stage.reader, self._join), lambda _code: None)
        elif key == "t":
            self.stage.talk()
        elif key == "?":
            self.stage.help("practice" if is_alone(self.lobby) else "lobby")
        elif key in ("r", "m", "s", "i", "l"):
            self._open_page(key)
        elif key in ("enter", "w"):
            self.stage.tell(self.stage.reader.say("No room is listed yet. n opens one, p plays at once."))
        elif key in ("escape", "q"):
            self.stage.tell(self.stage.reader.say("This is the lobby. Ctrl-C leaves; it asks first."))
        else:
            self.tell_unused(key)

    def _open_page(self, key: str) -> None:
        """Opens the tutorial, the rankings, the viewer's own profile or the settings; or asks whom to ignore."""
        if key == "l":
            open_learn(self.stage)
        elif key == "i":
            people.ask_whom_to_ignore(self.stage)
        elif key == "r":
            RankingsPage.show(self.stage)
        elif key == "m":
            ProfilePage.show(self.stage, "")
        else:
            self.stage.open(SettingsPage(self.stage))

    @property
    def _entry(self) -> Entry | None:
        listed = entries(self.lobby)
        return listed[self._cursor] if self._cursor < len(listed) else None

    def _move(self, step: int) -> None:
        self._cursor = max(0, min(self._cursor + step, len(entries(self.lobby)) - 1))
        self._chosen = self._entry

    def _put(self) -> None:
        self._moved, self._moved_at = True, self.stage.seconds()

    def _click(self, row: int) -> None:
        """A click chooses a room, and enters the one that is chosen already."""
        if row == self._cursor:
            self._enter()
        else:
            self._put()
            self._move(row - self._cursor)

    def _enter(self) -> None:
        entry = self._entry
        if entry is None:
            return
        go = watch if enter_does(entry.room) == "watch" else join
        go(self.stage, entry.room.code)

    def _join(self, code: str, line: Line) -> None:
        """Joins by a code that was typed; one that leads nowhere stays in the line, to be corrected."""

        def refused(error: Refused) -> bool:
            return line.refuse(refusal(self.stage.reader, error))

        join(self.stage, code, refused)

    def _new_room(self) -> None:
        reader = self.stage.reader
        alone = is_alone(self.lobby)  # then nobody comes, and nobody waits for the viewer
        options = RoomOptions(clock=0) if alone else RoomOptions()
        bots = options.seats - 1 if alone else 0
        form = RoomForm(reader, reader.say("New room"), reader.say("Open the room"), options, new=True, bots=bots)
        self.stage.ask(form, self._open)

    def _open(self, chosen: RoomChoice) -> None:
        self.stage.send(Create(chosen.title, chosen.options, chosen.bots, chosen.level))
