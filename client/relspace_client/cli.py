"""The `relspace` command."""

import io
import os
import sys
from importlib.metadata import version

import click

from relspace_client.commands.bench import bench
from relspace_client.commands.learn import learn
from relspace_client.commands.play import play
from relspace_client.commands.replay.command import replay
from relspace_client.commands.simulate.command import simulate
from relspace_client.commands.told import in_language, speak
from relspace_client.commands.verify import verify
from relspace_client.locale.environment import language_of, locale_in
from relspace_client.locale.words import message, words


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    help=message(
        "The card game Relative Space: play against bots on your own machine, show and check records, simulate, "
        "measure.\n\nTo play with others, connect to a server with SSH."
    ),
)
@click.version_option(version("relative-space"), prog_name="relspace")
@click.pass_context
def relspace(context: click.Context) -> None:
    """`relspace`."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (play, learn, verify, replay, simulate, bench):
    relspace.add_command(command)


def main() -> None:
    """Runs the command. What the operating system refuses is told in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name may have letters that the terminal's encoding lacks
    language = language_of(locale_in(os.environ))
    speak(language)
    try:
        in_language(relspace, words(language))()
    except OSError as error:
        click.echo(f"relspace: {error.strerror or error}", err=True)
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
