"""`relspace replay`: a finished game, shown again."""

import os
import sys
from pathlib import Path

import click

from relspace.errors import Refused
from relspace_client.commands.record_file import STDIN, checked
from relspace_client.commands.replay.games import game_lines, json_games
from relspace_client.commands.replay.lines import json_lines, move_lines
from relspace_client.locale.words import message
from relspace_client.look.appearance import appearance
from relspace_client.own_terminal import is_plain, suggested
from relspace_client.practice.kept import kept_here
from relspace_client.practice.past import OWN


@click.command(
    help=message(
        "Show a finished game again, from any seat or with all cards open.\n\n"
        "FILE is a record, ID that of a game that you played here; - reads one from standard input. Without either "
        "your games are listed, newest first. Where there is no terminal, the moves are printed."
    )
)
@click.argument("file", metavar="[FILE|ID]", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help=message("Print every position, one JSON object a line."))
def replay(file: Path | None, *, as_json: bool) -> None:
    """`relspace replay`."""
    if file is None:
        records = kept_here().records()
        for line in json_games(records) if as_json else game_lines(records):
            click.echo(line)
        return
    path = _kept(file)
    found, own = checked(path), None if path == file else OWN
    if as_json or not _on_terminal():
        for line in json_lines(found) if as_json else move_lines(found, own):
            click.echo(line)
        return
    from relspace_client.commands.replay.app import ReplayApp  # noqa: PLC0415 - Textual takes long to load

    ReplayApp(found, appearance(kept_here().player().settings, suggested(os.environ)), own).run()


def _kept(file: Path) -> Path:
    """Where the record is: in this file, or among those of the player's own games."""
    if file.exists() or str(file) == STDIN:
        return file
    try:
        kept = kept_here().record_file(str(file))
    except Refused:
        return file
    return kept if kept.exists() else file


def _on_terminal() -> bool:
    """Whether pictures can be shown."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_plain(os.environ, sys.platform)
