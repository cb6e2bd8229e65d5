"""`relspace-server backup`."""

from pathlib import Path

import click

from relspace_server.commands.options import give_up, settings_options
from relspace_server.config import store_file
from relspace_server.ssh.hostkey import FILE_NAME
from relspace_server.store.backup import back_up
from relspace_server.store.bucket import StoreFault


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@settings_options(only=("data_dir",))
def backup(file: Path, data_dir: Path) -> None:
    """Copy everything that is kept into FILE, while the server runs or not.

    FILE must not exist yet. It holds all rooms, accounts, names, keys and records as they are at one moment. It is
    checked, and only you can read it: it has the seeds of running games.
    """
    store = store_file(data_dir)
    if not store.exists():
        give_up(StoreFault(f"{store}: there is no store; name the server's folder with --data-dir"))
    try:
        back_up(store, file)
    except StoreFault as error:
        give_up(error)
    click.echo(f"{file}: {file.stat().st_size:,} bytes, whole and checked.")
    click.echo(f"The host key is not in it. Keep a copy of it too: {data_dir / FILE_NAME}")
