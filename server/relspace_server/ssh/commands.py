"""What can be asked for on the command line of `ssh`."""

import json
import re
import shlex
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final, TypeAlias

from relspace.room.options import MAX_SEATS, MIN_SEATS
from relspace_server.ssh.door import Answer, Door, InLobby, JoinRoom, PlayBots, Start, Visitor, WatchRoom

LONGEST_COMMAND: Final = 256
"""Characters of a command that is read; a longer one is wrong usage."""

VERSION: Final = version("relative-space")

USUAL_SEATS: Final = 4

_CODE: Final = re.compile(r"[A-Za-z0-9]{5}")
_PRINTABLE: Final = re.compile(r"[\x20-\x7e]*")


class UsageError(Exception):
    """A command that is none; the message is one line for the person."""


@dataclass(frozen=True, slots=True)
class Question:
    """A command that is answered in text, or JSON."""

    ask: Callable[[Door, Visitor], Awaitable[Answer]]
    json: bool


@dataclass(frozen=True, slots=True)
class Plain:
    """The game in plain lines."""

    start: Start
    command: str
    """What asks for plain mode; what follows says where the person comes in."""


Request: TypeAlias = Start | Plain | Question


@dataclass(frozen=True, slots=True)
class _Command:
    words: str
    """As the usage names it."""
    doc: str
    read: Callable[[list[str]], Request]


def read_command(line: str | None) -> Request:
    """What is asked for.

    Args:
        line: the words after `ssh host`; None where there are none.

    Raises:
        UsageError: there is no such command, or not with these words.
    """
    words = _split(line or "")
    if not words:
        return InLobby()
    command = COMMANDS.get(words[0])
    if command is None:
        raise UsageError(f"There is no command {words[0]}.")
    return command.read(words[1:])


def usage(ssh_words: str) -> str:
    """The commands, one a line."""
    lines = [f"Without a command, ssh {ssh_words} is the lobby. The commands:"]
    lines += [f"  {command.words:<28} {command.doc}" for command in COMMANDS.values()]
    return "\n".join(lines)


def render(answer: Answer, as_json: bool) -> str:
    """An answer as it is sent, without the last line's end."""
    return json.dumps(answer.data, ensure_ascii=True) if as_json else answer.text.rstrip("\n")


def _split(line: str) -> list[str]:
    if len(line) > LONGEST_COMMAND:
        raise UsageError(f"A command has at most {LONGEST_COMMAND} characters.")
    if not _PRINTABLE.fullmatch(line):
        raise UsageError("A command is plain ASCII text.")
    try:
        return shlex.split(line)
    except ValueError:
        raise UsageError("A quotation mark is missing.") from None


def _code(words: list[str], command: str) -> str:
    if len(words) != 1:
        raise UsageError(f"{command} takes the code of one room.")
    if not _CODE.fullmatch(words[0]):
        raise UsageError("The code of a room is five letters and digits.")
    return words[0].upper()


def _join(words: list[str]) -> Start:
    return JoinRoom(_code(words, "join"))


def _watch(words: list[str]) -> Start:
    return WatchRoom(_code(words, "watch"))


def _play(words: list[str]) -> Start:
    numbers = _numbers(words, ("--bots", "--seats"))
    bots = numbers.get("--bots")
    seats = numbers.get("--seats", USUAL_SEATS if bots is None else bots + 1)
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise UsageError(f"A game has {MIN_SEATS} to {MAX_SEATS} seats.")
    bots = seats - 1 if bots is None else bots
    if not 1 <= bots < seats:
        raise UsageError("At least one bot plays, and one seat is yours.")
    return PlayBots(bots, seats)


def _plain(words: list[str]) -> Request:
    read = {"join": _join, "watch": _watch, "play": _play}
    if not words:
        return Plain(InLobby(), "plain")
    if words[0] not in read:
        raise UsageError(f"plain takes {', '.join(read)} or nothing, not {words[0]}.")
    return Plain(read[words[0]](words[1:]), "plain")


def _numbers(words: list[str], known: tuple[str, ...]) -> dict[str, int]:
    """Options with a number, as `--name 3` or `--name=3`."""
    found: dict[str, int] = {}
    rest = [part for word in words for part in word.split("=", 1)]
    while rest:
        name, *rest = rest
        if name not in known:
            raise UsageError(f"play takes {' and '.join(known)}, not {name}.")
        if not rest or not re.fullmatch(r"\d{1,2}", rest[0]):
            raise UsageError(f"{name} needs a number.")
        found[name] = int(rest.pop(0))
    return found


def _question(ask: Callable[[Door, Visitor], Awaitable[Answer]]) -> Callable[[list[str]], Request]:
    def read(words: list[str]) -> Request:
        if any(word != "--json" for word in words):
            raise UsageError("This command takes --json and nothing else.")
        return Question(ask, bool(words))

    return read


def _record(words: list[str]) -> Request:
    ids = [word for word in words if word != "--json"]
    if len(ids) != 1:
        raise UsageError("record takes the id of one game, as the end of the game shows it.")
    game = ids[0]

    async def ask(door: Door, visitor: Visitor) -> Answer:
        return await door.record(visitor, game)

    return Question(ask, "--json" in words)


async def _ask_rooms(door: Door, visitor: Visitor) -> Answer:
    return await door.rooms(visitor)


async def _ask_whoami(door: Door, visitor: Visitor) -> Answer:
    return await door.whoami(visitor)


async def _ask_version(_door: Door, _visitor: Visitor) -> Answer:
    return Answer(f"relative-space {VERSION}", {"version": VERSION})


async def _ask_help(_door: Door, _visitor: Visitor) -> Answer:
    return Answer(usage("host"), {"commands": [{"usage": each.words, "doc": each.doc} for each in COMMANDS.values()]})


COMMANDS: Final[Mapping[str, _Command]] = {
    "join": _Command("join CODE", "straight into a room, as a player (ssh -t)", _join),
    "watch": _Command("watch CODE", "straight into a room, to watch (ssh -t)", _watch),
    "play": _Command("play [--bots N] [--seats N]", "a new game against bots (ssh -t)", _play),
    "plain": _Command("plain [join|watch|play ...]", "the game in plain lines; needs no terminal", _plain),
    "rooms": _Command("rooms [--json]", "the open rooms", _question(_ask_rooms)),
    "record": _Command("record ID [--json]", "the record of a game", _record),
    "whoami": _Command("whoami [--json]", "your account", _question(_ask_whoami)),
    "help": _Command("help [--json]", "this list", _question(_ask_help)),
    "version": _Command("version [--json]", "the version of the server", _question(_ask_version)),
}
"""Every command, by its first word."""
