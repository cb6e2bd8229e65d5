"""How the record of a game is had: what is typed outside the game."""

import sys

from relspace_client.around.parts import Reader
from relspace_client.own_program import typed


def record_command(address: str, game: str) -> str:
    """The command that saves a record, or shows again what it tells.

    Args:
        address: what is typed after `ssh` to come to the server; empty for games on the player's own machine, where
            the record is kept already.
        game: what the record is called.
    """
    return f"ssh {address} record {game} > game.jsonl" if address else f"{typed(sys.argv[0])} replay {game}"


def record_sentence(reader: Reader, address: str, game: str) -> str:
    """What that command is for, and the command."""
    command = record_command(address, game)
    if address:
        return reader.say("This saves it: {command}", command=command)
    return reader.say("It is kept here; this shows it again: {command}", command=command)
