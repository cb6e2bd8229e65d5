"""`relspace-server restore`."""

from pathlib import Path

import click

from relspace_server.commands.options import give_up, settings_options
from relspace_server.config import store_file
from relspace_server.store import backup
from relspace_server.store.bucket import StoreFault


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@settings_options(only=("data_dir",))
def restore(file: Path, data_dir: Path) -> None:
    """Put a copy that `backup` made in the place of what is kept.

    The server must not run. FILE is checked first, and what was there is kept beside it.
    """
    store = store_file(data_dir)
    if not file.is_file():
        give_up(StoreFault(f"{file}: there is no such file; name one that relspace-server backup has made"))
    try:
        replaced = backup.restore(file, store)
    except StoreFault as error:
        give_up(error)
    click.echo(f"{store}: restored from {file}.")
    if replaced is not None:
        click.echo(f"What was there before is now {replaced}. Remove it once all is well.")
