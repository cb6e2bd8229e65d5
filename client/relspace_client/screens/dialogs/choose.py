"""Dialogs that offer choices: a menu, and a question that is answered with yes or no."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from textual import events
from textual.widget import Widget

from relspace_client.around.parts import Reader
from relspace_client.look.arrows import UP_DOWN
from relspace_client.model import Model
from relspace_client.screens.dialogs.dialog import Dialog, Lines, hint, never, said


class Choice(NamedTuple):
    """One thing that can be chosen."""

    answer: str
    label: str
    key: str = ""
    """A key that chooses it at once; empty if none does."""


class Choose(Dialog[str]):
    """A list of choices.

    Args:
        reader: who reads it.
        title: what it is about.
        question: a sentence above the choices; may be empty.
        choices: the first one is highlighted.
        keeps: whether it stays open when another page comes below it.
    """

    def __init__(
        self,
        reader: Reader,
        title: str,
        question: str,
        choices: Sequence[Choice],
        keeps: Callable[[Model], bool] = never,
    ) -> None:
        super().__init__(reader, title, keeps)
        self.question = question
        self.choices = tuple(choices)

    def body(self) -> Iterable[Widget]:
        """The question, the choices, the keys."""
        if self.question:
            yield said(self.question)
        yield Lines(*map(self._label, self.choices), mark=self.reader.glyphs.turn)
        arrows = self.reader.plain(UP_DOWN)
        yield hint(self.reader.say("{arrows} choose, Enter takes it, Esc goes back", arrows=arrows))

    def _label(self, choice: Choice) -> str:
        return f"{choice.label}  {choice.key}" if choice.key else choice.label

    def take(self, number: int) -> None:
        """Enter, or a click on a choice."""
        self.answer(self.choices[number].answer)

    def on_key(self, event: events.Key) -> None:
        """A choice's own key."""
        for choice in self.choices:
            if choice.key and event.character and event.character.lower() == choice.key:
                event.stop()
                self.answer(choice.answer)


def confirm(
    reader: Reader, title: str, question: str, yes: str, no: str, keeps: Callable[[Model], bool] = never
) -> Choose:
    """A question about something that cannot be undone. Its answer is `yes`, `no` or None; `no` comes first.

    Args:
        reader: who reads it.
        title: what it is about.
        question: what happens if they say yes.
        yes: what doing it is called.
        no: what leaving it is called.
        keeps: whether it stays open when another page comes below it.
    """
    choices = (Choice("no", no, reader.words.term("key", "n")), Choice("yes", yes, yes_key(reader)))
    return Choose(reader, title, question, choices, keeps)


def yes_key(reader: Reader) -> str:
    """The key that answers yes in the reader's language."""
    return reader.words.term("key", "y")
