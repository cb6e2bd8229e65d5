"""`relspace replay`: a finished game, shown again."""

import os
import sys
from pathlib import Path

import click

from relspace_client.commands.record_file import checked
from relspace_client.commands.replay.lines import json_lines, move_lines


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print every position, one JSON object a line.")
def replay(file: Path, *, as_json: bool) -> None:
    """Show a finished game again, from any seat or with all cards open.

    FILE is a record; - reads one from standard input. Where there is no terminal, the moves are printed.
    """
    found = checked(file)
    if as_json or not _on_terminal():
        for line in json_lines(found) if as_json else move_lines(found):
            click.echo(line)
        return
    from relspace_client.commands.replay.app import ReplayApp  # noqa: PLC0415 - Textual takes long to load

    ReplayApp(found).run()


def _on_terminal() -> bool:
    """Whether pictures can be shown."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
