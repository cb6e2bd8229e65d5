"""`relspace-server doctor`."""

import time
from typing import Any, Final

import click

from relspace_server.commands.checks import Finding, Grade, examine
from relspace_server.commands.options import checked_settings, settings_options
from relspace_server.config import CannotStart

_MARKS: Final[dict[Grade, str]] = {"ok": "ok", "note": "note", "wrong": "WRONG"}


@click.command()
@settings_options()
def doctor(**values: Any) -> None:
    """Look whether all is well: settings, folder, disk, clock, port, host key, store.

    Takes the settings that `serve` takes, and changes nothing. Ends with 1 if something is wrong; each line says what
    to do.
    """
    try:
        findings = list(examine(checked_settings(values), time.time))
    except CannotStart as error:
        findings = [Finding("wrong", "settings", str(error))]
    for one in findings:
        click.echo(f"{_MARKS[one.grade]:<6} {one.about:<12} {one.says}")
    if any(one.grade == "wrong" for one in findings):
        raise SystemExit(1)
