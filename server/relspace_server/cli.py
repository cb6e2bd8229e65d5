"""The `relspace-server` command."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from relspace_server.config import ENVIRONMENT_PREFIX, SETTINGS, CannotStart, Settings, read_file, settings_from
from relspace_server.ssh.terminal.environment import scrub_environment


@click.group(context_settings={"auto_envvar_prefix": ENVIRONMENT_PREFIX, "help_option_names": ["-h", "--help"]})
@click.version_option(version("relative-space"), prog_name="relspace-server")
def main() -> None:
    """Host the card game Relative Space, for anybody with an SSH client."""


def _settings_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds an option for every setting."""
    for setting in reversed(SETTINGS):
        names = f"{setting.flag}/--no-{setting.flag[2:]}" if setting.kind is bool else setting.flag
        kind = click.Path(path_type=Path) if setting.kind is Path else setting.kind
        command = click.option(
            names,
            setting.name,
            type=None if setting.kind is bool else kind,
            default=setting.default,
            envvar=setting.variable,
            show_default=True,
            help=setting.doc,
        )(command)
    return command


def _read_config(context: click.Context, _option: click.Parameter, path: Path | None) -> None:
    """Makes what a TOML file says the defaults of the other options."""
    if path is not None:
        try:
            context.default_map = {**(context.default_map or {}), **read_file(path)}
        except CannotStart as error:
            _give_up(error)


@main.command()
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar=f"{ENVIRONMENT_PREFIX}_CONFIG",
    is_eager=True,
    expose_value=False,
    callback=_read_config,
    help="TOML file with settings; flags and RELSPACE_* variables come before it.",
)
@_settings_options
def serve(**values: Any) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    try:
        _serve(settings_from(values))
    except CannotStart as error:
        _give_up(error)


def _serve(settings: Settings) -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s", stream=sys.stderr)
    scrub_environment(os.environ)
    from relspace_server.bootstrap import run  # noqa: PLC0415 - imports Textual, which reads the environment

    asyncio.run(run(settings))


def _give_up(error: CannotStart) -> None:
    print(error, file=sys.stderr)
    raise SystemExit(1)


if __name__ == "__main__":
    main()
