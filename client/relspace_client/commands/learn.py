"""`relspace learn`: the tutorial, on one's own machine."""

import click

from relspace_client.commands.one_line import OneLineCommand
from relspace_client.locale.words import LANGUAGES, message
from relspace_client.look.themes import THEMES
from relspace_client.practice.here import Wishes, play_here
from relspace_client.start import Learn


@click.command(
    cls=OneLineCommand,
    help=message(
        "Learn the game in three minutes, on a real table; then each special card.\n\n"
        "Where pictures cannot be shown, the rules are told in lines."
    ),
)
@click.option("--theme", type=click.Choice(list(THEMES)), help=message("Colours."))
@click.option("--language", type=click.Choice(list(LANGUAGES)), help=message("[default: what LANG says]"))
@click.option("--ascii", "ascii_only", is_flag=True, help=message("Draw with plain characters."))
def learn(*, theme: str | None, language: str | None, ascii_only: bool) -> None:
    """`relspace learn`."""
    play_here(Learn(), Wishes(theme or "", language or "", "ascii" if ascii_only else ""))
