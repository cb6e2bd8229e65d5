"""Dialogs that ask for one line: something to say, or a room's code."""

from collections.abc import Callable, Iterable
from typing import Final

from textual.widget import Widget
from textual.widgets import Input

from relspace_client.around.parts import Reader
from relspace_client.model import Model
from relspace_client.screens.dialogs.dialog import Dialog, always, hint, never, said

LINE_LENGTH: Final = 300
"""Characters of a line that people say."""

NAME_LENGTH: Final = 32
"""Characters that can be typed as a name."""

CODE_LENGTH: Final = 16
"""Characters that a room's code may have."""


class Line(Dialog[str]):
    """One line of text. Its answer is never blank.

    Args:
        reader: who reads it.
        title: what it is about.
        hint: what its keys do.
        longest: characters that can be typed.
        placeholder: what stands there while nothing is typed.
        value: what stands there to begin with.
        above: a sentence above the line; empty for none.
        keeps: whether it stays open when another page comes below it.
    """

    def __init__(
        self,
        reader: Reader,
        title: str,
        hint: str,
        longest: int,
        placeholder: str = "",
        value: str = "",
        above: str = "",
        keeps: Callable[[Model], bool] = never,
    ) -> None:
        super().__init__(reader, title, keeps)
        self.hint = hint
        self.longest = longest
        self.placeholder = placeholder
        self.value = value
        self.above = above

    def body(self) -> Iterable[Widget]:
        """The line, and its keys."""
        if self.above:
            yield said(self.above)
        line = Input(
            self.value, placeholder=self.placeholder, max_length=self.longest, compact=True, select_on_focus=False
        )
        line.cursor_blink = False
        yield line
        yield hint(self.hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: a blank line closes without an answer."""
        self.answer(event.value.strip() or None)


def say_line(reader: Reader, room: str, title: str) -> Line:
    """Something to say in a room, or in the lobby if `room` is empty."""
    return Line(
        reader,
        title,
        reader.say("Enter says it, Esc goes back"),
        LINE_LENGTH,
        keeps=lambda model: model.room == room,
    )


def code_line(reader: Reader) -> Line:
    """The code of a room to join."""
    return Line(
        reader,
        reader.say("Join by code"),
        reader.say("Enter sits down there, Esc goes back"),
        CODE_LENGTH,
        placeholder=reader.say("the code, such as {code}", code="K7QX2"),
    )


def name_line(reader: Reader, name: str, why_not: str = "") -> Line:
    """What the person wants to be called; what they are called now stands there.

    Args:
        reader: who reads it.
        name: what they are called.
        why_not: why the name that they wanted could not be had.
    """
    return Line(
        reader,
        reader.say("Your name"),
        reader.say("Enter takes it, Esc keeps the one that you have"),
        NAME_LENGTH,
        value=name,
        above=why_not,
        keeps=always,
    )
