"""Options that the commands share: the settings, each as a flag, and the TOML file that may hold them."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

import click
from click.core import ParameterSource
from typing_extensions import override

from relspace.errors import Fault
from relspace_server.config import (
    ENVIRONMENT_PREFIX,
    SETTINGS,
    CannotStart,
    Setting,
    Settings,
    called_in_file,
    read_again,
    read_file,
    settings_from,
)

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
            kind = click.Path(path_type=Path, readable=False) if setting.kind is Path else setting.kind
            command = click.option(
                names,
                setting.name,
                cls=SettingOption,
                type=None if setting.kind is bool else kind,
                default=setting.default,
                envvar=setting.variable,
                show_default=True,
                help=setting.doc,
            )(command)
        return _config_option(command)

    return add


class SettingOption(click.Option):
    """A setting. A wrong value that the environment holds is not blamed on a flag that nobody typed."""

    @override
    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Reads a value."""
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter as error:
            if ctx.resilient_parsing or ctx.get_parameter_source(str(self.name)) != ParameterSource.ENVIRONMENT:
                raise
            boolean = isinstance(self.type, click.types.BoolParamType)
            wrong = f"{value!r} is not a valid boolean. Say true or false." if boolean else error.message
            give_up(CannotStart(f"{self.envvar}: {wrong}"))


def checked_settings(values: Mapping[str, Any]) -> Settings:
    """The settings of the command that runs.

    Args:
        values: as the command was given them.

    Raises:
        CannotStart: one of them cannot be used; the message names the flag, the variable or the file that sets it.
    """
    return settings_from(values, partial(_called, click.get_current_context()))


def _called(context: click.Context, setting: Setting) -> str:
    """What a setting is called where its value comes from."""
    source = context.get_parameter_source(setting.name)
    if source is ParameterSource.ENVIRONMENT:
        return setting.variable
    if source is ParameterSource.DEFAULT_MAP and _CONFIG in context.meta:
        return called_in_file(setting, context.meta[_CONFIG])
    return setting.flag


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
    type=click.Path(path_type=Path, readable=False),
    envvar=f"{ENVIRONMENT_PREFIX}_CONFIG",
    is_eager=True,
    expose_value=False,
    callback=_read_config,
    help="TOML file with settings; flags and RELSPACE_* variables come before it.",
)
