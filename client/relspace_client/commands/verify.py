"""`relspace verify`: whether records are those of honest games."""

from pathlib import Path

import click

from relspace_client.commands.bad_input import BadInput, shown
from relspace_client.commands.record_file import checked
from relspace_client.locale.words import message
from relspace_client.replaying.checked import Checked


@click.command(
    help=message(
        "Check the records of finished games: the seed that was promised, the deal, every move, and the end.\n\n"
        "FILE is a record; - reads one from standard input. The first line that is wrong is named as FILE:LINE."
    )
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def verify(files: tuple[Path, ...]) -> None:
    """`relspace verify`."""
    wrong = 0
    for file in files:
        try:
            click.echo(f"{click.format_filename(file)}: {verdict(checked(file))}")
        except BadInput as error:
            error.show()
            wrong += 1
    if wrong:
        raise click.exceptions.Exit(1)


def verdict(found: Checked) -> str:
    """What was checked, and how the game ended."""
    return f"an honest game: seed, deal, {len(found.record.moves)} plies; {ending(found)}"


def ending(found: Checked, own: int | None = None) -> str:
    """How a game ended; the seat `own`, if it is known, is the reader's."""
    end, seats = found.record.end, found.record.game.seats
    assert end is not None
    if end.winner is not None and end.winner == own:
        return "you escaped" if end.reason == "escaped" else "you were the last one left"
    if end.winner is not None:
        name = shown(seats[end.winner - 1])
        return f"{name} in seat {end.winner} " + ("escaped" if end.reason == "escaped" else "was the last one left")
    return "the station blew up" if end.reason == "exploded" else "the game was abandoned"
