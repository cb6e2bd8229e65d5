"""`relspace-server restore`."""

import asyncio
from pathlib import Path
from typing import Any

import click

from relspace_server.commands.options import HostCommand, give_up, settings_options
from relspace_server.config import CannotStart, Settings, store_file
from relspace_server.store import backup
from relspace_server.store.bucket import StoreFault
from relspace_server.stores import OF_STORE, open_nats


@click.command(cls=HostCommand)
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option("--replace", is_flag=True, help="With --store: replace what NATS keeps already. Back it up first.")
@settings_options(only=OF_STORE)
def restore(file: Path, replace: bool, **values: Any) -> None:
    """Put a copy that `backup` made in the place of what is kept.

    The server must not run. FILE is checked first, and what was there is kept beside it. With --store, the copy goes
    into NATS, whatever it is of: that is how games move there.
    """
    settings = Settings(**values)
    try:
        backup.find_copy(file)
        if settings.store:
            number = asyncio.run(_into_nats(settings, file, replace))
            click.echo(f"NATS: {number:,} values restored from {file}.")
            return
        store = store_file(settings.data_dir)
        replaced = backup.restore(file, store)
    except (StoreFault, CannotStart) as error:
        give_up(error)
    click.echo(f"{store}: restored from {file}.")
    if replaced is not None:
        click.echo(f"What was there before is now {replaced}. Remove it once all is well.")


async def _into_nats(settings: Settings, file: Path, replace: bool) -> int:
    store = await open_nats(settings)
    from relspace_server.store import nats_backup  # noqa: PLC0415 - of an optional extra

    try:
        return await nats_backup.restore(file, store, replace=replace)
    finally:
        await store.close()
