"""The one screen of an app: without children, it shows the picture of a page.

While it is on top, on a terminal far away, the app is held: Textual draws nothing, and the picture is painted straight
to the terminal, as what differs from the picture before. Where there is no such terminal, Textual draws the same rows;
under a dialog it draws them dim.
"""

from collections.abc import Callable
from typing import Final, Protocol

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from relspace_client.compat import BareScreen
from relspace_client.look.palette import Palette
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import Row, blank
from relspace_client.picture.view import View
from relspace_client.screens.below import below, box_of, nothing
from relspace_client.screens.strips import empty, strip
from relspace_client.terminal import Terminal


class Painter(Protocol):
    """What the screen needs of its app."""

    @property
    def held(self) -> bool:
        """Whether Textual draws nothing."""
        ...

    def hold(self) -> None:
        """Stops Textual from drawing."""
        ...

    def release(self) -> None:
        """Lets Textual draw again."""
        ...

    def picture(self, width: int, height: int) -> Picture:
        """What is to be shown."""
        ...

    def press(self, key: str) -> None:
        """A key, or a click on an area."""
        ...


class Redraw(Message):
    """The picture has changed. Many of them are drawn once."""

    def can_replace(self, message: Message) -> bool:
        """Whether this makes an earlier message needless."""
        return isinstance(message, Redraw)


class PictureScreen(BareScreen):
    """Shows a picture that fills the terminal.

    Args:
        painter: the app.
        terminal: the terminal to paint on; None where Textual draws.
        palette: in which colours.
    """

    AUTO_FOCUS = ""
    DEFAULT_CSS = "PictureScreen { overflow: hidden hidden; layout: vertical; }"

    def __init__(self, painter: Painter, terminal: Terminal | None, palette: Palette) -> None:
        super().__init__(id="picture")
        self._painter: Final = painter
        self._terminal = terminal
        self._palette = palette
        self._view = None if terminal is None else View(terminal.write, palette)
        self._lines: tuple[Row, ...] = ()  # what Textual draws; empty before the first time
        self._awaited = 0
        """Keys that were seen on their way to Textual and have not arrived here."""

    # ── drawing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def paint(self) -> None:
        """Shows what is to be shown now. May be called at any moment, whatever app is the current one."""
        if self._view is None or self._terminal is None or not self._painter.held:
            self.post_message(Redraw())
        elif self._terminal.paused:
            self._view.shown = None
        else:
            self._view.show(self._painter.picture(*self._terminal.size))

    @property
    def colours(self) -> Palette:
        """In which colours it draws. Others make everything be drawn anew."""
        return self._palette

    @colours.setter
    def colours(self, palette: Palette) -> None:
        if palette is not self._palette:
            self._palette = palette
            self._lines = ()
            if self._view is not None:
                self._view.palette = palette

    def forget(self) -> None:
        """Nothing is known any more of what the terminal shows."""
        if self._view is not None:
            self._view.shown = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines that Textual draws."""
        width, height = self.size
        if self._painter.held or not width or not height:
            return [empty(crop.width, self._palette)] * crop.height
        if (len(self._lines), self._lines[0].width if self._lines else 0) != (height, width):
            self._lines = self._painter.picture(width, height).rows()
        wide = max(width, crop.right)  # in the middle of a resize more is asked for than there is
        strips = [strip(line, self._palette).adjust_cell_length(wide) for line in self._shown(crop, wide)]
        return strips if crop.width == wide else [line.crop(*crop.column_span) for line in strips]

    def _shown(self, crop: Region, width: int) -> list[Row]:
        """The rows of the picture, empty ones below it; under a dialog, as they look there."""
        last = len(self._lines) - 1
        if self.app.screen is self:
            return [self._lines[y] if y <= last else blank(width) for y in crop.line_range]
        box = box_of(self.app.screen)
        hidden = (*range(box.y, box.bottom), last)
        return [nothing(width) if y in hidden or y > last else below(self._lines[y]) for y in crop.line_range]

    def on_redraw(self) -> None:
        """Has Textual draw the lines that have changed."""
        width, height = self.size
        if not width or not height or self._painter.held:
            return
        before, self._lines = self._lines, self._painter.picture(width, height).rows()
        if len(before) != height or before[0].width != width:
            self._draw_again()
            return
        changed = [y for y in range(height) if before[y] is not self._lines[y]]
        if changed:
            self._draw_again(*(Region(0, y, width, 1) for y in changed))

    def _draw_again(self, *regions: Region) -> None:
        """Has Textual draw these regions, or everything."""
        self.refresh(*regions)
        for dialog in self.app.screen_stack[1:-1]:
            dialog.refresh(*regions)  # one under another keeps what it showed of the page below it

    # ── on top, or under a dialog ────────────────────────────────────────────────────────────────────────────────

    def on_screen_suspend(self) -> None:
        """A dialog lies over it: Textual draws, as soon as the dialog is laid out."""
        self.forget()
        self._lines = ()  # what Textual drew last is long gone
        self.app.screen.call_after_refresh(self._release)

    def _release(self) -> None:
        if self.app.screen is not self:
            self._painter.release()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """It is on top: the picture is painted."""
        event.refresh_styles = False  # a screen without children, under one theme, keeps those it was mounted with
        self.refresh()  # under the dialog it was dim
        if self._terminal is not None and self.app.screen is self:
            self._awaited = 0
            self.forget()
            self._painter.hold()
            self.paint()

    def on_resize(self) -> None:
        """The terminal has a size, which may be another than that of the picture it shows."""
        shown = None if self._view is None else self._view.shown
        if shown is None or self._terminal is None or (shown.width, shown.height) != self._terminal.size:
            self.paint()

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────────────

    def quick(self, key: str, keys: frozenset[str], press: Callable[[str], None]) -> bool:
        """Presses a key ahead of Textual, if it is one of `keys` and none that came before it is still on its way."""
        if not self._painter.held:
            return False
        if key in keys and not self._awaited:
            press(key)
            return True
        self._awaited += 1
        return False

    def on_key(self, event: events.Key) -> None:
        """A key. One that came after a key which opened a dialog is dropped: it was not meant for the page."""
        self._awaited = max(0, self._awaited - 1)
        if self.app.screen is self:
            event.stop()
            self._painter.press(event.character if event.is_printable and event.character else event.key)

    def on_click(self, event: events.Click) -> None:
        """A click on an area is its action."""
        width, height = self.size
        action = self._painter.picture(width, height).hit(int(event.x), int(event.y)) if width and height else None
        if action is not None and self.app.screen is self:
            event.stop()
            self._painter.press(action)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes up."""
        event.stop()
        self._painter.press("up")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel goes down."""
        event.stop()
        self._painter.press("down")
