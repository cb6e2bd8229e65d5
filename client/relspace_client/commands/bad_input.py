"""Bad input, told in one line."""

from typing import IO, Any

import click

from relspace.text import clean

MOST_COLUMNS = 200
"""Columns of a text that comes out of a file."""


class BadInput(click.ClickException):
    """Something that was given cannot be used; the command ends with status 1.

    Args:
        where: the file, or the file and the line: `game.jsonl:13`.
        reason: what is wrong, without a full stop.
    """

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the line."""
        click.echo(self.message, file=file, err=file is None)


def shown(text: str) -> str:
    """A text from a file as one line that is safe to show in a terminal."""
    return clean(text, MOST_COLUMNS, 4 * MOST_COLUMNS)
