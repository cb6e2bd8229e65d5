"""From a command line to what it asks for, and from an answer to what is sent."""

import json
import re
import shlex
from typing import Final

from relspace_client.locale.words import message
from relspace_server.ssh.commands.request import Request, UsageError
from relspace_server.ssh.commands.table import COMMANDS
from relspace_server.ssh.door import Answer, InLobby

LONGEST_COMMAND: Final = 256
"""Characters of a command that is read; a longer one is wrong usage."""

LONGEST_ADMIN_COMMAND: Final = 1_000

_ADMIN: Final = re.compile(r"\s*admin(\s|$)")


def read_command(line: str | None) -> Request:
    """What is asked for.

    Args:
        line: the words after `ssh host`; None where there are none.

    Raises:
        UsageError: there is no such command, or not with these words.
    """
    words = _split_admin(line) if line is not None and _ADMIN.match(line) else _split(line or "")
    if not words:
        return InLobby()
    command = COMMANDS.get(words[0])
    if command is None:
        raise UsageError(message("There is no command {word}."), word=words[0])
    return command.read(words[1:])


def render(answer: Answer, as_json: bool) -> str:
    """An answer as it is sent, without the last line's end."""
    return json.dumps(answer.data, ensure_ascii=True) if as_json else answer.text.rstrip("\n")


def _split_admin(line: str) -> list[str]:
    """The words of an admin, who may write what people are to read in any language, and more of it."""
    if len(line) > LONGEST_ADMIN_COMMAND:
        raise UsageError(f"An admin's command has at most {LONGEST_ADMIN_COMMAND} characters.")
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()  # an apostrophe: the shell at the other end has taken the quotation marks around it


def _split(line: str) -> list[str]:
    if len(line) > LONGEST_COMMAND:
        raise UsageError(message("A command has at most {most} characters."), most=LONGEST_COMMAND)
    if not line.isprintable():
        raise UsageError(message("A command is plain text, without control characters."))
    try:
        return shlex.split(line)
    except ValueError:
        raise UsageError(message("A quotation mark is missing.")) from None
