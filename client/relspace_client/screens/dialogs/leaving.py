"""The question that Ctrl-C asks."""

from relspace_client.around.parts import Reader
from relspace_client.model import Model
from relspace_client.screens.dialogs.choose import Choice, Choose, yes_key
from relspace_client.screens.dialogs.dialog import always
from relspace_client.table.own import seat_waits


class Leaving(Choose):
    """Whether to leave. Its answer is `yes`, `no` or None.

    Args:
        reader: who is asked.
        waits: whether they have a seat in a running game.
        guest: whether they cannot come back to it.
    """

    def __init__(self, reader: Reader, *, waits: bool, guest: bool) -> None:
        kept = reader.say("Your seats in running games wait for you. Ctrl-C again leaves at once.")
        gone = reader.say("A guest cannot come back to a running game. Ctrl-C again leaves at once.")
        none = reader.say("Ctrl-C again leaves at once.")
        super().__init__(
            reader,
            reader.say("Leave Relative Space?"),
            (gone if guest else kept) if waits else none,
            (Choice("no", reader.say("Stay")), Choice("yes", reader.say("Leave"), yes_key(reader))),
            always,
        )


def has_running_game(model: Model) -> bool:
    """Whether the person has a seat in a running game: here, or in a room that the last lobby listed as theirs."""
    here, lobby = model.snapshot, model.lobby
    elsewhere = [room for room in lobby.rooms if room.yours and room.code != model.room] if lobby is not None else []
    return (here is not None and seat_waits(here)) or any(room.phase == "playing" for room in elsewhere)
