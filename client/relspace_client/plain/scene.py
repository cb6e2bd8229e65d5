"""Where somebody is, in sentences: all that one hears on coming in."""

from relspace_client.around.parts import Reader
from relspace_client.model import Model
from relspace_client.plain.end import end_lines
from relspace_client.plain.lobby import lobby_lines
from relspace_client.plain.missed import missed_lines
from relspace_client.plain.moves import your_turn
from relspace_client.plain.room import room_lines
from relspace_client.plain.table import order_sentence, table_lines, whose_turn
from relspace_client.plain.voice import place_of
from relspace_client.plain.votes import vote_lines


def scene_lines(reader: Reader, model: Model, left: int | None) -> list[str]:
    """Everything about the place where somebody is.

    Args:
        reader: who reads it.
        model: what is known.
        left: milliseconds left of the turn; None where no clock runs.
    """
    snapshot = model.snapshot
    if snapshot is None:
        return [] if model.lobby is None else lobby_lines(reader, model.lobby)
    if place_of(snapshot) == "room":
        return room_lines(reader, snapshot, model.lobby.address if model.lobby else "")
    if place_of(snapshot) == "end" or snapshot.view is None:
        return [*missed_lines(reader, snapshot), *end_lines(reader, snapshot)]
    view = snapshot.view
    lines = [
        *missed_lines(reader, snapshot),
        *table_lines(reader, snapshot, view),
        order_sentence(reader, snapshot, view),
    ]
    lines += vote_lines(reader, snapshot)
    lines.append(whose_turn(reader, snapshot, view, left))
    if view.turn == snapshot.you:
        lines.append(your_turn(reader, snapshot, view))
    return lines
