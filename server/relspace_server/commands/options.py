"""Options that the commands share: the settings, each as a flag, and the TOML file that may hold them."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

import click
from click.core import ParameterSource

from relspace.errors import Fault
from relspace_server.config import ENVIRONMENT_PREFIX, SETTINGS, CannotStart, Settings, read_again, read_file

Command = Callable[..., None]

_CONFIG: Final = "relspace_server.config"
"""Where a command remembers its TOML file."""

_BEFORE_THE_FILE: Final = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


def settings_options(only: Collection[str] = ()) -> Callable[[Command], Command]:
    """Adds `--config`, and an option for every setting, or for some of them.

    Args:
        only: the names of the settings; empty for all.
    """

    def add(command: Command) -> Command:
        for setting in reversed([one for one in SETTINGS if not only or one.name in only]):
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
        return _config_option(command)

    return add


def rereader(context: click.Context, values: Mapping[str, Any]) -> Callable[[], Settings]:
    """What reads the TOML file again, while flags and the environment stay as they were.

    Args:
        context: of the command that was given the settings.
        values: the settings, by name.
    """
    given = {name for name in values if context.get_parameter_source(name) in _BEFORE_THE_FILE}
    return partial(read_again, values, given, context.meta.get(_CONFIG))


def give_up(error: Fault) -> NoReturn:
    """Ends with one line that says what is wrong and what to do."""
    click.echo(error, err=True)
    raise SystemExit(1)


def _read_config(context: click.Context, _option: click.Parameter, path: Path | None) -> None:
    """Makes what a TOML file says the defaults of the other options."""
    if path is not None:
        try:
            context.default_map = {**(context.default_map or {}), **read_file(path)}
            context.meta[_CONFIG] = path
        except CannotStart as error:
            give_up(error)


_config_option = click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar=f"{ENVIRONMENT_PREFIX}_CONFIG",
    is_eager=True,
    expose_value=False,
    callback=_read_config,
    help="TOML file with settings; flags and RELSPACE_* variables come before it.",
)
