"""What is said in a room."""

from dataclasses import replace

from relspace.errors import Illegal
from relspace.room.commands import Say
from relspace.room.seating import own_seat
from relspace.room.state import TALK_KEPT, Player, RoomState, TalkLine
from relspace.text import clean

LINE_COLUMNS = 300
"""The widest line that is kept, in terminal columns."""

LINE_BYTES = 512
"""The longest line that is kept, in bytes of UTF-8."""


def safe_line(text: str) -> str:
    """A line of people's text without anything that could act on a terminal.

    Raises:
        Illegal: `nothing-to-say`, if nothing is left of it.
    """
    line = clean(text, LINE_COLUMNS, LINE_BYTES)
    if not line:
        raise Illegal("nothing-to-say")
    return line


def say(state: RoomState, actor: Player, command: Say, now: int) -> RoomState:
    """Adds a line; who only watches listens.

    Raises:
        Illegal: `not-seated`, `muted` by the host, or `nothing-to-say`.
    """
    own_seat(state, actor)
    if actor.id in state.muted:
        raise Illegal("muted")
    line = TalkLine(actor.name, safe_line(command.text), now, actor.id)
    return replace(state, talk=(*state.talk, line)[-TALK_KEPT:])
