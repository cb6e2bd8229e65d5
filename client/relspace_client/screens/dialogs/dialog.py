"""What all dialogs have in common: a box over the page, closed by Escape, answered once."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from relspace_client.around.parts import Reader, fits, too_small_line
from relspace_client.model import Model
from relspace_client.screens.dialogs.in_order import InOrder

Answer = TypeVar("Answer")


def never(model: Model) -> bool:
    """The dialog goes away when the page below it does."""
    del model
    return False


def always(model: Model) -> bool:
    """The dialog stays whatever page comes below it."""
    del model
    return True


class Lines(InOrder, OptionList):
    """A list of lines, of which the highlighted one also has a mark: colour is never the only sign.

    Enter is told to the dialog at once (`action_take`): a message would come after the keys that follow it. Stock lists
    fail at a page key that comes before they have a size.

    Args:
        *lines: what they say; an empty one cannot be chosen.
        mark: one cell, before the highlighted one.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.take", show=False)]

    def __init__(self, *lines: str, mark: str) -> None:
        self._lines_said = list(lines)
        self._mark = mark
        self._marked: int | None = None
        options = (Option(self._prompt(line, marked=False), disabled=not line) for line in lines)
        super().__init__(*options, markup=False, compact=True)

    def say(self, lines: Sequence[str]) -> None:
        """Has the lines say something else."""
        self._lines_said = list(lines)
        for number, line in enumerate(self._lines_said):
            self._show(number)
            if self.options[number].disabled is bool(line):  # else the highlighted one would lose its highlight
                (self.enable_option_at_index if line else self.disable_option_at_index)(number)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Moves the mark."""
        super().watch_highlighted(highlighted)
        before, self._marked = self._marked, highlighted
        for number in {before, highlighted} - {None}:
            assert number is not None
            self._show(number)

    def _show(self, number: int) -> None:
        if number < len(self._lines_said):
            prompt = self._prompt(self._lines_said[number], marked=number == self._marked)
            self.replace_option_prompt_at_index(number, prompt)

    def _prompt(self, line: str, *, marked: bool) -> str:
        return f"{self._mark if marked else ' '} {line} "

    def action_page_up(self) -> None:
        """Goes up by a page."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Goes down by a page."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]


class Box(Vertical):
    """The box of a dialog. Beside it nothing of the page below is seen, which is drawn anew where the box was."""

    def __init__(self) -> None:
        super().__init__(id="box")
        self._before: Region | None = None

    def on_resize(self) -> None:
        """It has a size, or another one than before, and with it another place."""
        before, self._before = self._before, self.region
        if before is not None:
            changed = before.union(self.region)
            for screen in self.app.screen_stack[:-1]:
                screen.refresh(Region(0, changed.y, self.app.size.width, changed.height))


