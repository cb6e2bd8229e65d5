"""A command whose wrong use is told in one line."""

from difflib import SequenceMatcher
from typing import Any, Final

import click

ALIKE: Final = 0.6
"""How much of two options must be the same for one to be taken for the other, of 1."""


class WrongUse(click.ClickException):
    """What was typed cannot be done; the command ends with status 2."""

    exit_code = 2


def only_alike(error: click.NoSuchOption) -> click.NoSuchOption:
    """The same without the guesses that have little but the dashes in common with what was typed."""
    typed = error.option_name.lstrip("-")
    guesses = [
        one for one in error.possibilities or () if SequenceMatcher(None, typed, one.lstrip("-")).ratio() >= ALIKE
    ]
    return click.NoSuchOption(error.option_name, possibilities=guesses, ctx=error.ctx)


class OneLineCommand(click.Command):
    """Says in one line what was wrong, where, and what to do."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Reads what was typed.

        Raises:
            WrongUse: it cannot be read.
        """
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            told = only_alike(error) if isinstance(error, click.NoSuchOption) else error
            said = " ".join(told.format_message().split())
            raise WrongUse(f"{said} relspace {info_name} -h lists the options.") from None
