"""`relspace-server doctor`."""

import time
from typing import Any, Final

import click

from relspace_server.commands.checks import examine
from relspace_server.commands.finding import Grade
from relspace_server.commands.options import HostCommand, settings_options, usable_settings

_MARKS: Final[dict[Grade, str]] = {"ok": "ok", "note": "note", "wrong": "WRONG"}


@click.command(cls=HostCommand, short_help="Look whether all is well, and say what to do.")
@settings_options(goes_on=True)
def doctor(**values: Any) -> None:
    """Look whether all is well: folder, running server, settings, disk, clock, port, host key, store.

    Takes the settings that `serve` takes, and changes nothing. Ends with 1 if something is wrong; each line says what
    to do. The first one says which folder was looked at. A server that runs on it is asked what it runs with.
    """
    settings, faults = usable_settings(values)
    findings = list(examine(settings, time.time, faults))
    for one in findings:
        click.echo(f"{_MARKS[one.grade]:<6} {one.about:<12} {one.says}")
    if any(one.grade == "wrong" for one in findings):
        raise SystemExit(1)
