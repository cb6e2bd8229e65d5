"""One person's session: what is known, which page shows it, and what is under way.

Knows the link and the pages, and of Textual only what its `Shell` does for it.
"""

import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from relspace.errors import Refused
from relspace.link import Link
from relspace.room.commands import Say
from relspace.wire.commands import Command, Create, Done, QuickPlay
from relspace.wire.frame import Frame
from relspace.wire.messages import Me, Snapshot
from relspace.wire.questions import Question
from relspace.wire.settings import PlayerSettings
from relspace_client.around.page_keys import HelpName
from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
from relspace_client.look.appearance import PLAIN, Appearance, appearance
from relspace_client.look.glyphs import GLYPHS
from relspace_client.model import Model
from relspace_client.screens.dialogs.dialog import Dialog
from relspace_client.screens.dialogs.line import say_line
from relspace_client.screens.end import EndPage
from relspace_client.screens.errands import Errands
from relspace_client.screens.help import HelpPage
from relspace_client.screens.lobby import LobbyPage
from relspace_client.screens.page import Answer, Found, Page, PageName
from relspace_client.screens.preferences import Preferences
from relspace_client.screens.refusals import OTHER_NAME, notice_sentence
from relspace_client.screens.room import RoomPage
from relspace_client.screens.summons import Summons
from relspace_client.screens.table import TablePage

LOG: Final = logging.getLogger(__name__)

NOTICE_SECONDS: Final = 6.0
"""How long a sentence stays, if no key is pressed."""

HOST_SECONDS: Final = 60.0
"""The same of what the host of the server says, and of what spoils a game: who looks away is to read it too."""

LONG: Final = frozenset(("host", "draining", "unkept"))
"""The codes of what is told for so long."""

OUTAGE: Final = frozenset(("halted", "resumed"))
"""The codes of what is told while no move can be saved, and once they can again."""

BEGINS_SECONDS: Final = 0.5
"""How long after its room was opened a game that is to begin at once may take to do so."""

LATE_SECONDS: Final = 2.0
"""The same after it was asked for, whatever becomes of that; then its room is shown."""

LAST_MOVE_SECONDS: Final = 2.0
"""How long the table stays after the last move, if no key is pressed."""

PAGES: Final[dict[PageName, type[Page]]] = {page.name: page for page in (LobbyPage, RoomPage, TablePage, EndPage)}


