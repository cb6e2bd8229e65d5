"""What the page of settings and the welcome have in common: a list of settings with a cursor."""

from collections.abc import Sequence

from relspace.errors import Refused
from relspace.wire.commands import Rename
from relspace_client.around.choices import NAME, Chosen, Setting, changed
from relspace_client.screens.dialogs.line import Line, name_line
from relspace_client.screens.page import Page, Stage
from relspace_client.screens.refusals import refusal


class ChangingPage(Page):
    """Settings, one below the other: ↑ ↓ choose one, ← → change it, at once."""

    listed: Sequence[Setting]
    """What can be set here."""
    keep = True
    """Whether each change is kept at once."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.cursor = 0

    @property
    def chosen(self) -> Chosen:
        """What the list shows."""
        return Chosen(self.stage.settings, self.stage.suggested, self.called, self.cursor)

    @property
    def called(self) -> str:
        """What the person is called."""
        me = self.stage.model.me
        return me.name if me else ""

    @property
    def guest(self) -> bool:
        """Whether nothing is kept of the person."""
        return self.stage.model.guest

    def change(self, key: str) -> bool:
        """Does what a key of the list does; returns whether it was one."""
        kind, _, number = key.partition(" ")
        if number and kind in ("row", "less", "more"):
            was, self.cursor = self.cursor, int(number)
            if kind != "row":
                self._step(-1 if kind == "less" else 1)
            elif self.cursor == was:
                self._step(1)
        elif key in ("up", "down"):
            self.cursor = (self.cursor + (1 if key == "down" else -1)) % len(self.listed)
        elif key in ("left", "right"):
            self._step(-1 if key == "left" else 1)
        elif key == "n":
            self.ask_name()
        else:
            return False
        return True

    def _step(self, step: int) -> None:
        setting = self.listed[self.cursor]
        if setting is NAME:
            self.ask_name()
        else:
            self.stage.set(changed(self.stage.settings, setting, step, self.stage.suggested), keep=self.keep)

    def ask_name(self) -> None:
        """Asks what the person wants to be called."""
        if self.called:
            self.stage.ask(name_line(self.stage.reader, self.called, self._rename), lambda _name: None)

    def _rename(self, name: str, line: Line) -> None:
        """Takes another name; one that cannot be had stays in the line, to be corrected."""

        def refused(error: Refused) -> bool:
            return line.refuse(refusal(self.stage.reader, error))

        if name == self.called:
            line.go_stale()
        else:
            self.stage.send(Rename(name), lambda _done: line.go_stale(), refused)
