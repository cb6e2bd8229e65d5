"""The dialogs in which a room's options are chosen: for a new room, and for one that has not begun."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, ClassVar, Final, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from relspace.bots.levels import DEFAULT_LEVEL, LEVELS
from relspace.room.create import TITLE_COLUMNS
from relspace.room.options import CLOCKS, MAX_SEATS, MIN_SEATS, RoomOptions
from relspace.rules.layout import LAYOUTS
from relspace_client.around.options import (
    layout_name,
    layout_rows,
    listed_name,
    number_name,
    stashes_name,
    watching_name,
    yes_no,
)
from relspace_client.around.parts import Reader
from relspace_client.around.seats import level_name
from relspace_client.around.times import clock_sentence
from relspace_client.locale.words import message
from relspace_client.look.arrows import LEFT_RIGHT, UP_DOWN
from relspace_client.picture.row import width_of
from relspace_client.screens.dialogs.dialog import Dialog, Lines, Typed, hint

LABELS: Final = 11
"""Columns of an option's name, as on the page of a room."""

WIDE: Final = 60
"""Columns of a terminal from which on values are told as on the page of a room, however long they are."""

ROOMY: Final = 22
"""Lines from which on there is room to say what an option means."""

ABOUT: Final = {
    "seats": message("How many can play."),
    "clock": message("How long a turn may take; then the autopilot plays."),
    "layout": message("How the cards lie: in 3 rows of 4, or 3, 4 and 5."),
    "stashes": message("Open: all see the face-up cards of everybody."),
    "strict": message("Yes: a special card can jam on a Gun or a Space."),
    "watching": message("Whether people without a seat may watch."),
    "public": message("No: only who has the code finds the room."),
    "bots": message("How many seats bots take from the start."),
    "level": message("How well the bots play."),
}
"""What each option means, to be translated."""


class RoomChoice(NamedTuple):
    """What was chosen."""

    title: str
    options: RoomOptions
    bots: int
    level: str
    """The bots' level; empty where none was asked for."""


class Field(NamedTuple):
    """One line of the form."""

    name: str
    """The attribute of the options, or `bots`, or `level`."""
    label: str
    values: tuple[Any, ...]
    show: Callable[[Any], str]
    show_wide: Callable[[Any], str] | None = None
    """How a value is told where there is room for it; None if always the same."""


class Fields(Lines):
    """The lines of the form."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.change(-1)", show=False),
        Binding("right", "screen.change(1)", show=False),
        Binding("enter", "screen.finish", show=False),
    ]


class RoomName(Typed):
    """The line for the name; ↑ and ↓ lead to the options, as Tab does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "screen.leave_name(-1)", show=False),
        Binding("down", "screen.leave_name(1)", show=False),
    ]


