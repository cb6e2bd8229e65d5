"""The base of every app that may share its process with others.

Each override cures one thing that would otherwise pass from one session to another, or act on the server's machine.
"""

import contextlib
import logging
import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Final, NamedTuple, TextIO, cast

from rich.console import Console, RenderableType
from textual._ansi_theme import MONOKAI
from textual.app import App, SuspendNotSupported
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES, Theme

from relspace_client.compat.animator import StillAnimator
from relspace_client.terminal import ColourLevel, Place, Terminal

LOG: Final = logging.getLogger(__name__)


class Farewell(NamedTuple):
    """How an app ended: what its player reads once the terminal is theirs again."""

    why: str
    """One sentence, or empty for an ordinary goodbye."""
    code: int
    """The exit code: 0 done, 1 failed, 3 refused."""


class _Nowhere:
    """The file of a console whose output is only ever taken as text."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        """There is nothing to flush."""

    def isatty(self) -> bool:
        return True


_CONSOLE: Final = Console(
    color_system="truecolor",
    file=cast("TextIO", _Nowhere()),
    force_terminal=True,
    legacy_windows=False,
    highlight=False,
    emoji=False,
    safe_box=False,
    _environ={},
)
"""One for all sessions: Rich keeps a style's codes from its first use, so every session draws in true colour, and a
filter of its own turns that into what its terminal shows."""

_TRUE_COLOUR: Final = ANSIToTruecolor(MONOKAI)
"""Turns the names of the 16 colours and dimmed text into true colour; shared, since its cache keeps it alive."""

_variables: dict[type, dict[str, str]] = {}
_stylesheets: dict[type, Any] = {}


class HostedApp(App[None]):
    """A Textual app that may be one of many in its process.

    With a `terminal` it draws on that terminal alone; without one it is an ordinary Textual app (practice, tests).

    While the app is *held*, between `hold()` and `release()`, Textual draws nothing, and a screen may paint the
    terminal by itself. Without a terminal nothing is ever held, and Textual draws as usual.

    Args:
        terminal: the terminal of the one person whom this app is for.
    """

    ENABLE_COMMAND_PALETTE = False  # it lists and runs what the server's process can do
    ALLOW_SELECT = False
    AUTO_FOCUS = ""
    COMMANDS: ClassVar[set[Any]] = set()
    THEME: ClassVar[Theme] = BUILTIN_THEMES["textual-dark"]
    """The one theme of stock widgets. Class-wide, as are the style sheet and its variables."""

    def __init__(self, terminal: Terminal | None = None) -> None:
        self.terminal: Final = terminal
        self.farewell: Farewell | None = None
        self.logs_crashes = terminal is not None
        """Whether a crash goes to the log alone, under `incident`, and not to the terminal."""
        self.incident = ""
        """The id under which the log holds what went wrong; empty while nothing did."""
        self._is_held = False
        self._is_stalled = False
        self.fewer_colours: ColourLevel | None = None
        """How many colours stock widgets are drawn in; None for as many as the terminal shows."""
        super().__init__(driver_class=None if terminal is None else cast("type[Driver]", terminal.driver))
        self.animation_level = "none"
        self._animator = StillAnimator(self)
        self._animate = self._animator.bind(self)
        self._disable_tooltips = True  # their timers redraw screens on which nothing happens
        self._disable_notifications = True  # as do toasts
        self.stylesheet = _stylesheets.setdefault(type(self), self.stylesheet)  # parsed once, for all apps
        if terminal is not None:
            self.console = self.error_console = _CONSOLE
            self.no_color = False
            self.features = frozenset()
            # `_process_messages` redirects the process's output to these: made a redirect to where it goes anyway.
            self._capture_stdout = sys.stdout  # type: ignore[assignment]
            self._capture_stderr = sys.stderr  # type: ignore[assignment]

    @property
    def language(self) -> str:
        """The language that the person reads; empty if the app does not know."""
        return ""

    # ── drawing ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def held(self) -> bool:
        """Whether the app paints the terminal itself and Textual draws nothing."""
        return self._is_held

    def hold(self) -> None:
        """Stops Textual from drawing, until `release`. Without a terminal nothing is held."""
        if self.terminal is not None and not self._is_held:
            self._is_held = True
            self._begin_batch()

    def release(self) -> None:
        """Lets Textual draw again, the whole screen first."""
        if self._is_held:
            self._is_held = False
            self._end_batch()
            self.refresh(layout=True)

    def repaint(self) -> None:
        """Draws everything anew, since nothing is known of what the terminal shows.

        An app that is held adds to this what it paints by itself.
        """
        if not self._is_held:
            self.refresh(layout=True)

    def output_paused(self) -> None:
        """The terminal takes no output: nothing more is drawn."""
        if not self._is_stalled:
            self._is_stalled = True
            self._begin_batch()

    def output_resumed(self) -> None:
        """The terminal takes output again."""
        with self._context():  # this is called from outside, perhaps out of another app
            if self._is_stalled:
                self._is_stalled = False
                self._end_batch()
            self.repaint()

    def quick_key(self, key: str) -> bool:
        """Offered every key before Textual sees it; returns whether it was used. Must return at once."""
        del key
        return False

    def offer_key(self, key: str) -> bool:
        """A key was pressed; returns whether `quick_key` used it."""
        with self._context():
            return self.quick_key(key)

    @property
    def place(self) -> Place:
        """Where the person is; an app that knows overrides it. A spectator may be away the longest."""
        return "watching"

    # ── leaving ──────────────────────────────────────────────────────────────────────────────────────────────────

    def leave(self, why: str = "", code: int = 0) -> None:
        """Ends the app. The first reason given is the one that is told.

        Args:
            why: one sentence for the person, shown after their terminal was restored.
            code: the exit code of the session.
        """
        if self.farewell is None:
            self.farewell = Farewell(why, code)
        self.exit(return_code=self.farewell.code)

    def action_help_quit(self) -> None:
        """Ctrl-C leaves, unless a screen asks first."""
        self.leave()

    # ── a crash is told in a sentence, and logged ────────────────────────────────────────────────────────────────

    def _fatal_error(self) -> None:
        if not self.logs_crashes:
            super()._fatal_error()
            return
        self._note_incident()

    def panic(self, *renderables: RenderableType) -> None:
        """Ends the app after an error; with a terminal, the error goes to the log alone."""
        if not self.logs_crashes:
            super().panic(*renderables)
            return
        self._note_incident()

    def _note_incident(self) -> None:
        if self._exit:  # a screen that was on its way has no widgets any more: nobody is hurt by what it misses
            LOG.info("an app failed while it ended", exc_info=self._exception)
        elif not self.incident:
            self.incident = secrets.token_hex(4)
            LOG.error("incident %s: a session's app failed", self.incident, exc_info=self._exception)
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        if not self.logs_crashes:
            super()._print_error_renderables()
        self._exit_renderables.clear()

    # ── one look for all ─────────────────────────────────────────────────────────────────────────────────────────

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The terminal's own filters; Textual's come from the environment of the process."""
        if self.terminal is None:
            return super().get_line_filters()
        return (_TRUE_COLOUR, *self.terminal.filters(self.fewer_colours))

    def get_theme(self, theme_name: str) -> Theme:
        """The one theme, whatever the name."""
        del theme_name
        return self.THEME

    def register_theme(self, theme: Theme) -> None:
        """There is one theme; no other is kept."""

    @property
    def available_themes(self) -> dict[str, Theme]:
        """The one theme."""
        return {self.THEME.name: self.THEME}

    def get_css_variables(self) -> dict[str, str]:
        """The variables of the one theme, shared by all apps of the class."""
        shared = _variables.get(type(self))
        if shared is None:
            shared = _variables[type(self)] = super().get_css_variables()
        self.theme_variables = shared
        return shared

    def refresh_css(self, animate: bool = True) -> None:
        """Applies the styles anew; the shared variables never change, so nothing is parsed again."""
        for screen in self.screen_stack:
            self.stylesheet.update(screen, animate=animate)

    def _set_pointer_shape(self, shape: str) -> None:
        """The pointer keeps its shape: each change would be a write of its own."""

    # ── nothing acts on the server's machine ─────────────────────────────────────────────────────────────────────

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Would open a browser on the server: does nothing."""

    def deliver_text(self, path_or_file: str | Path | TextIO, **_: Any) -> None:
        """Would write a file on the server: does nothing, but closes what it was given."""
        _close(path_or_file)

    def deliver_binary(self, path_or_file: str | Path | BinaryIO, **_: Any) -> None:
        """Would write a file on the server: does nothing, but closes what it was given."""
        _close(path_or_file)

    def deliver_screenshot(self, *_: Any, **__: Any) -> None:
        """Would write a file on the server: does nothing."""

    def save_screenshot(self, *_: Any, **__: Any) -> str:
        """Would write a file on the server: does nothing, and returns no path."""
        return ""

    @contextlib.contextmanager
    def suspend(self) -> Iterator[None]:
        """Would hand the server's terminal over.

        Raises:
            SuspendNotSupported: always.
        """
        raise SuspendNotSupported
        yield

    def action_suspend_process(self) -> None:
        """Would stop the server's process: does nothing."""


def _close(path_or_file: str | Path | TextIO | BinaryIO) -> None:
    if not isinstance(path_or_file, str | Path):
        path_or_file.close()


class BareScreen(Screen[None]):
    """A screen without children that Textual neither styles in parts nor lays out for drawing while its app is held."""

    def _compositor_refresh(self) -> None:
        # Textual composes the whole screen, and only then looks whether it may be shown.
        app = self.app
        if not isinstance(app, HostedApp) or not app.held or self is not app.screen:
            super()._compositor_refresh()
            return
        self._dirty_widgets.clear()
        self._compositor._dirty_regions.clear()  # noqa: SLF001 - what is shown first after `release` is shown whole
        self._styles_cache.clear()


# Textual makes a node for each component class, with its queue and signals; every screen has that of selected text.
BareScreen._inherit_component_classes = False  # noqa: SLF001
