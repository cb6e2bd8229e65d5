"""How the record of a game is had: what to type outside the game, and where."""

from relspace_client.around.parts import Reader
from relspace_client.screens.dialogs.choose import Choice, Choose


class RecordBox(Choose):
    """What the record of a game is good for, and the command. Its answer is `copy`, `no` or None.

    Args:
        reader: who reads it.
        command: what is typed.
        here: whether the record is kept on the reader's own machine already.
    """

    DEFAULT_CSS = """
    RecordBox #box { max-width: 78; }
    """

    def __init__(self, reader: Reader, command: str, *, here: bool) -> None:
        say = reader.say
        if here:
            told = say("It is kept on this machine. m in the lobby lists your games and shows each again. So does:")
        else:
            told = say("Every move of it, to keep or to check. What you type on your own machine to save it:")
        super().__init__(
            reader,
            say("The record of this game"),
            f"{told}\n\n{command}",
            (Choice("copy", say("Copy the line"), "c"), Choice("no", say("Back"))),
        )