class Dialog(ModalScreen[Answer | None]):
    """A question, or a line to type, over a page.

    Args:
        reader: who reads it.
        title: what it is about.
        keeps: whether it stays open when another page comes below it; asked of the model at that moment.
    """

    AUTO_FOCUS = "*"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]
    DEFAULT_CSS = """
    Dialog { align: center middle; background: transparent; overflow: hidden hidden; }
    Dialog #box {
        width: 100%; max-width: 60; height: auto; max-height: 100%;
        padding: 0 1; background: $panel; border: round $dim; border-title-color: $bright; border-title-style: bold;
    }
    Dialog.-ascii #box { border: ascii $dim; }
    Dialog #too-small { display: none; width: 100%; height: 100%; background: $background; }
    Dialog.-too-small #box { display: none; }
    Dialog.-covered #box { visibility: hidden; }
    Dialog.-too-small #too-small { display: block; }
    Dialog #box > * { margin-top: 1; }
    Dialog .said { width: 100%; height: auto; color: $foreground; }
    Dialog .refusal { width: 100%; height: auto; color: $notice; text-style: bold; }
    Dialog .hint { width: 100%; height: auto; color: $dim; }
    Dialog Input { background: $background; text-style: underline; }
    Dialog Input:focus { background-tint: $background 0%; }
    Dialog Input > .input--placeholder { color: $dim; }
    Dialog OptionList { background: $panel; height: auto; scrollbar-size: 1 1; }
    Dialog OptionList:focus { background-tint: $panel 0%; }
    """

    def __init__(self, reader: Reader, title: str, keeps: Callable[[Model], bool] = never) -> None:
        super().__init__(classes="-ascii" if reader.glyphs.name == "ascii" else None)
        self.reader: Final = reader
        self.keeps: Final = keeps
        self.stale = False
        """Whether its page is gone, so that it closes as soon as it is on top."""
        self.heading: Final = title
        self._answered = False
        self._focused_before: Widget | None = None

    def body(self) -> Iterable[Widget]:
        """The widgets in the box."""
        return ()

    def compose(self) -> ComposeResult:
        """The box, and what is shown instead on a terminal that is too small."""
        with Box() as box:
            box.border_title = self.heading.replace("[", "\\[")
            yield from self.body()
        yield Static(too_small_line(self.reader), id="too-small", markup=False)

    def say_leaving(self, *, leaving: bool) -> None:
        """On a terminal that is too small: whether Ctrl-C was pressed once, and leaves if it is pressed again."""
        for line in self.query("#too-small").results(Static):
            line.update(too_small_line(self.reader, leaving=leaving))

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that became too small says so; what was typed is kept."""
        too_small = not fits(*event.size)
        if too_small and self.focused is not None:
            self._focused_before = self.focused
        self.set_class(too_small, "-too-small")
        if not too_small and self._focused_before is not None:
            self.call_after_refresh(self._focus_again)

    def _focus_again(self) -> None:
        before, self._focused_before = self._focused_before, None
        if before is not None:
            before.focus()

    def on_screen_suspend(self) -> None:
        """Hides while another dialog lies over it: two boxes would both seem to take keys."""
        if self._focused_before is None:
            self._focused_before = self.focused
        self.add_class("-covered")

    def on_screen_resume(self) -> None:
        """Shows again what another dialog lay over; closes if its page went away meanwhile."""
        if self.stale:
            self.answer(None)
        elif self.has_class("-covered"):
            self.remove_class("-covered")
            if not self.has_class("-too-small"):
                self._focus_again()

    def go_stale(self) -> None:
        """Its page is gone: closes, or does so once no other dialog lies over it."""
        self.stale = True
        if self.app.screen is self:
            self.answer(None)

    def answer(self, answer: Answer | None) -> None:
        """Closes with an answer, or with None. Later answers are dropped."""
        if not self._answered and self.app.screen is self:
            self._answered = True
            self.dismiss(answer)

    def take(self, number: int) -> None:
        """A line of its list was chosen, the first one being 0."""

    def action_take(self) -> None:
        """Enter: the highlighted line was chosen."""
        for lines in self.query(Lines):
            if lines.highlighted is not None:
                self.take(lines.highlighted)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click on a line."""
        self.take(event.option_index)

    def action_close(self) -> None:
        """Closes without an answer."""
        self.answer(None)

    def on_click(self, event: events.Click) -> None:
        """A click beside the box closes it."""
        if not self.query_one("#box").region.contains(int(event.screen_x), int(event.screen_y)):
            self.answer(None)


def said(text: str) -> Static:
    """A sentence in a dialog."""
    return Static(text, classes="said", markup=False)


def refusal(text: str) -> Static:
    """Why what was typed cannot be had: in the accent's ink, as what a page says to its viewer."""
    return Static(text, classes="refusal", markup=False)


class Typed(InOrder, Input):
    """A line to type."""

    def __init__(self, value: str = "", *, placeholder: str, longest: int) -> None:
        super().__init__(value, placeholder=placeholder, max_length=longest, compact=True, select_on_focus=False)
        self.cursor_blink = False


def hint(text: str) -> Static:
    """The keys of a dialog."""
    return Static(text, classes="hint", markup=False)
