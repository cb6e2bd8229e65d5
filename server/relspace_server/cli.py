"""The `relspace-server` command: it only names its parts, each of which is a file of `commands/`."""

import click

from relspace_server.commands.admin import admin
from relspace_server.commands.backup import backup
from relspace_server.commands.doctor import doctor
from relspace_server.commands.restore import restore
from relspace_server.commands.serve import serve
from relspace_server.config import ENVIRONMENT_PREFIX
from relspace_server.version import VERSION


@click.group(context_settings={"auto_envvar_prefix": ENVIRONMENT_PREFIX, "help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="relspace-server")
def main() -> None:
    """Host the card game Relative Space, for anybody with an SSH client."""


for _command in (serve, admin, doctor, backup, restore):
    main.add_command(_command)


if __name__ == "__main__":
    main()
