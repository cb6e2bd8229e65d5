"""`relspace-server admin`."""

import json
import os
from pathlib import Path

import click

from relspace_server.commands.options import settings_options
from relspace_server.ops.admin.asking import ask
from relspace_server.ssh.terminal.environment import scrub_environment


@click.command(
    short_help="Ask the running server: kick, ban, drain and more.",
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
)
@settings_options(("data_dir",))
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def admin(context: click.Context, data_dir: Path, words: tuple[str, ...]) -> None:
    """Ask the server that runs on this machine: kick, ban, drain and more; `admin help` lists it all."""
    scrub_environment(os.environ)
    from relspace_server.ops.admin.request import read_words, usage  # noqa: PLC0415 - imports Textual, which reads the environment
    from relspace_server.ssh.commands import UsageError  # noqa: PLC0415 - as does this

    try:
        request = read_words(words)
        told = usage(*request.args) if request.name == "help" else ""
    except UsageError as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from None
    if told:  # there need be no server to ask
        text = told if request.args else f"{context.get_help()}\n\n{told}"
        click.echo(json.dumps(told.splitlines()) if request.json else text)
        return
    raise SystemExit(ask(data_dir, words))
