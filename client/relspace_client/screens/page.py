"""What a page is: a picture of the whole terminal, and what its keys do.

A page knows neither the link nor how it is painted. It asks its `Stage`, the app that shows it, for everything else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Literal, Protocol, TypeAlias, TypeVar

from relspace.errors import Refused
from relspace.wire.commands import Command, Create, Done, QuickPlay
from relspace.wire.questions import Question
from relspace.wire.settings import PlayerSettings
from relspace_client.around.page_keys import HelpName
from relspace_client.around.parts import Reader
from relspace_client.look.appearance import Appearance
from relspace_client.model import Model
from relspace_client.picture.picture import Picture
from relspace_client.screens.dialogs.dialog import Dialog

PageName: TypeAlias = Literal[
    "lobby", "room", "table", "end", "help", "welcome", "settings", "rankings", "profile", "learn", "replay"
]

Answer = TypeVar("Answer")
Found = TypeVar("Found")


class Stage(Protocol):
    """What an app does for the page that it shows."""

    @property
    def model(self) -> Model:
        """What is known of the rooms."""
        ...

    @property
    def reader(self) -> Reader:
        """Who reads the pages."""
        ...

    @property
    def notice(self) -> str:
        """The sentence that is to be read at the moment, in the reader's language; empty most of the time."""
        ...

    @property
    def settings(self) -> PlayerSettings:
        """What the person has set."""
        ...

    @property
    def suggested(self) -> Appearance:
        """How the game would look if nothing were set."""
        ...

    def seconds(self) -> float:
        """A clock that only goes forward."""
        ...

    def set(self, settings: PlayerSettings, *, keep: bool = True) -> None:
        """Applies settings at once.

        Args:
            settings: all of them.
            keep: whether they are kept with the account; if not, they count for this session.
        """
        ...

    def look_up(self, question: Question, kind: type[Found], then: Callable[[Found], None]) -> None:
        """Looks something up; the person is told if it cannot be had.

        Args:
            question: what is asked.
            kind: the type of the answer.
            then: called with the answer, unless the page that asked is no longer there.
        """
        ...

    def send(
        self,
        command: Command,
        then: Callable[[Done], None] | None = None,
        otherwise: Callable[[Refused], bool] | None = None,
    ) -> None:
        """Asks the rooms for something.

        Args:
            command: what is asked.
            then: called when it was carried out.
            otherwise: called when it was refused; returns whether it dealt with it. If not, the person is told.
        """
        ...

    def play(self, command: QuickPlay | Create, then: Callable[[Done], None] | None = None) -> None:
        """Asks the rooms for a game that begins at once: its room is shown only where it does not.

        Args:
            command: what is asked.
            then: called when it was carried out.
        """
        ...

    def tell(self, sentence: str) -> None:
        """Shows a sentence until the next key, or for a few seconds."""
        ...

    def ask(self, dialog: Dialog[Answer], then: Callable[[Answer], None]) -> None:
        """Opens a dialog; `then` gets its answer, unless it was closed without one."""
        ...

    def talk(self) -> None:
        """Opens the line that says something to everybody here."""
        ...

    def copy(self, text: str) -> None:
        """Puts a text of ours on the person's own clipboard, if their terminal lets it."""
        ...

    def help(self, name: HelpName) -> None:
        """Shows what the keys of a page do, until it is closed."""
        ...

    def after(self, seconds: float, then: Callable[[], bool | None]) -> None:
        """Calls something later, and draws the page anew then, unless it returns False.

        To be called in the app's own context.
        """
        ...

    def redraw_after(self, seconds: float) -> None:
        """Draws the page anew after a while."""
        ...

    def open(self, page: "Page") -> None:
        """Shows a page over the one that is shown, until it is closed."""
        ...

    def close(self) -> None:
        """Closes the page on top, which was opened, and shows the one below it again."""
        ...

    def close_help(self) -> None:
        """Shows the page again."""
        ...


class Page(ABC):
    """One page."""

    name: ClassVar[PageName]
    stays: ClassVar[bool] = False
    """Of a page that was opened over others: whether it stays when a game begins below it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @abstractmethod
    def picture(self, width: int, height: int) -> Picture:
        """What the page looks like on a terminal of at least 40 × 18 cells."""

    @abstractmethod
    def press(self, key: str) -> None:
        """A key was pressed, or an area clicked. The page is drawn anew afterwards.

        Args:
            key: a printable key by its character, others as Textual names them; for a click, the area's action.
        """

    def unused(self, key: str) -> str:
        """That a key does nothing here; empty for what no keyboard has as a single key."""
        if len(key) == 1 and key.isascii() and key.isprintable() and key != " ":
            return self.stage.reader.say("{key} does nothing here. ? shows the keys.", key=key)
        return ""

    def tell_unused(self, key: str) -> None:
        """Tells that a key does nothing here."""
        if said := self.unused(key):
            self.stage.tell(said)

    def follow(self) -> None:  # noqa: B027 - most pages have nothing to do
        """The model has changed. Uses nothing of the stage but its model, reader and clock, and returns at once."""

    @property
    def quick(self) -> frozenset[str]:
        """Keys that only change what is drawn: they may be pressed at any moment, ahead of Textual."""
        return frozenset()

    @property
    def ticks(self) -> bool:
        """Whether the page shows a clock that runs."""
        return False

    @property
    def unsettled(self) -> bool:
        """Whether `settle` has something to do."""
        return False

    def settle(self) -> None:  # noqa: B027 - most pages have nothing to do
        """Does, in the app's own context, what the last change of the model asked for."""
