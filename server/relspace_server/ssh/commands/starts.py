"""Commands that lead into the game: join, watch, play, and each of them in plain lines.

What reads words raises `UsageError` where they are none of the command's.
"""

import re
from typing import Final

from relspace.room.options import MAX_SEATS, MIN_SEATS
from relspace_client.locale.words import message
from relspace_client.start import Learn, Replay
from relspace_server.ssh.commands.request import Api, Plain, Request, UsageError
from relspace_server.ssh.door import InLobby, JoinRoom, PlayBots, Start, WatchRoom

USUAL_SEATS: Final = 4

_CODE: Final = re.compile(r"[A-Za-z0-9]{5}")


def read_join(words: list[str]) -> Start:
    """`join CODE`."""
    return JoinRoom(_code(words, "join"))


def read_watch(words: list[str]) -> Start:
    """`watch CODE`."""
    return WatchRoom(_code(words, "watch"))


def read_play(words: list[str]) -> Start:
    """`play [--bots N] [--seats N]`."""
    numbers = _numbers(words, ("--bots", "--seats"))
    bots = numbers.get("--bots")
    seats = numbers.get("--seats", USUAL_SEATS if bots is None else bots + 1)
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise UsageError(message("A game has {least} to {most} seats."), least=MIN_SEATS, most=MAX_SEATS)
    bots = seats - 1 if bots is None else bots
    if not 1 <= bots < seats:
        raise UsageError(message("At least one bot plays, and one seat is yours."))
    return PlayBots(bots, seats)


def read_learn(words: list[str]) -> Start:
    """`learn`."""
    if words:
        raise UsageError(message("learn takes no words: the lessons are listed there."))
    return Learn()


def read_replay(words: list[str]) -> Start:
    """`replay ID`."""
    if len(words) != 1:
        raise UsageError(message("replay takes the id of one game, as the end of the game shows it."))
    return Replay(words[0])


def read_plain(words: list[str]) -> Request:
    """`plain [join|watch|play ...]`."""
    read = {"join": read_join, "watch": read_watch, "play": read_play}
    if not words:
        return Plain(InLobby(), "plain")
    if words[0] not in read:
        raise UsageError(message("plain takes join, watch, play or nothing, not {word}."), word=words[0])
    return Plain(read[words[0]](words[1:]), "plain")


def read_api(words: list[str]) -> Request:
    """`api`."""
    if words:
        raise UsageError(message("api takes no words: what a program asks for, it sends."))
    return Api()


def _code(words: list[str], command: str) -> str:
    if len(words) != 1:
        raise UsageError(message("{command} takes the code of one room."), command=command)
    if not _CODE.fullmatch(words[0]):
        raise UsageError(message("The code of a room is five letters and digits."))
    return words[0].upper()


def _numbers(words: list[str], known: tuple[str, ...]) -> dict[str, int]:
    """Options with a number, as `--name 3` or `--name=3`."""
    found: dict[str, int] = {}
    rest = [part for word in words for part in word.split("=", 1)]
    while rest:
        name, *rest = rest
        if name not in known:
            raise UsageError(message("play takes --bots and --seats, not {name}."), name=name)
        if not rest or not re.fullmatch(r"\d{1,2}", rest[0]):
            raise UsageError(message("{name} needs a number."), name=name)
        found[name] = int(rest.pop(0))
    return found
