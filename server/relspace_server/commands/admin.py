"""`relspace-server admin`."""

import os
from pathlib import Path

import click

from relspace_server.commands.options import settings_options
from relspace_server.ssh.terminal.environment import scrub_environment


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@settings_options(("data_dir",))
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def admin(data_dir: Path, words: tuple[str, ...]) -> None:
    """Ask the server that runs on this machine: kick, ban, drain and more; `admin help` lists it all."""
    scrub_environment(os.environ)
    from relspace_server.ops.admin.local import ask  # noqa: PLC0415 - imports Textual, which reads the environment

    raise SystemExit(ask(data_dir, ["help" if word in ("-h", "--help") else word for word in words]))
