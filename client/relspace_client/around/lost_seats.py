"""Seats that somebody in the lobby has no longer, though they did not leave them."""

from relspace.wire.messages import Lobby
from relspace_client.around.parts import Reader
from relspace_client.locale.titles import title_in


def lost_seats(reader: Reader, before: Lobby, after: Lobby) -> list[str]:
    """A sentence for each of the viewer's games and rooms that is theirs no more.

    Args:
        reader: who reads it.
        before: the lobby as it was.
        after: the same as it is now, with nobody having gone elsewhere in between.
    """
    kept = {room.code for room in after.rooms if room.yours}
    return [
        reader.say(
            "You are no longer in {title} ({code}): the room was closed, or you were sent out.",
            title=title_in(reader.words, room),
            code=room.code,
        )
        for room in before.rooms
        if room.yours and room.code not in kept
    ]
