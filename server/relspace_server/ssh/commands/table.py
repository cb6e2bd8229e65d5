"""Every command that `ssh host` takes."""

from collections.abc import Mapping
from typing import Final

from relspace_client.locale.words import ENGLISH, Words, message
from relspace_server.ssh.commands.account import read_account, read_link, read_rename, read_unlink
from relspace_server.ssh.commands.questions import ask_rooms, ask_version, ask_whoami, question, read_record
from relspace_server.ssh.commands.request import AdminWords, Help, NamedCommand, Request, UsageError
from relspace_server.ssh.commands.standings import read_profile, read_rankings, read_records
from relspace_server.ssh.commands.starts import (
    read_api,
    read_join,
    read_learn,
    read_plain,
    read_play,
    read_replay,
    read_watch,
)
from relspace_server.ssh.door import Answer


def usage(ssh_words: str, words: Words = ENGLISH) -> str:
    """The commands, one a line."""
    lines = [words.say("Without a command, ssh {words} is the lobby. The commands:", words=ssh_words)]
    lines += [f"  {command.words:<34} {words.say(command.doc)}" for command in COMMANDS.values()]
    return "\n".join(lines)


def help_answer(ssh_words: str, words: Words) -> Answer:
    """What `help` is answered.

    Args:
        ssh_words: what is typed after `ssh` to come to this server.
        words: the person's language.
    """
    return Answer(
        usage(ssh_words, words),
        {"commands": [{"usage": each.words, "doc": each.doc} for each in COMMANDS.values()]},
    )


def _read_help(words: list[str]) -> Request:
    if any(word != "--json" for word in words):
        raise UsageError(message("This command takes --json and nothing else."))
    return Help(bool(words))


COMMANDS: Final[Mapping[str, NamedCommand]] = {
    "join": NamedCommand("join CODE", message("straight into a room, as a player (ssh -t)"), read_join),
    "watch": NamedCommand("watch CODE", message("straight into a room, to watch (ssh -t)"), read_watch),
    "play": NamedCommand("play [--bots N] [--seats N]", message("a new game against bots (ssh -t)"), read_play),
    "learn": NamedCommand("learn", message("the game in three minutes, on a real table (ssh -t)"), read_learn),
    "replay": NamedCommand("replay ID", message("a finished game again, move by move (ssh -t)"), read_replay),
    "plain": NamedCommand(
        "plain [join|watch|play ...]", message("the game in plain lines; needs no terminal"), read_plain
    ),
    "api": NamedCommand("api", message("the game for programs, as JSON lines (ssh without -t)"), read_api),
    "rooms": NamedCommand("rooms [--json]", message("the open rooms"), question(ask_rooms)),
    "rankings": NamedCommand("rankings [PLACE] [--json]", message("the best players"), read_rankings),
    "profile": NamedCommand("profile [NAME] [--json]", message("what you, or others, have played"), read_profile),
    "records": NamedCommand("records [NAME] [--json]", message("the last games of yours, or of others"), read_records),
    "record": NamedCommand("record ID [--json]", message("the record of a game"), read_record),
    "whoami": NamedCommand("whoami [--json]", message("your account"), question(ask_whoami)),
    "rename": NamedCommand("rename NAME [--json]", message("take another name"), read_rename),
    "link": NamedCommand(
        "link [CODE [--replace]] [--json]", message("a code that ties another key to you; use it"), read_link
    ),
    "unlink": NamedCommand("unlink FINGERPRINT|--this [--json]", message("let a key of yours go"), read_unlink),
    "account": NamedCommand(
        "account export|delete --yes NAME", message("all that is kept of you, or none of it"), read_account
    ),
    "admin": NamedCommand(
        "admin ...", message("for the admins of this server"), lambda words: AdminWords(tuple(words))
    ),
    "help": NamedCommand("help [--json]", message("this list"), _read_help),
    "version": NamedCommand(
        "version [--json]", message("the version of the server"), question(ask_version, even_banned=True)
    ),
}
"""Every command, by its first word."""
