"""The Textual app of one person.

What is seen is one screen without children, `PictureScreen`, which shows the page of a `Session`; dialogs lie over it.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextvars import Context
from typing import Any, ClassVar, Final
from weakref import WeakSet

from textual import events
from textual.binding import Binding, BindingType
from textual.css.stylesheet import Stylesheet
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker

from relspace.link import Link
from relspace_client.around.parts import fits, too_small
from relspace_client.compat import HostedApp
from relspace_client.locale.words import words
from relspace_client.look.appearance import Appearance
from relspace_client.look.palette import Palette, palette
from relspace_client.picture.picture import Picture
from relspace_client.screens import entering
from relspace_client.screens.dialogs.dialog import Dialog
from relspace_client.screens.dialogs.leaving import Leaving, has_running_game
from relspace_client.screens.picture_screen import PictureScreen
from relspace_client.screens.session import Session
from relspace_client.screens.stock_colours import stock_colours
from relspace_client.screens.theme import THEME, sheet, take_over
from relspace_client.screens.welcome import WelcomePage
from relspace_client.start import InLobby, JoinRoom, PlayBots, Start, WatchRoom
from relspace_client.terminal import Place, Terminal

TICK_SECONDS: Final = 1.0
"""How often a running clock is painted."""


class Settle(Message):
    """The session has something to do in the app's own context."""

    def can_replace(self, message: Message) -> bool:
        """Whether this makes an earlier message needless."""
        return isinstance(message, Settle)


class Redress(Message):
    """Another theme applies, while dialogs are open."""


