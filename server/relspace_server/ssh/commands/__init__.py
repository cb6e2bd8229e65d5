"""What can be asked for on the command line of `ssh`: a file for each theme, and `table.py` lists them all."""

from relspace_server.ssh.commands.reading import LONGEST_COMMAND, read_command, render
from relspace_server.ssh.commands.request import AdminWords, Api, Enquiry, Help, Plain, Request, UsageError
from relspace_server.ssh.commands.table import COMMANDS, help_answer, usage

__all__ = [
    "COMMANDS",
    "LONGEST_COMMAND",
    "AdminWords",
    "Api",
    "Enquiry",
    "Help",
    "Plain",
    "Request",
    "UsageError",
    "help_answer",
    "read_command",
    "render",
    "usage",
]
