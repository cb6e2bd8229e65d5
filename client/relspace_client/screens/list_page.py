"""What pages with a list have in common: one row is chosen, by keys or by a click."""

from abc import abstractmethod
from typing import Final

from relspace_client.screens.page import Page, Stage

PAGE: Final = 10
"""Rows that a page key goes."""

STEPS: Final = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -1_000_000, "end": 1_000_000}
"""How far each key goes."""


class ListPage(Page):
    """A page with a list. Enter does something with the chosen row, and so does a click on it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._cursor = 0

    @property
    @abstractmethod
    def rows(self) -> int:
        """How many rows the list has."""

    @abstractmethod
    def enter(self, row: int) -> None:
        """Does what Enter does with a row."""

    def go(self, row: int) -> None:
        """Chooses a row, or the one nearest to it."""
        self._cursor = max(0, min(row, self.rows - 1))

    def press(self, key: str) -> None:
        """What the keys of every list do."""
        kind, _, number = key.partition(" ")
        if key in STEPS:
            self.go(self._cursor + STEPS[key])
        elif kind == "row" and number:
            if int(number) == self._cursor:
                self._enter()
            self.go(int(number))
        elif key == "enter":
            self._enter()
        elif key == "escape":
            self.stage.close()
        else:
            self.tell_unused(key)

    def _enter(self) -> None:
        if self._cursor < self.rows:
            self.enter(self._cursor)