class RoomForm(Dialog[RoomChoice]):
    """A form: one line for each option, changed with ← and → or a click; Enter takes them as they are.

    Args:
        reader: who reads it.
        title: what it is about.
        done: what the last line is called.
        options: what the options are to begin with.
        taken: how many seats are taken; fewer cannot be chosen.
        new: whether the room is still to be opened: it then can have a title, and bots.
        bots: how many there are to begin with.
    """

    def __init__(
        self,
        reader: Reader,
        title: str,
        done: str,
        options: RoomOptions,
        *,
        taken: int = 1,
        new: bool = False,
        bots: int = 0,
    ) -> None:
        super().__init__(reader, title)
        self.done = done
        self.new = new
        self.options = options
        self.bots = bots
        self.level: str = DEFAULT_LEVEL
        self.fields = _fields(reader, taken, new=new)

    def body(self) -> Iterable[Widget]:
        """The title of a new room, the options, the keys."""
        if self.new:
            yield RoomName(placeholder=self.reader.say("name of the room"), longest=TITLE_COLUMNS)
        yield Fields(*self.lines(), mark=self.reader.glyphs.turn)
        yield hint(self._hint(0))

    def on_mount(self) -> None:
        """The first option is highlighted: the arrows change it, and Enter takes everything as it is all the same."""
        for choices in self.query(OptionList):  # none, where the session ended before the form was put together
            choices.highlighted = 0
            choices.focus()

    def lines(self) -> list[str]:
        """What the lines say; how well bots play only if there are any."""
        glyphs = self.reader.glyphs
        wide = self.is_attached and self.app.size.width >= WIDE
        said = []
        for field in self.fields:
            space = " " * max(1, LABELS - width_of(field.label))
            show = field.show_wide if wide and field.show_wide else field.show
            said.append(f"{field.label}{space}{glyphs.left} {show(self.value(field))} {glyphs.right}")
            if field.name == "level" and not self.bots:
                said[-1] = ""
        return [*said, self.done]

    def _hint(self, highlighted: int) -> str:
        """What the highlighted option means, where there is room for it, and the keys that do something on its line."""
        say, reader = self.reader.say, self.reader
        if highlighted < len(self.fields):
            arrows, about = reader.plain(LEFT_RIGHT), say(ABOUT[self.fields[highlighted].name])
            keys = (
                say("{arrows} change, type a name, Enter opens it", arrows=arrows)
                if self.new
                else say("{arrows} change, Enter takes them, Esc goes back", arrows=arrows)
            )
        else:
            arrows, about = reader.plain(UP_DOWN), ""
            keys = (
                say("{arrows} another line, type a name, Enter opens it", arrows=arrows)
                if self.new
                else say("{arrows} another line, Enter takes them, Esc goes back", arrows=arrows)
            )
        return f"{about}\n{keys}" if self.app.size.height >= ROOMY else keys

    def value(self, field: Field) -> Any:
        """What an option is set to."""
        return getattr(self if field.name in ("bots", "level") else self.options, field.name)

    def action_change(self, step: int) -> None:
        """Changes the highlighted option."""
        choices = self.query_one(OptionList)
        if choices.highlighted is not None and choices.highlighted < len(self.fields):
            self._change(choices.highlighted, step)

    def action_leave_name(self, step: int) -> None:
        """From the name, which stands above them, down to the first option, or round to the last line."""
        choices = self.query_one(OptionList)
        choices.focus()
        (choices.action_first if step > 0 else choices.action_last)()

    def on_resize(self, event: events.Resize) -> None:
        """There may be room for longer values, or only for shorter ones; Textual calls the dialog's own beside it."""
        del event
        for fields in self.query(Fields):
            fields.say(self.lines())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Says what the option means."""
        for below in self.query(".hint").results(Static):
            below.update(self._hint(event.option_index))

    def take(self, number: int) -> None:
        """A click: changes an option; on the last line the form is done."""
        if number < len(self.fields):
            self._change(number, 1)
        else:
            self.action_finish()

    def on_key(self, event: events.Key) -> None:
        """Letters typed among the options are the room's name."""
        if self.new and event.is_printable and event.character and isinstance(self.focused, OptionList):
            event.stop()
            name = self.query_one(Input)
            name.focus()
            name.insert_text_at_cursor(event.character)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the title takes everything as it is, as it does among the options."""
        event.stop()
        self.action_finish()

    def _change(self, index: int, step: int) -> None:
        field = self.fields[index]
        values = field.values
        value = values[(values.index(self.value(field)) + step) % len(values)]
        if field.name == "bots":
            most = self.options.seats - 1
            self.bots = value if value <= most else 0 if step > 0 else most
        elif field.name == "level":
            self.level = value
        else:
            self.options = replace(self.options, **{field.name: value})
            self.bots = min(self.bots, self.options.seats - 1)
        self.query_one(Fields).say(self.lines())

    def action_finish(self) -> None:
        """Takes everything as it is."""
        title = self.query_one(Input).value.strip() if self.new else ""
        self.answer(RoomChoice(title, self.options, self.bots, self.level if self.bots else ""))


def _fields(reader: Reader, taken: int, *, new: bool) -> tuple[Field, ...]:
    fields = (
        Field("seats", reader.say("seats"), tuple(range(max(MIN_SEATS, taken), MAX_SEATS + 1)), str),
        Field("clock", reader.say("clock"), CLOCKS, lambda value: clock_sentence(reader, value)),
        Field(
            "layout",
            reader.say("layout"),
            tuple(LAYOUTS),
            lambda value: layout_name(reader, value),
            lambda value: layout_rows(reader, value),
        ),
        Field("stashes", reader.say("stashes"), ("private", "open"), lambda value: stashes_name(reader, value)),
        Field("strict", reader.say("strict"), (False, True), lambda value: yes_no(reader, value=value)),
        Field("watching", reader.say("watching"), (True, False), lambda value: watching_name(reader, value=value)),
        Field("public", reader.say("listed"), (True, False), lambda value: listed_name(reader, value=value)),
    )
    bots = (
        Field("bots", reader.say("bots"), tuple(range(MAX_SEATS)), lambda value: number_name(reader, value)),
        Field("level", reader.say("they play"), tuple(LEVELS), lambda value: level_name(reader, value)),
    )
    return (*fields, *bots) if new else fields