class Shell(Protocol):
    """What an app does for its session."""

    def paint(self) -> None:
        """Shows the picture as it is now. May be called in any context."""
        ...

    def settle_soon(self) -> None:
        """Calls `settle` of the session in the app's own context. May be called in any context."""
        ...

    def fail(self, error: Exception) -> None:
        """Ends the session as a crash. May be called in any context."""
        ...

    def open_dialog(self, dialog: Dialog[Any], then: Callable[[Any], None]) -> None:
        """Opens a dialog; `then` gets its answer, unless it is closed without one."""
        ...

    def close_dialogs(self) -> None:
        """Closes the dialogs that do not fit the page any more."""
        ...

    def run_beside(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs something beside the app; it does not even begin if the app ends first."""
        ...

    def after(self, seconds: float, then: Callable[[], None]) -> None:
        """Calls something later."""
        ...

    def tick(self, *, on: bool) -> None:
        """Has the picture painted every second, or no longer."""
        ...

    def to_clipboard(self, text: str) -> None:
        """Puts a text on the person's clipboard."""
        ...

    def wear(self, look: Appearance) -> None:
        """Draws everything in another way from now on. May be called in any context."""
        ...

    def name_window(self, text: str) -> None:
        """Names the window of the person's terminal. May be called in any context."""
        ...

    def ring(self) -> None:
        """Rings the terminal's bell. May be called in any context."""
        ...


class Session:
    """Implements `relspace_client.screens.page.Stage`."""

    def __init__(self, link: Link, shell: Shell, seconds: Callable[[], float], suggested: Appearance = PLAIN) -> None:
        self.link: Final = link
        self.shell: Final = shell
        self.seconds: Final = seconds
        self.suggested: Final = suggested
        self.look = suggested
        self.reader = _reader(suggested)
        self.model: Final = Model()
        self.notice = ""
        self._lasts = ""  # what is told for as long as no move can be saved
        self._errands: Final = Errands(link, shell.run_beside, self)
        self._preferences: Final = Preferences(link, self._dress)
        self._summons: Final = Summons(shell.name_window, shell.ring)
        self._notices = 0
        self._from_rooms = False  # whether the notice is none of the page's
        self._page: Page = LobbyPage(self)
        self._room = ""
        self._over: list[Page] = []  # pages that were opened over it, the one on top last
        self._last_move = False  # whether the table stays though the game is over
        self._end_is_near = False  # whether a timer runs that shows the end
        self._ticking = False
        self._begins = False  # whether a game is to begin at once: its room is not shown before that
        self._turned = False  # whether another page came since `settle`

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self._over[-1] if self._over else self._page

    @property
    def settings(self) -> PlayerSettings:
        """What the person has set."""
        return self._preferences.settings

    # ── from the person ──────────────────────────────────────────────────────────────────────────────────────────

    def press(self, key: str) -> None:
        """A key, or a click on an area of the page."""
        self.notice = self._lasts
        if self._last_move and not self._over:
            self.show_end()
        else:
            self.page.press(key)
        self.shell.paint()

    def quick_press(self, key: str) -> None:
        """One of the page's quick keys; may come in any context, and never raises."""
        try:
            self.page.press(key)
            self.shell.paint()
        except Exception as error:  # noqa: BLE001 - the edge of a session: the caller is the connection
            self.shell.fail(error)

    # ── from the rooms ───────────────────────────────────────────────────────────────────────────────────────────

    def receive(self, frame: Frame) -> None:
        """Takes a frame, in any context; returns at once and never raises."""
        try:
            if self.model.take(frame.message):
                if isinstance(frame.message, Me):
                    self._preferences.told(frame.message)
                self.turn_page()
                self._summons.follow(self.model, self.reader, bell=self.settings.bell)
                self.shell.paint()
        except Refused as error:
            LOG.warning("a message from the rooms was dropped: %s", error)
        except Exception as error:  # noqa: BLE001 - the edge of a session: the caller serves others too
            self.shell.fail(error)

    def turn_page(self) -> None:
        """Shows the page that fits what is known. Pages over it stay, unless a game begins that they do not fit."""
        before, wanted, room = self.page, page_name(self.model.snapshot), self.model.room
        if self._begins and wanted == "room" and self._page.name == "lobby":
            return
        self._begins = self._begins and wanted == "lobby"
        same_room = room == self._room
        lasts = wanted == "end" and self._page.name == "table" and same_room
        if lasts:
            self._last_move = True
        elif wanted != self._page.name or not same_room:
            self._page, self._room = PAGES[wanted](self), room
            self._turned, self._last_move, self._end_is_near = True, False, False
            if wanted == "table":
                self._over = [page for page in self._over if page.stays]
        self._end_notice_of(before)
        for page in (self._page, *self._over):
            page.follow()
        page = self._page
        if self._turned or lasts or self.model.notices or page.unsettled or page.ticks != self._ticking:
            self.shell.settle_soon()

    def settle(self) -> None:
        """Does what a new message asks for beyond a new picture."""
        if self._turned:
            self._turned = False
            self.shell.close_dialogs()
        if self._last_move and not self._end_is_near:
            self._end_is_near = True
            self.shell.after(LAST_MOVE_SECONDS, self.show_end)
        self._ticking = self._page.ticks
        self.shell.tick(on=self._ticking)
        self._page.settle()
        while self.model.notices:
            notice = self.model.notices.popleft()
            sentence = notice_sentence(self.reader, notice, guest=self.model.guest)
            if notice.code in OTHER_NAME and self.page.name == "lobby":
                sentence = f"{sentence} {self.reader.say('To choose one: s, then n.')}"
            if notice.code in OUTAGE:
                self._lasts = sentence if notice.code == "halted" else ""
            self._tell(sentence, HOST_SECONDS if notice.code in LONG else NOTICE_SECONDS)
            self._from_rooms = True

    def show_end(self) -> None:
        """The end of the game, after its last move was seen."""
        if self._last_move and page_name(self.model.snapshot) == "end":
            self._last_move = False
            before = self.page
            self._page, self._turned = EndPage(self), True
            self._end_notice_of(before)
            self.shell.settle_soon()
            self.shell.paint()

    # ── for pages ────────────────────────────────────────────────────────────────────────────────────────────────

    def send(
        self,
        command: Command,
        then: Callable[[Done], None] | None = None,
        otherwise: Callable[[Refused], bool] | None = None,
    ) -> None:
        """Asks the rooms for something, unless the same, or a way elsewhere, is under way."""
        self._errands.send(command, then, otherwise)

    def play(self, command: QuickPlay | Create, then: Callable[[Done], None] | None = None) -> None:
        """Asks the rooms for a game that begins at once: its room is shown only where it does not."""

        def opened(done: Done) -> None:
            if then is not None:
                then(done)
            self.shell.after(BEGINS_SECONDS, self._show_room)

        def refused(_: Refused) -> bool:
            self._begins = False
            return False

        self._begins = True
        self._errands.send(command, opened, refused)
        self.shell.after(LATE_SECONDS, self._show_room)

    def _show_room(self) -> None:
        """No game is to begin at once any more."""
        if self._begins:
            self._begins = False
            self.turn_page()
            self.shell.paint()

    def tell(self, sentence: str) -> None:
        """Shows a sentence until the next key, or for a few seconds."""
        self._tell(sentence, NOTICE_SECONDS)

    def _tell(self, sentence: str, seconds: float) -> None:
        self.notice, self._from_rooms = sentence, False
        self._notices += 1
        told = self._notices
        self.shell.after(seconds, lambda: self._quiet(told))
        self.shell.paint()

    def _end_notice_of(self, page: Page) -> None:
        """Shows no longer what a page told that is not the one shown any more."""
        if page is not self.page and not self._from_rooms:
            self.notice = self._lasts

    def _quiet(self, told: int) -> None:
        if self.notice != self._lasts and told == self._notices:
            self.notice = self._lasts
            self.shell.paint()

    def ask(self, dialog: Dialog[Answer], then: Callable[[Answer], None]) -> None:
        """Opens a dialog."""
        self.shell.open_dialog(dialog, then)

    def talk(self) -> None:
        """Opens the line that says something to everybody here."""
        room = self.model.room
        title = self.reader.say("To everybody here")
        self.ask(say_line(self.reader, room, title, self.model.talk), lambda text: self.send(Say(room, text)))

    def copy(self, text: str) -> None:
        """Puts a text of ours on the person's own clipboard, if their terminal lets it."""
        self.shell.to_clipboard(text)
        self.tell(self.reader.say("Copied, if your terminal lets it."))

    def help(self, name: HelpName) -> None:
        """Shows what the keys of a page do."""
        self.open(HelpPage(self, name))

    def after(self, seconds: float, then: Callable[[], bool | None]) -> None:
        """Calls something later, and draws the page anew then, unless it returns False."""

        def do() -> None:
            if then() is not False:
                self.shell.paint()

        self.shell.after(seconds, do)

    def redraw_after(self, seconds: float) -> None:
        """Draws the page anew after a while."""
        self.shell.after(seconds, self.shell.paint)

    def open(self, page: Page) -> None:
        """Shows a page over the one that is shown."""
        self._over.append(page)
        self.shell.paint()

    def close(self) -> None:
        """Shows the page below again."""
        if self._over:
            self._over.pop()

    def close_help(self) -> None:
        """Shows the page again."""
        self.close()

    # ── settings, and what is looked up ──────────────────────────────────────────────────────────────────────────

    def set(self, settings: PlayerSettings, *, keep: bool = True) -> None:
        """Applies settings at once."""
        if self._preferences.set(settings, keep=keep):
            self._errands.keep(self._preferences.save)
        self._summons.follow(self.model, self.reader, bell=False)

    def _dress(self) -> None:
        """Other settings apply: everything looks as they say from now on."""
        look = appearance(self.settings, self.suggested)
        if look != self.look:
            self.look, self.reader = look, _reader(look)
            self.shell.wear(look)

    def look_up(self, question: Question, kind: type[Found], then: Callable[[Found], None]) -> None:
        """Looks something up, unless the same is being looked up."""
        asked = self.page

        def answered(found: Found) -> None:
            then(found)
            self.shell.paint()

        self._errands.look_up(question, kind, answered, lambda: asked in (self._page, *self._over))


def _reader(look: Appearance) -> Reader:
    return Reader(words(look.language), GLYPHS[look.glyphs])


def page_name(snapshot: Snapshot | None) -> PageName:
    """The page that fits a room, or the lobby if there is none."""
    if snapshot is None:
        return "lobby"
    if snapshot.phase == "gathering":
        return "room"
    return "end" if snapshot.phase == "over" else "table"
