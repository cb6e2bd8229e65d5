"""Dialogs that ask for one line: something to say, a name, or a room's code."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from textual.widget import Widget
from textual.widgets import Input

from relspace.room.state import TalkLine
from relspace_client.around.parts import MIN_WIDTH, Reader
from relspace_client.codes import EXAMPLE, code_in
from relspace_client.model import Model
from relspace_client.picture.wrap import wrap
from relspace_client.screens.dialogs.dialog import Dialog, Typed, always, hint, never, refusal, said

LINE_LENGTH: Final = 300
"""Characters of a line that people say."""

SAID_ROWS: Final = 11
"""Rows above it that may tell what was said last: as many as the smallest terminal has."""

SAID_LINES: Final = 5
"""The most lines of talk there."""

SAID_WIDTH: Final = MIN_WIDTH - 4
"""Columns of a dialog on the smallest terminal."""

NAME_LENGTH: Final = 32
"""Characters that can be typed as a name."""

CODE_LENGTH: Final = 200
"""Characters that can be typed or pasted where a room's code is asked for: the line that a friend sent fits."""

Trying: TypeAlias = Callable[[str, "Line"], None]
"""Tries what was typed. The dialog then says why that cannot be, or is done."""


class Line(Dialog[str]):
    """One line of text. Its answer is never blank.

    Args:
        reader: who reads it.
        title: what it is about.
        hint: what its keys do.
        longest: characters that can be typed.
        placeholder: what stands there while nothing is typed.
        value: what stands there to begin with; the first key that is typed replaces it.
        trying: tries what was typed, while the dialog stays open; without it, Enter closes with what was typed.
        keeps: whether it stays open when another page comes below it.
        above: what stands above the line; may be empty.
    """

    def __init__(
        self,
        reader: Reader,
        title: str,
        hint: str,
        longest: int,
        placeholder: str = "",
        value: str = "",
        trying: Trying | None = None,
        keeps: Callable[[Model], bool] = never,
        above: str = "",
    ) -> None:
        super().__init__(reader, title, keeps)
        self.above = above
        self.hint = hint
        self.longest = longest
        self.placeholder = placeholder
        self.value = value
        self.trying = trying

    def body(self) -> Iterable[Widget]:
        """The line, and its keys; between them, later, why what was typed could not be had."""
        line = Typed(self.value, placeholder=self.placeholder, longest=self.longest)
        line.select_all()
        if self.above:
            yield said(self.above)
        yield line
        yield hint(self.hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: a blank line closes without an answer."""
        text = event.value.strip()
        if text and self.trying is not None:
            self.query(".refusal").remove()
            self.trying(text, self)
        else:
            self.answer(text or None)

    def refuse(self, why_not: str) -> bool:
        """Says why the line cannot be had, and lets the person correct it. Returns whether it was still open."""
        if not self.is_attached:
            return False
        self.query(".refusal").remove()
        self.query_one("#box").mount(refusal(why_not), after=self.query_one(Input))
        return True


def say_line(reader: Reader, room: str, title: str, lines: Sequence[TalkLine] = ()) -> Line:
    """Something to say in a room, or in the lobby if `room` is empty.

    Args:
        reader: who says it.
        room: the room's code.
        title: to whom.
        lines: what was said so far, of which pages may have had to cut some; the last ones stand above in full.
    """
    return Line(
        reader,
        title,
        reader.say("Enter says it, Esc goes back"),
        LINE_LENGTH,
        keeps=lambda model: model.room == room,
        above="\n".join(_last_said(reader, lines)),
    )


def _last_said(reader: Reader, lines: Sequence[TalkLine]) -> list[str]:
    """As many of the last lines as there is room for above a line to type, on a terminal of any size."""
    told: list[str] = []
    rows = 0
    for line in reversed(lines[-SAID_LINES:]):
        text = reader.say("{name}: {text}", name=line.name, text=line.text)
        rows += len(wrap(text, SAID_WIDTH))
        if rows > SAID_ROWS:
            break
        told.insert(0, text)
    return told


def code_line(reader: Reader, join: Trying) -> Line:
    """The code of a room to join, or the whole line that a friend sent.

    Args:
        reader: who reads it.
        join: takes a seat in the room with a code. The dialog goes with the page below it.
    """

    def trying(text: str, line: Line) -> None:
        code = code_in(text)
        if code:
            join(code, line)
        else:
            line.refuse(reader.say("That is no code: five letters and digits, such as {code}.", code=EXAMPLE))

    return Line(
        reader,
        reader.say("Join by code"),
        reader.say("Enter sits down there, Esc goes back"),
        CODE_LENGTH,
        placeholder=reader.say("the code, such as {code}", code=EXAMPLE),
        trying=trying,
    )


def name_line(reader: Reader, name: str, rename: Trying) -> Line:
    """What the person wants to be called; what they are called now stands there.

    Args:
        reader: who reads it.
        name: what they are called.
        rename: takes another name.
    """
    return Line(
        reader,
        reader.say("Your name"),
        reader.say("Enter takes it, Esc keeps the one that you have"),
        NAME_LENGTH,
        value=name,
        trying=rename,
        keeps=always,
    )
