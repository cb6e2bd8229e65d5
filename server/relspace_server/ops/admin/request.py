"""From an admin's words to what they ask for."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from relspace.text import clean
from relspace_server.ssh.commands import UsageError

MANY: Final = 1_000
"""As many words as there are."""

OPTION_COLUMNS: Final = 40
"""Columns that are repeated of an option that there is not."""

OPTION_BYTES: Final = 160

LONGEST_SECONDS: Final = 10 * 365 * 86_400
"""Seconds of the longest time that can be given."""

HELP: Final = ("-h", "--help")
"""Words that ask for help, as with all other commands of `relspace-server`."""

_TIME: Final = re.compile(r"(?:(\d{1,6})w)?(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?", re.ASCII)
_UNITS: Final = (7 * 86_400, 86_400, 3_600, 60, 1)


@dataclass(frozen=True, slots=True)
class AdminCommand:
    """A command, as the table lists it."""

    words: str
    """As the usage names it."""
    doc: str
    least: int = 0
    """Words that it takes at least, besides options."""
    most: int = 0
    options: tuple[str, ...] = ()
    """Options that are followed by words."""
    flags: tuple[str, ...] = ()
    """Options that are not."""
    changes: bool = False
    """Whether it changes something, and is written to the audit log."""


COMMANDS: Final[Mapping[str, AdminCommand]] = {
    "status": AdminCommand("status", "what runs, how it fares, who is in, and whom the limits turned away lately"),
    "rooms": AdminCommand("rooms", "every room, and who sits in it"),
    "sessions": AdminCommand("sessions", "every session: who, from where, since when, and where they are"),
    "nodes": AdminCommand("nodes", "every process that shares the rooms, and what goes on there"),
    "kick": AdminCommand(
        "kick WHO [--reason TEXT]",
        "end the sessions of a name, an account, a key, or one session by its id",
        *(1, 1),
        options=("reason",),
        changes=True,
    ),
    "ban": AdminCommand(
        "ban KIND WHO [--for TIME] [--reason TEXT]",
        "keep out an account, a key, a name, an address or a network, for 30m, 12h, 7d, 4w, or for good",
        *(2, 2),
        options=("for", "reason"),
        changes=True,
    ),
    "bans": AdminCommand("bans", "the bans that hold"),
    "unban": AdminCommand("unban ID", "lift a ban", 1, 1, changes=True),
    "motd": AdminCommand(
        "motd [TEXT | --clear]",
        "the message of the day, which everybody in the lobby reads",
        *(0, MANY),
        flags=("clear",),
        changes=True,
    ),
    "say": AdminCommand("say TEXT", "tell a line to everybody, wherever they are", 1, MANY, changes=True),
    "close": AdminCommand("close ROOM", "close a room; a game in it is broken off", 1, 1, changes=True),
    "drain": AdminCommand(
        "drain [NODE] [--within TIME | --now]",
        "begin nothing new, and stop when no game runs, after 10m at the latest",
        *(0, 1),
        options=("within",),
        flags=("now",),
        changes=True,
    ),
    "reload": AdminCommand("reload", "read the settings and the lists of keys again", changes=True),
    "audit": AdminCommand(
        "audit [--last N]", "what admins asked for and what came of it, the last 20 things or N", options=("last",)
    ),
    "help": AdminCommand("help [COMMAND]", "this list, or one of it", most=1),
}
"""Every command, by its first word. Each takes `--json`."""


@dataclass(frozen=True, slots=True)
class AdminRequest:
    """What an admin asks for."""

    name: str
    """One of `COMMANDS`."""
    args: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()
    json: bool = False

    @property
    def changes(self) -> bool:
        """Whether it changes something; to look at the message of the day does not."""
        return COMMANDS[self.name].changes and (self.name != "motd" or bool(self.args or self.flags))


def usage(name: str = "") -> str:
    """The commands, one a line; or one of them.

    Raises:
        UsageError: there is no such command.
    """
    if name:
        command = _command(name)
        return f"admin {command.words}: {command.doc}."
    lines = ["What admins can ask for; each with --json:"]
    lines += [f"  {command.words:<42} {command.doc}" for command in COMMANDS.values()]
    return "\n".join(lines)


def _command(name: str) -> AdminCommand:
    command = COMMANDS.get(name)
    if command is None:
        raise UsageError(f"There is no admin command {name[:OPTION_COLUMNS]!r}. admin help lists them.")
    return command


def read_words(words: Sequence[str]) -> AdminRequest:
    """What is asked for.

    An option takes all words up to the next one: the shell at the other end has taken the quotation marks. `--help`
    asks for help, wherever it stands, and so does `-h` as the first or the only word behind a command. `--json` may
    stand before the command as well.

    Raises:
        UsageError: there is no such command, or not with these words.
    """
    before = next((nth for nth, word in enumerate(words) if word != "--json"), len(words))
    if before:
        return replace(read_words(words[before:]), json=True)
    name, *rest = words or ("help",)
    if name in HELP:
        return AdminRequest("help")
    command = _command(name)
    if "--help" in rest or rest == ["-h"]:
        return AdminRequest("help", (name,))
    given: dict[str, list[str]] = {}
    args: list[str] = []
    taking = args
    for word in rest:
        if word.startswith("--"):
            option, equals, value = word[2:].partition("=")
            taking = given.setdefault(option, [])
            if equals:
                taking.append(value)
            elif option in command.flags or option == "json":
                taking = args
        else:
            taking.append(word)
    return _checked(name, command, args, given)


def _checked(name: str, command: AdminCommand, args: list[str], given: dict[str, list[str]]) -> AdminRequest:
    for option, values in given.items():
        if option not in (*command.options, *command.flags, "json"):
            raise _wrong(command, f"there is no --{clean(option, OPTION_COLUMNS, OPTION_BYTES)}")
        if option in command.options and not values:
            raise _wrong(command, f"--{option} needs a value")
        if option not in command.options and values:
            raise _wrong(command, f"--{option} takes no value")
    if not command.least <= len(args) <= command.most:
        raise _wrong(command, "too few words" if len(args) < command.least else f"{args[command.most]!r} is too much")
    return AdminRequest(
        name,
        tuple(args),
        {option: " ".join(given[option]) for option in command.options if option in given},
        frozenset(flag for flag in command.flags if flag in given),
        "json" in given,
    )


def _wrong(command: AdminCommand, why: str) -> UsageError:
    return UsageError(f"admin {command.words}: {why}.")


def seconds_of(text: str) -> int:
    """Seconds of a time such as `30m`, `12h`, `7d`, `4w` or `1d12h`.

    Raises:
        UsageError: it is none, or longer than ten years.
    """
    found = _TIME.fullmatch(text) if text else None
    if found is None:
        raise UsageError(f"{text!r} is not a time, such as 30m, 12h, 7d or 4w.")
    seconds = sum(int(number) * unit for number, unit in zip(found.groups(), _UNITS, strict=True) if number)
    if not 0 < seconds <= LONGEST_SECONDS:
        raise UsageError(f"{text} is not between a second and ten years.")
    return seconds
