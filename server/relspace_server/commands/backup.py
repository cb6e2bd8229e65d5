"""`relspace-server backup`."""

import asyncio
import os
from pathlib import Path
from typing import Any

import click

from relspace_server.commands.options import HostCommand, give_up, settings_options
from relspace_server.config import CannotStart, Settings, store_file
from relspace_server.ssh.hostkey import FILE_NAME
from relspace_server.store.backup import back_up, check_target
from relspace_server.store.bucket import StoreFault
from relspace_server.store.database import check_log
from relspace_server.store.write_ahead import log_of
from relspace_server.stores import OF_STORE, open_nats


@click.command(cls=HostCommand, short_help="Copy everything that is kept into FILE.")
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@settings_options(only=OF_STORE)
def backup(file: Path, **values: Any) -> None:
    """Copy everything that is kept into FILE, while the server runs or not.

    FILE must not exist yet. It holds all rooms, accounts, names, keys and records. It is checked, and only you can read
    it: it has the seeds of running games. With --store, what NATS keeps is copied, into the same kind of file.
    """
    settings, whole = Settings(**values), True
    try:
        check_target(file)
        if settings.store:
            asyncio.run(_of_nats(settings, file))
        else:
            whole = _of_folder(settings.data_dir, file)
    except (StoreFault, CannotStart) as error:
        give_up(error)
    click.echo(f"{file}: {file.stat().st_size:,} bytes, {'whole and' if whole else 'all that can be read,'} checked.")
    if not whole:
        click.echo(f"What was written last is damaged: {log_of(store_file(settings.data_dir))}", err=True)
    click.echo(f"The host key is not in it. Keep a copy of it too: {settings.data_dir / FILE_NAME}")


def _of_folder(data_dir: Path, file: Path) -> bool:
    """Copies the database of a folder; returns whether all of it could be read."""
    store = store_file(data_dir)
    try:
        there = store.exists()
    except OSError:
        raise _not_ours(store) from None
    if not there:
        check_log(store)
        raise StoreFault(f"{store}: there is no store; name the server's folder with --data-dir, or NATS with --store")
    if not os.access(store, os.R_OK):
        raise _not_ours(store)
    return back_up(store, file)


def _not_ours(store: Path) -> StoreFault:
    return StoreFault(f"{store}: this user may not read it; run this as the user of the server, or as root")


async def _of_nats(settings: Settings, file: Path) -> None:
    store = await open_nats(settings)
    from relspace_server.store import nats_backup  # noqa: PLC0415 - of an optional extra

    try:
        await nats_backup.back_up(store, file)
    finally:
        await store.close()
