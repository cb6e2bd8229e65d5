"""Commands that are answered: who one is, which rooms there are, the record of a game.

What reads words raises `UsageError` where they are none of the command's.
"""

from collections.abc import Callable

from relspace_client.locale.words import message
from relspace_server.ssh.commands.request import Ask, Enquiry, Request, UsageError
from relspace_server.ssh.door import Answer, Door, Visitor
from relspace_server.version import VERSION


def question(ask: Ask, *, even_banned: bool = False) -> Callable[[list[str]], Request]:
    """Reads a command that takes `--json` and nothing else."""

    def read(words: list[str]) -> Request:
        if any(word != "--json" for word in words):
            raise UsageError(message("This command takes --json and nothing else."))
        return Enquiry(ask, bool(words), even_banned)

    return read


def read_record(words: list[str]) -> Request:
    """`record ID`."""
    ids = [word for word in words if word != "--json"]
    if len(ids) != 1:
        raise UsageError(message("record takes the id of one game, as the end of the game shows it."))
    game = ids[0]

    async def ask(door: Door, visitor: Visitor) -> Answer:
        return await door.record(visitor, game)

    return Enquiry(ask, "--json" in words)


async def ask_rooms(door: Door, visitor: Visitor) -> Answer:
    """`rooms`."""
    return await door.rooms(visitor)


async def ask_whoami(door: Door, visitor: Visitor) -> Answer:
    """`whoami`."""
    return await door.accounts.whoami(visitor)


async def ask_version(_door: Door, _visitor: Visitor) -> Answer:
    """`version`."""
    return Answer(f"relative-space {VERSION}", {"version": VERSION})
