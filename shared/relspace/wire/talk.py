"""Talk as it is sent: without the ids of those who spoke, and without those whom the listener ignores."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from relspace.room.state import TalkLine
from relspace.wire.messages import Talk


def talk_message(room: str, lines: Iterable[TalkLine], unheard: Collection[str] = ()) -> Talk:
    """What was said in a room, or in the lobby.

    Args:
        room: the room's code; empty for the lobby.
        lines: what was said, oldest first.
        unheard: ids of players whose lines are left out.
    """
    return Talk(room, tuple(replace(line, speaker="") for line in lines if line.speaker not in unheard))
