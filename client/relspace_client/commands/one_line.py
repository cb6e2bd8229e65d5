"""A command whose wrong use is told in one line."""

from typing import Any

import click


class WrongUse(click.ClickException):
    """What was typed cannot be done; the command ends with status 2."""

    exit_code = 2


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
            said = " ".join(error.format_message().split())
            raise WrongUse(f"{said} relspace {info_name} -h lists the options.") from None