class Failed(Message):
    """Something failed in another context; it ends the session as any crash does."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


ARROWS: Final = {"<": "left", ">": "right", "^": "up", "v": "down"}
"""Keys that look like arrows where those are drawn in ASCII: whoever presses them means the arrows."""


class RelspaceApp(HostedApp):
    """What one person sees, from coming in to leaving.

    Args:
        link: the rooms. The app opens it and closes it.
        terminal: where to draw; None for Textual's ordinary driver.
        start: where the person comes in.
        language: one of `relspace_client.locale.words.LANGUAGES`.
        seconds: a clock that only goes forward, for the time that is left of a turn.
        look: how it looks as long as nothing is set, if that is known better than the terminal and the language say.
    """

    TITLE = "Relative Space"
    THEME = THEME
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "ask_to_leave", show=False, priority=True),
    ]

    def __init__(
        self,
        link: Link,
        terminal: Terminal | None,
        start: Start | None = None,
        language: str = "en",
        seconds: Callable[[], float] = time.monotonic,
        look: Appearance | None = None,
    ) -> None:
        super().__init__(terminal)
        suggested = look or _suggested(terminal, language)
        self.session: Final = Session(link, self, seconds, suggested)
        self._start = start or InLobby()
        self._leaving = False  # Ctrl-C was pressed once on a terminal that is too small for a dialog
        self._ticker: asyncio.TimerHandle | None = None
        self._due_later: Final[WeakSet[asyncio.TimerHandle]] = WeakSet()
        """What is still to be called; the loop keeps them."""
        self._usual_sheet: Final = self.stylesheet
        self._base: Final = PictureScreen(self, terminal, self._palette(suggested))

    # ── coming and going ─────────────────────────────────────────────────────────────────────────────────────────

    def get_default_screen(self) -> Screen[None]:
        """The screen below all dialogs."""
        return self._base

    def on_load(self) -> None:
        """Opens the link: the lobby is there before the first picture is painted."""
        self.hold()
        self.session.link.open(self.session.receive)

    @property
    def language(self) -> str:
        """The language that the person reads."""
        return self.session.reader.words.language

    @property
    def place(self) -> Place:
        """Where the person is."""
        snapshot = self.session.model.snapshot
        if snapshot is None:
            return "lobby"
        return "watching" if snapshot.you is None else "seated"

    def on_mount(self) -> None:
        """Goes where the person asked to come in; the first time, by way of the welcome."""
        if self._is_new and isinstance(self._start, InLobby | JoinRoom | WatchRoom | PlayBots):
            self.session.open(WelcomePage(self.session, self._start))
        else:
            entering.start(self.session, self._start)

    @property
    def _is_new(self) -> bool:
        """Whether the person has come to a server, and was not welcomed before. Practice has no address."""
        me, lobby = self.session.model.me, self.session.model.lobby
        return me is not None and not me.settings.welcomed and lobby is not None and bool(lobby.address)

    def on_unmount(self) -> None:
        """Closes the link: the seat of a running game shows away from now on."""
        for timer in self._due_later:
            timer.cancel()
        self.session.link.close()

    def action_ask_to_leave(self) -> None:
        """Ctrl-C asks, twice it leaves. On a terminal that is too small for the question, the one line asks."""
        if self._leaving or any(isinstance(screen, Leaving) for screen in self.screen_stack):
            self.leave()
        elif fits(*self.size):
            model = self.session.model
            waits = has_running_game(model)
            self.open_dialog(Leaving(self.session.reader, waits=waits, guest=model.guest), self._left)
        else:
            self._asks_to_leave(asks=True)
            self.paint()

    def _asks_to_leave(self, *, asks: bool) -> None:
        """Whether Ctrl-C leaves at once, and says so on a terminal that is too small."""
        if asks is not self._leaving:
            self._leaving = asks
            for screen in self.screen_stack:
                if isinstance(screen, Dialog):
                    screen.say_leaving(leaving=asks)

    def on_resize(self, event: events.Resize) -> None:
        """A Ctrl-C on a terminal that was too small is forgotten once there is room for the question."""
        if fits(*event.size):
            self._asks_to_leave(asks=False)

    def action_help_quit(self) -> None:
        """Ctrl-C, whichever way it comes."""
        self.action_ask_to_leave()

    def _left(self, answer: str) -> None:
        if answer == "yes":
            self.leave()

    # ── what the screen needs ────────────────────────────────────────────────────────────────────────────────────

    def picture(self, width: int, height: int) -> Picture:
        """What is to be shown on a terminal of this size."""
        if fits(width, height):
            return self.session.page.picture(width, height)
        return too_small(self.session.reader, width, height, leaving=self._leaving)

    def press(self, key: str) -> None:
        """A key, or a click on an area; swallowed while the terminal is too small."""
        if key == "ctrl+c":  # a click in the footer
            self.action_ask_to_leave()
        elif fits(*self.size):
            self._asks_to_leave(asks=False)
            self.session.press(self._meant(key))

    def _meant(self, key: str) -> str:
        """The arrow that a key looks like, or else the key: `v` is a letter where arrows are drawn, and at the end."""
        session = self.session
        letter = key == "v" and (session.page.name == "end" or session.reader.glyphs.name != "ascii")
        return key if letter else ARROWS.get(key, key)

    def quick_key(self, key: str) -> bool:
        """Keys that change nothing but the picture are handled at once."""
        return fits(*self.size) and self._base.quick(key, self.session.page.quick, self._quick_press)

    def _quick_press(self, key: str) -> None:
        self._asks_to_leave(asks=False)
        self.session.quick_press(key)

    def repaint(self) -> None:
        """Draws everything anew: nothing is known of what the terminal shows."""
        super().repaint()
        self._base.forget()
        self.paint()

    # ── what the session needs ───────────────────────────────────────────────────────────────────────────────────

    def paint(self) -> None:
        """Shows the picture as it is now."""
        if self._base.is_running:
            self._base.paint()

    def settle_soon(self) -> None:
        """Has the session do what it must do in the app's own context."""
        self.post_message(Settle())

    def on_settle(self) -> None:
        """The app's own context."""
        self.session.settle()

    def fail(self, error: Exception) -> None:
        """Ends the session as a crash."""
        self.post_message(Failed(error))

    def on_failed(self, message: Failed) -> None:
        """Lets Textual deal with it."""
        raise message.error

    def open_dialog(self, dialog: Dialog[Any], then: Callable[[Any], None]) -> None:
        """Opens a dialog; `then` gets its answer, unless it is closed without one."""
        self._asks_to_leave(asks=False)  # what the dialog says does not tell of it
        if self.screen is self._base:
            self.stylesheet = self._sheet

        def answered(answer: object) -> None:
            if answer is not None:
                then(answer)

        self.push_screen(dialog, answered)

    @property
    def _sheet(self) -> Stylesheet:
        """The style sheet of the theme that applies."""
        return sheet(self.session.look.theme, self._usual_sheet, self.get_css_variables())

    def on_redress(self) -> None:
        """Gives the dialogs that are open the theme that applies now."""
        before, self.stylesheet = self.stylesheet, self._sheet
        take_over(self.stylesheet, before)
        for screen in self.screen_stack:
            if isinstance(screen, Dialog):
                self.stylesheet.update(screen)

    def close_dialogs(self) -> None:
        """Closes the dialogs that do not fit the page any more; one that lies under another, once it is on top."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, Dialog) and not screen.keeps(self.session.model):
                screen.go_stale()

    def run_beside(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs something beside the app; it ends with it."""
        worker: Worker[None] = self.run_worker(work, group="link", exit_on_error=True)
        del worker  # the app keeps it

    def after(self, seconds: float, then: Callable[[], None]) -> None:
        """Calls something later, unless the app ends before. May be called in any context."""
        self._later(seconds, then)

    def _later(self, seconds: float, then: Callable[[], None]) -> asyncio.TimerHandle:
        # A timer of the loop: each of Textual's is a task and a message, and films and clocks have many.
        timer = asyncio.get_running_loop().call_later(seconds, self._call, then, context=Context())
        self._due_later.add(timer)
        return timer

    def _call(self, then: Callable[[], None]) -> None:
        try:
            then()
        except Exception as error:  # noqa: BLE001 - the edge of a session: the caller is the loop
            self.fail(error)

    def tick(self, *, on: bool) -> None:
        """Has the picture painted every second, or no longer."""
        if on and self._ticker is None:
            self._ticker = self._later(TICK_SECONDS, self._tick)
        elif not on and self._ticker is not None:
            self._ticker.cancel()
            self._ticker = None

    def _tick(self) -> None:
        self._ticker = self._later(TICK_SECONDS, self._tick)
        self.paint()

    def to_clipboard(self, text: str) -> None:
        """Puts a text of ours on the person's clipboard, by OSC 52."""
        self.copy_to_clipboard(text)

    def wear(self, look: Appearance) -> None:
        """Draws everything in another way from now on."""
        self._base.colours = self._palette(look)
        self.fewer_colours = look.colours
        if self._base.is_running and self.screen is not self._base:
            self.post_message(Redress())
        self.paint()

    def name_window(self, text: str) -> None:
        """Names the window of the person's terminal."""
        if self.terminal is not None:
            self.terminal.title(text)

    def ring(self) -> None:
        """Rings the terminal's bell."""
        if self.terminal is not None:
            self.terminal.ring()
        else:
            self.bell()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What turns stock widgets, which draw in true colour, into the colours that apply: those of the theme."""
        look = self.session.look
        if look.colours == "truecolor":
            return super().get_line_filters()
        safe = () if self.terminal is None else self.terminal.filters("truecolor")
        return (*safe, stock_colours(look.theme, look.colours))

    def _palette(self, look: Appearance) -> Palette:
        erases = self.terminal is None or self.terminal.erases
        return palette(look.theme, look.colours, erases=erases, underlines=look.glyphs == "box")


def _suggested(terminal: Terminal | None, language: str) -> Appearance:
    """How the game looks on a terminal, as long as nothing is set."""
    language = words(language).language
    if terminal is None:
        return Appearance(language)
    return Appearance(language, "dark", terminal.colours, "ascii" if terminal.ascii else "box")
