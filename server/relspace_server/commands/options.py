"""Options that the commands share: the settings, each as a flag, and the TOML file that may hold them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

import click
from click.core import ParameterSource
from typing_extensions import override

from relspace.errors import Fault
from relspace_client.commands.one_line import only_alike
from relspace_server.config import (
    ENVIRONMENT_PREFIX,
    SETTINGS,
    CannotStart,
    Setting,
    Settings,
    called_in_file,
    faults_of,
    look_through,
    read_again,
    read_file,
    settings_from,
)

Command = Callable[..., None]

_CONFIG: Final = "relspace_server.config"
"""Where a command remembers its TOML file."""

_FAULTS: Final = "relspace_server.faults"
"""Where a command that goes on remembers what is wrong."""

_BEFORE_THE_FILE: Final = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


class HostCommand(click.Command):
    """A command whose wrong use is told so that one sees what to type."""

    @override
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads what was typed.

        Raises:
            UsageError: it cannot be read.
        """
        typed = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise only_alike(error) from None
        except click.UsageError:
            _refuse_values_of_switches(typed, ctx)
            raise


def _refuse_values_of_switches(typed: Sequence[str], context: click.Context) -> None:
    """What is behind a switch cannot be read: it is most likely meant as its value."""
    switches = {flag: setting for setting in SETTINGS if setting.kind is bool for flag in setting.flags}
    for word, behind in zip(typed, (*typed[1:], "-"), strict=True):
        flag, equals, _ = word.partition("=")
        if flag in switches and (equals or not behind.startswith("-")):
            ways = " or ".join(switches[flag].flags)
            raise click.UsageError(f"{flag} takes no value: it is {ways}.", context)


def settings_options(only: Collection[str] = (), *, goes_on: bool = False) -> Callable[[Command], Command]:
    """Adds `--config`, and an option for every setting, or for some of them.

    Args:
        only: the names of the settings; empty for all.
        goes_on: whether the command tells of what is wrong in the file and in the environment by itself, and goes on
            without it: `usable_settings`.
    """

    def add(command: Command) -> Command:
        for setting in reversed([one for one in SETTINGS if not only or one.name in only]):
            kind = click.Path(path_type=Path, readable=False) if setting.kind is Path else setting.kind
            command = click.option(
                "/".join(setting.flags),
                setting.name,
                cls=SettingOption,
                type=None if setting.kind is bool else kind,
                default=setting.default,
                envvar=setting.variable,
                show_default=setting.default != "",
                help=setting.doc,
            )(command)
        return _config_option(_look_through_config if goes_on else _read_config)(command)

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
            says = f"{self.envvar}: {wrong}"
            if _FAULTS not in ctx.meta:
                give_up(CannotStart(says))
            ctx.meta[_FAULTS].append(says)
            return self.default


def checked_settings(values: Mapping[str, Any]) -> Settings:
    """The settings of the command that runs.

    Args:
        values: as the command was given them.

    Raises:
        CannotStart: one of them cannot be used; the message names the flag, the variable or the file that sets it.
    """
    return settings_from(values, partial(_called, click.get_current_context()))


def usable_settings(values: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    """The settings of a command that goes on whatever is wrong with them.

    Args:
        values: as the command was given them.

    Returns:
        The settings, with the default in the place of each that cannot be used, and a sentence for each of those.
    """
    context = click.get_current_context()
    wrong = faults_of(values, partial(_called, context))
    settings = settings_from({name: value for name, value in values.items() if name not in wrong})
    return settings, [*context.meta.get(_FAULTS, ()), *wrong.values()]


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


def _look_through_config(context: click.Context, _option: click.Parameter, path: Path | None) -> None:
    """The same for a command that goes on without what cannot be used."""
    context.meta[_FAULTS] = []
    if path is not None:
        found, context.meta[_FAULTS] = look_through(path)
        context.default_map = {**(context.default_map or {}), **found}
        context.meta[_CONFIG] = path


def _config_option(
    reads: Callable[[click.Context, click.Parameter, Path | None], None],
) -> Callable[[Command], Command]:
    return click.option(
        "--config",
        type=click.Path(path_type=Path, readable=False),
        envvar=f"{ENVIRONMENT_PREFIX}_CONFIG",
        is_eager=True,
        expose_value=False,
        callback=reads,
        help="TOML file with settings; flags and RELSPACE_* variables come before it.",
    )
