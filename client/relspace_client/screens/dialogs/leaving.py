"""The question that Ctrl-C asks."""

from relspace_client.around.parts import Reader
from relspace_client.screens.dialogs.choose import Choice, Choose, yes_key
from relspace_client.screens.dialogs.dialog import always


class Leaving(Choose):
    """Whether to leave. Its answer is `yes`, `no` or None."""

    def __init__(self, reader: Reader, *, guest: bool) -> None:
        waits = reader.say("Your seats in running games wait for you. Ctrl-C again leaves at once.")
        gone = reader.say("A guest cannot come back to a running game. Ctrl-C again leaves at once.")
        super().__init__(
            reader,
            reader.say("Leave Relative Space?"),
            gone if guest else waits,
            (Choice("no", reader.say("Stay")), Choice("yes", reader.say("Leave"), yes_key(reader))),
            always,
        )
