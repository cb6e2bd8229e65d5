"""The room's host: handing the room to somebody else, and what passes on by itself."""

from dataclasses import replace
from typing import Final

from relspace.errors import Illegal, NotNow
from relspace.room.commands import GiveHost, MuteSeat
from relspace.room.options import LONG_CLOCK
from relspace.room.seating import require_host
from relspace.room.state import MUTES_KEPT, Player, RoomState, Seat

HOST_WAITS: Final = 60_000
"""Milliseconds that a room waits for a host who is away."""


def give_host(state: RoomState, actor: Player, command: GiveHost) -> RoomState:
    """Makes another person who is here the host.

    Raises:
        Illegal: `not-host`, or `no-such-seat`: free, a bot's, the host's own, or of somebody who is away.
    """
    require_host(state, actor)
    seat = _others_seat(state, actor, command.seat)
    if seat.away_since or seat.player is None:
        raise Illegal("no-such-seat", seat=command.seat)
    return replace(state, host=seat.player.id)


def mute(state: RoomState, actor: Player, command: MuteSeat) -> RoomState:
    """Keeps a player from talking in the room, also when they come back to it; or lets them talk again.

    Raises:
        Illegal: `not-host`, or `no-such-seat`: free, a bot's, or the host's own.
    """
    require_host(state, actor)
    player = _others_seat(state, actor, command.seat).player
    assert player is not None
    others = tuple(one for one in state.muted if one != player.id)
    return replace(state, muted=(*others, player.id)[-MUTES_KEPT:] if command.on else others)


def passes_at(state: RoomState) -> int | None:
    """When the room passes on from a host who is away, in wall-clock milliseconds; None while it does not.

    In a game of a day a move it never does: there people are away most of the time.
    """
    number = state.host_seat
    if number is None or (state.phase == "playing" and state.options.clock >= LONG_CLOCK):
        return None
    since = state.seats[number - 1].away_since
    return since + HOST_WAITS if since and _heir(state) is not None else None


def pass_host(state: RoomState, now: int) -> RoomState:
    """Makes the first person who is here the host.

    Raises:
        NotNow: `not-due`: the host is here, went only just now, or nobody else is here.
    """
    at, heir = passes_at(state), _heir(state)
    if at is None or heir is None or heir.player is None or now < at:
        raise NotNow("not-due")
    return replace(state, host=heir.player.id)


def _heir(state: RoomState) -> Seat | None:
    return next((seat for seat in state.seats if seat.is_person and seat.session), None)


def _others_seat(state: RoomState, actor: Player, number: int) -> Seat:
    """Another person's seat.

    Raises:
        Illegal: `no-such-seat`.
    """
    seat = state.seats[number - 1] if 1 <= number <= len(state.seats) else Seat()
    if not seat.is_person or number == state.seat_of(actor.id):
        raise Illegal("no-such-seat", seat=number)
    return seat
