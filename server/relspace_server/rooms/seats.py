"""The seats that somebody has in all rooms: how they are called there, and giving them up."""

from contextlib import suppress
from dataclasses import replace

from relspace.errors import Refused
from relspace.room.commands import Depart, MakeMove
from relspace.room.seating import with_seat
from relspace.room.state import Player, RoomState
from relspace_server.rooms.hub import Hub


def rooms_of(hub: Hub, player_id: str) -> list[RoomState]:
    """The rooms in which somebody has a seat."""
    return [room.state for room in hub.rooms_of(player_id)]


async def rename_seats(hub: Hub, player: Player) -> None:
    """Lets somebody's seats bear their new name, at once.

    The record of a running game goes on under the name that it began with; whoever sits at the table reads the new one,
    at the end of the game too.

    Raises:
        Fault: the store does not answer.
    """
    for state in rooms_of(hub, player.id):
        with suppress(Refused):  # the room has closed meanwhile
            await hub.apply(state.code, lambda found: _named(found, player))


async def give_up_seats(hub: Hub, player: Player) -> None:
    """Frees somebody's seats, before games and after them; in a running game they resign.

    Raises:
        Fault: the store does not answer.
    """
    for state in rooms_of(hub, player.id):
        if state.game is not None and state.phase == "playing":
            with suppress(Refused):  # they have resigned already, or the game is over
                await hub.change(state.code, MakeMove(state.code, "resign", state.game.position.ply), player)
        with suppress(Refused):
            await hub.change(state.code, Depart(""), player)


def _named(state: RoomState, player: Player) -> RoomState:
    number = state.seat_of(player.id)
    seat = state.seats[number - 1] if number else None
    if number is None or seat is None or seat.player is None:
        return state
    return with_seat(state, number, replace(seat, player=replace(seat.player, name=player.name)))
