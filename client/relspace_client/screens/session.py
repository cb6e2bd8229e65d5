"""One person's session: what is known, which page shows it, and what is under way.

Knows the link and the pages, and of Textual only what its `Shell` does for it.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, Protocol

from relspace.errors import Fault, Refused
from relspace.link import Link
from relspace.room.commands import Say
from relspace.wire.commands import Command, Create, Done, Join, Leave, QuickPlay, Watch
from relspace.wire.frame import Frame
from relspace.wire.messages import Snapshot
from relspace_client.around.help import HelpName
from relspace_client.around.parts import Reader
from relspace_client.model import Model
from relspace_client.screens.dialogs.dialog import Dialog
from relspace_client.screens.dialogs.line import say_line
from relspace_client.screens.end import EndPage
from relspace_client.screens.help import HelpPage
from relspace_client.screens.lobby import LobbyPage
from relspace_client.screens.page import Answer, Page, PageName
from relspace_client.screens.refusals import BUSY, notice_sentence, refusal
from relspace_client.screens.room import RoomPage
from relspace_client.screens.table import TablePage

LOG: Final = logging.getLogger(__name__)

NOTICE_SECONDS: Final = 6.0
"""How long a sentence stays, if no key is pressed."""

LAST_MOVE_SECONDS: Final = 2.0
"""How long the table stays after the last move, if no key is pressed."""

SLOW_SECONDS: Final = 1.0
"""After how long an answer is said to be late."""

PAGES: Final[dict[PageName, type[Page]]] = {page.name: page for page in (LobbyPage, RoomPage, TablePage, EndPage)}

GOING: Final = (Create, QuickPlay, Join, Watch, Leave)
"""Commands that lead somewhere else: one at a time."""


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


class Session:
    """Implements `relspace_client.screens.page.Stage`."""

    def __init__(self, link: Link, shell: Shell, reader: Reader, seconds: Callable[[], float]) -> None:
        self.link: Final = link
        self.shell: Final = shell
        self.reader: Final = reader
        self.seconds: Final = seconds
        self.model: Final = Model()
        self.notice = ""
        self._notices = 0
        self._page: Page = LobbyPage(self)
        self._room = ""
        self._help: HelpPage | None = None
        self._last_move = False  # whether the table stays though the game is over
        self._end_is_near = False  # whether a timer runs that shows the end
        self._ticking = False
        self._turned = False  # whether another page came since `settle`
        self._under_way: list[Command] = []

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self._help or self._page

    # ── from the person ──────────────────────────────────────────────────────────────────────────────────────────

    def press(self, key: str) -> None:
        """A key, or a click on an area of the page."""
        self.notice = ""
        if self._last_move:
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
                self.turn_page()
                self.shell.paint()
        except Refused as error:
            LOG.warning("a message from the rooms was dropped: %s", error)
        except Exception as error:  # noqa: BLE001 - the edge of a session: the caller serves others too
            self.shell.fail(error)

    def turn_page(self) -> None:
        """Shows the page that fits what is known; help stays on top of it."""
        wanted, room = page_name(self.model.snapshot), self.model.room
        same_room = room == self._room
        lasts = wanted == "end" and self._page.name == "table" and same_room
        if lasts:
            self._last_move = True
        elif wanted != self._page.name or not same_room:
            self._page, self._room = PAGES[wanted](self), room
            self._turned, self._last_move, self._end_is_near = True, False, False
        self._page.follow()
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
            self.tell(notice_sentence(self.reader, self.model.notices.popleft()))

    def show_end(self) -> None:
        """The end of the game, after its last move was seen."""
        if self._last_move and page_name(self.model.snapshot) == "end":
            self._last_move = False
            self._page, self._turned = EndPage(self), True
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
        going = isinstance(command, GOING) and any(isinstance(other, GOING) for other in self._under_way)
        if not going and command not in self._under_way:
            self._under_way.append(command)
            self.shell.run_beside(partial(self._send, command, then, otherwise))

    async def _send(
        self,
        command: Command,
        then: Callable[[Done], None] | None,
        otherwise: Callable[[Refused], bool] | None,
    ) -> None:
        late = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._say_late)
        try:
            done = await self.link.send(command)
        except Refused as error:
            if otherwise is None or not otherwise(error):
                self.tell(refusal(self.reader, error))
        except Fault:
            self.tell(self.reader.say(BUSY))
        else:
            # A way elsewhere may go on: it is over before the next step is asked for.
            self._under_way.remove(command)
            if then is not None:
                then(done)
        finally:
            late.cancel()
            if command in self._under_way:
                self._under_way.remove(command)

    def _say_late(self) -> None:
        self.tell(self.reader.say("The server takes its time. What you asked for is on its way."))

    def tell(self, sentence: str) -> None:
        """Shows a sentence until the next key, or for a few seconds."""
        self.notice = sentence
        self._notices += 1
        told = self._notices
        self.shell.after(NOTICE_SECONDS, lambda: self._quiet(told))
        self.shell.paint()

    def _quiet(self, told: int) -> None:
        if self.notice and told == self._notices:
            self.notice = ""
            self.shell.paint()

    def ask(self, dialog: Dialog[Answer], then: Callable[[Answer], None]) -> None:
        """Opens a dialog."""
        self.shell.open_dialog(dialog, then)

    def talk(self) -> None:
        """Opens the line that says something to everybody here."""
        room = self.model.room
        title = self.reader.say("To everybody here")
        self.ask(say_line(self.reader, room, title), lambda text: self.send(Say(room, text)))

    def copy(self, text: str) -> None:
        """Puts a text of ours on the person's own clipboard, if their terminal lets it."""
        self.shell.to_clipboard(text)
        self.tell(self.reader.say("Copied, if your terminal lets it."))

    def help(self, name: HelpName) -> None:
        """Shows what the keys of a page do."""
        self._help = HelpPage(self, name)

    def redraw_after(self, seconds: float) -> None:
        """Draws the page anew after a while."""
        self.shell.after(seconds, self.shell.paint)

    def close_help(self) -> None:
        """Shows the page again."""
        self._help = None


def page_name(snapshot: Snapshot | None) -> PageName:
    """The page that fits a room, or the lobby if there is none."""
    if snapshot is None:
        return "lobby"
    if snapshot.phase == "gathering":
        return "room"
    return "end" if snapshot.phase == "over" else "table"
