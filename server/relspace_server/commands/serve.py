"""`relspace-server serve`."""

import asyncio
import gc
import os
from collections.abc import Callable
from typing import Any

import click

from relspace_server.commands.options import HostCommand, checked_settings, give_up, rereader, settings_options
from relspace_server.config import CannotStart, Settings
from relspace_server.counts import Counts
from relspace_server.logs import to_stderr
from relspace_server.ops.reports import Tether
from relspace_server.ssh.terminal.environment import scrub_environment
from relspace_server.tell_host import tell_host
from relspace_server.workers import Supervisor, check_workers


@click.command(cls=HostCommand)
@settings_options()
def serve(**values: Any) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    reread = rereader(click.get_current_context(), values)
    try:
        settings = checked_settings(values)
        check_workers(settings)
    except CannotStart as error:
        give_up(error)
    if settings.workers > 1:
        to_stderr(settings.log_format, settings.log_level, Counts())
        try:
            status = Supervisor(settings, reread, work).run()
        except CannotStart as error:
            give_up(error)
        if status:
            raise SystemExit(status)
    else:
        work(settings, reread)
    tell_host(stopped(settings))


def stopped(settings: Settings) -> str:
    """The last line of a server that was stopped: what is kept, and how it goes on."""
    where = "by NATS" if settings.store else f"in {settings.data_dir.absolute()}"
    return f"Stopped. Accounts, rooms and running games are kept {where}; the same command starts the server again."


def work(settings: Settings, reread: Callable[[], Settings], tether: Tether | None = None) -> None:
    """Serves in this process, until it is told to stop.

    Args:
        settings: the host's.
        reread: reads them again.
        tether: what ties this process to the one that watches, where several share a port.
    """
    try:
        _serve(settings, reread, tether)
    except CannotStart as error:
        give_up(error)


def _serve(settings: Settings, reread: Callable[[], Settings], tether: Tether | None) -> None:
    counts = Counts()
    to_stderr(settings.log_format, settings.log_level, counts)
    scrub_environment(os.environ)
    gc.disable()  # until everything is loaded: it would go through a growing heap again and again, and find nothing
    try:
        from relspace_server.bootstrap import run  # noqa: PLC0415 - imports Textual, which reads the environment

        asyncio.run(run(settings, reread, counts, tether))
    finally:
        gc.enable()
